// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.webdataset.TarName;
import dev.recordio.jobs.pack.source.MemberName;
import dev.recordio.jobs.pack.source.Selection;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.pack.source.SourceErrors;
import dev.recordio.jobs.pack.source.TarScan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * Finds the samples of a tar by its headers: runs of neighbouring members with one base name. A
 * base name that comes again later is another sample.
 */
final class WebDatasetScan implements TarScan.Members {
  /** Members of a sample are kept until it ends. */
  static final int MAX_MEMBERS = 1 << 16;

  private static final String WHAT = "malformed sample";
  private static final int BLOCK = 512;

  /** Members shown in an error. */
  private static final int MAX_SHOWN = 8;

  private final WebDatasetFields fields;
  private final FileStatus file;
  private final String path;
  private final String archive; // what comes before names
  private final SourceErrors errors;
  private final Selection selection;
  private final Source.Sink sink;
  private final Source sample = new Source();

  private final List<WebDatasetMember> members = new ArrayList<>();
  private final Set<String> suffixes = new HashSet<>();
  private boolean compressed;
  private String base;
  private long end; // of the last member's blocks
  private IOException wrong; // with the sample; the first error

  private WebDatasetScan(
      WebDatasetFields fields,
      FileStatus file,
      SourceErrors errors,
      Selection selection,
      Source.Sink sink) {
    this.fields = fields;
    this.file = file;
    path = file.getPath().toString();
    archive = path + "!";
    this.errors = errors;
    this.selection = selection;
    this.sink = sink;
  }

  /** Passes the samples of a tar, in order. */
  static void scan(
      Configuration conf,
      FileStatus file,
      SourceErrors errors,
      Selection selection,
      Source.Sink sink)
      throws IOException {
    var scan = new WebDatasetScan(WebDatasetFields.of(conf), file, errors, selection, sink);
    TarScan.walk(conf, file, selection, scan);
    scan.finishSample();
  }

  @Override
  public void file(Source member) throws IOException {
    TarName name = TarName.of(member.name);
    if (name == null || selection.hides(archive, member.name)) {
      return; // the second: in a hidden folder
    }
    if (!name.base().equals(base)) {
      finishSample();
      base = name.base();
    }
    compressed = member.kind == Source.Kind.TAR_ENTRY;
    end = member.offset + (member.length + BLOCK - 1) / BLOCK * BLOCK;
    String suffix = name.suffix();
    if (suffixes.size() == MAX_MEMBERS) {
      fail(member.offset, "at most " + MAX_MEMBERS + " members with one base name", "more");
    } else if (!suffixes.add(suffix)) {
      fail(member.offset, "each suffix once", "a second member ." + suffix);
    } else {
      members.add(
          new WebDatasetMember(name.field(), suffix, member.offset, member.length, member.tag));
    }
  }

  /** Links and devices are passed over, as WebDataset does. */
  @Override
  public void other(MemberName name) {}

  @Override
  public void cut(MemberName member, IOException why) throws IOException {
    String name = member.text();
    finishIfOther(name);
    if (SourceErrors.isInterruption(why)) {
      throw why;
    }
    String found = SourceErrors.reason(why) + " in '" + name + "'; what follows is lost too";
    var cut =
        new MalformedRecordException(
            "cut tar", path, file.getLen(), -1, "whole members and an end mark", found);
    errors.unreadable(sample, path + "!" + name, cut);
    sink.accept(sample);
    clear(); // the sample of that member lacks it
  }

  private void finishIfOther(String name) throws IOException {
    TarName cut = TarName.of(name);
    if (cut != null && !cut.base().equals(base)) {
      finishSample();
    }
  }

  private void fail(long offset, String expected, String found) {
    if (wrong == null) {
      wrong = malformed(offset, expected, found);
    }
  }

  private MalformedRecordException malformed(long offset, String expected, String found) {
    return new MalformedRecordException(WHAT, path + "!" + base, offset, -1, expected, found);
  }

  private void clear() {
    base = null;
    members.clear();
    suffixes.clear();
    wrong = null;
  }

  /** Passes the sample that ends here, if there is one. */
  private void finishSample() throws IOException {
    if (base == null) {
      return;
    }
    WebDatasetMember image = fields.imageOf(members);
    WebDatasetMember label = fields.labelled() ? fields.labelOf(members) : null;
    WebDatasetMember key = fields.keyOf(members);
    check(image, label, key);
    if (wrong != null) {
      errors.unreadable(sample, path + "!" + base, wrong);
    } else {
      sample
          .set(
              Source.Kind.WEBDATASET,
              path,
              base,
              image.offset(),
              image.length(),
              image.ordinal(),
              image.length())
          .in(file);
      sample.detail = wanted(image, label, key).detail();
    }
    clear();
    sink.accept(sample);
  }

  private void check(WebDatasetMember image, WebDatasetMember label, WebDatasetMember key) {
    if (image == null) {
      fail(first(), "a member with " + fields.imageText(), found());
    } else if (fields.labelled() && label == null) {
      String expected =
          fields.label().isEmpty()
              ? "a member .cls or .json with the label (another member: --label-field; to pack without"
                  + " labels: --header none)"
              : "a member for the label field " + fields.label();
      fail(first(), expected, found());
    } else if (!fields.key().isEmpty() && key == null) {
      fail(first(), "a member for the key field " + fields.key(), found());
    }
  }

  private long first() {
    return members.isEmpty() ? end : members.get(0).offset();
  }

  private String found() {
    String shown =
        members.stream()
            .limit(MAX_SHOWN)
            .map(member -> "." + member.field())
            .collect(Collectors.joining(" "));
    return shown + (members.size() > MAX_SHOWN ? " and more" : "");
  }

  /** Returns the members to read, in the order of the tar. */
  private WebDatasetMember.Wanted wanted(
      WebDatasetMember image, WebDatasetMember label, WebDatasetMember key) {
    var wanted = new WebDatasetMember.Wanted(compressed);
    for (WebDatasetMember member : members) {
      int role =
          (member == image ? WebDatasetMember.IMAGE : 0)
              | (member == label ? WebDatasetMember.LABEL : 0)
              | (member == key ? WebDatasetMember.KEY : 0);
      if (role != 0) {
        wanted.add(member, role);
      }
    }
    return wanted;
  }
}
