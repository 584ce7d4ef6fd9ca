// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.Sample;
import dev.recordio.formats.webdataset.TarName;
import dev.recordio.formats.webdataset.WebDatasetFields;
import dev.recordio.formats.webdataset.WebDatasetSample;
import dev.recordio.jobs.pack.source.MemberName;
import dev.recordio.jobs.pack.source.PayloadBuilder;
import dev.recordio.jobs.pack.source.Selection;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.pack.source.SourceErrors;
import dev.recordio.jobs.pack.source.SourceReader;
import dev.recordio.jobs.pack.source.TarScan;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.util.Progressable;

/**
 * Finds the samples of a tar by its headers, and reads them. A sample is a run of neighbouring
 * members with one base name; a base name that comes again later is another sample. Of each sample
 * the members that are needed are read, in one read where little is between them.
 */
final class WebDatasetSamples implements SampleReader {
  /** Members of a sample are kept until it ends. */
  static final int MAX_MEMBERS = 1 << 16;

  /** Bytes between the members of a sample that are read rather than skipped. */
  private static final int MAX_GAP = 1 << 16;

  private final WebDatasetFields fields;
  private final SourceReader content;
  private final Source slice = new Source();
  private final PayloadBuilder text = new PayloadBuilder();

  WebDatasetSamples(Configuration conf, Progressable progress) throws IOException {
    fields = fields(conf);
    content = new SourceReader(conf, progress);
  }

  private static WebDatasetFields fields(Configuration conf) {
    return new WebDatasetFields(SampleFormat.WEBDATASET.fields(conf));
  }

  static void scan(
      Configuration conf,
      FileStatus file,
      SourceErrors errors,
      Selection selection,
      Source.Sink sink)
      throws IOException {
    var scan = new Scan(fields(conf), file, errors, selection, sink);
    TarScan.walk(conf, file, selection, scan);
    scan.finishSample();
  }

  @Override
  public void read(Source source, PayloadBuilder image, Sample sample) throws IOException {
    WebDatasetSample wanted = WebDatasetSample.of(SampleFormat.detailOf(source));
    if (wanted.compressed() || !readAtOnce(source, wanted, image, sample)) {
      readEach(source, wanted, image, sample);
    }
  }

  /** Reads all members in one read; false when that is too much. */
  private boolean readAtOnce(
      Source source, WebDatasetSample wanted, PayloadBuilder all, Sample sample)
      throws IOException {
    long from = Long.MAX_VALUE;
    long to = 0;
    for (WebDatasetSample.Member member : wanted.members()) {
      from = Math.min(from, member.offset());
      to = Math.max(to, member.offset() + member.length());
    }
    int start = all.length();
    boolean few = to - from - source.length <= MAX_GAP;
    if (!few || start + to - from > RecordIOFormat.MAX_PAYLOAD_BYTES) {
      return false;
    }
    slice(source, source.name, from, to - from);
    content.read(slice, all);
    int image = 0;
    for (WebDatasetSample.Member member : wanted.members()) {
      int at = start + (int) (member.offset() - from);
      image = member.isImage() ? at : image;
      parse(source, member, all.bytes(), at, sample);
    }
    all.keep(image, (int) source.length);
    return true;
  }

  private void readEach(Source source, WebDatasetSample wanted, PayloadBuilder image, Sample sample)
      throws IOException {
    for (WebDatasetSample.Member member : wanted.members()) {
      String name = source.name + "." + member.field();
      long length = member.length();
      if (wanted.compressed()) {
        slice
            .set(Source.Kind.TAR_ENTRY, source.path, name, 0, length, member.ordinal(), length)
            .within(source);
      } else {
        slice(source, name, member.offset(), length);
      }
      PayloadBuilder target = member.isImage() ? image : text;
      if (!member.isImage()) {
        check(source, member);
        text.begin(0);
      }
      int at = target.length();
      content.read(slice, target);
      parse(source, member, target.bytes(), at, sample);
    }
  }

  private void slice(Source source, String name, long offset, long length) {
    slice.set(Source.Kind.SLICE, source.path, name, offset, length, 0, length).within(source);
  }

  private static void check(Source source, WebDatasetSample.Member member)
      throws MalformedRecordException {
    try {
      WebDatasetFields.checkText(member);
    } catch (MalformedRecordException e) {
      throw e.at(name(source, member));
    }
  }

  private void parse(
      Source source, WebDatasetSample.Member member, byte[] bytes, int at, Sample sample)
      throws MalformedRecordException {
    try {
      fields.read(member, bytes, at, sample);
    } catch (MalformedRecordException e) {
      throw e.at(name(source, member));
    }
  }

  private static String name(Source source, WebDatasetSample.Member member) {
    return source.path + "!" + source.name + "." + member.field();
  }

  @Override
  public void close() throws IOException {
    content.close();
  }

  /** Groups the members of a tar. */
  private static final class Scan implements TarScan.Members {
    private static final int BLOCK = 512;

    private final WebDatasetFields fields;
    private final FileStatus file;
    private final String path;
    private final String archive; // what comes before names
    private final SourceErrors errors;
    private final Selection selection;
    private final Source.Sink sink;
    private final Source sample = new Source();

    private final List<WebDatasetSample.Member> members = new ArrayList<>();
    private final Set<String> suffixes = new HashSet<>();
    private boolean compressed;
    private String base;
    private long end; // of the last member's blocks
    private MalformedRecordException wrong; // with the sample; the first error

    private Scan(
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
            new WebDatasetSample.Member(name.field(), member.offset, member.length, member.tag));
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
        wrong = WebDatasetFields.malformed(offset, expected, found);
      }
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
      try {
        if (wrong != null) {
          throw wrong;
        }
        WebDatasetSample read = fields.choose(members, compressed, end);
        WebDatasetSample.Member image = read.image();
        long length = image.length();
        SampleFormat.WEBDATASET
            .set(sample, path, base, image.offset(), length, image.ordinal(), length)
            .in(file);
        SampleFormat.WEBDATASET.addDetail(sample, read.toBytes());
      } catch (MalformedRecordException e) {
        errors.unreadable(sample, path + "!" + base, e.at(path + "!" + base));
      }
      clear();
      sink.accept(sample);
    }
  }
}
