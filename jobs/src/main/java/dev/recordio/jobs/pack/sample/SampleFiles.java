// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.bytes.FileSignature;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.mosaic.MdsIndex;
import dev.recordio.image.ImageExtensions;
import dev.recordio.jobs.pack.source.InputScan;
import dev.recordio.jobs.pack.source.Selection;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.pack.source.SourceErrors;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Finds the files of other loaders among pack's inputs. With {@code --from FORMAT} every input is
 * one, and a folder means its files of that format, those in folders below too; by default files
 * that are named directly are looked at, and folders that hold MosaicML's index.
 */
public final class SampleFiles implements InputScan.Foreign {
  private static final String AUTO = "auto";

  private final Configuration conf;
  private final SourceErrors errors;
  private final SampleFormat wanted; // null: none, or to be detected
  private final boolean detects;
  private final Selection selection;

  public SampleFiles(Configuration conf, SourceErrors errors, Selection selection) {
    this.conf = conf;
    this.errors = errors;
    this.selection = selection;
    wanted = SampleFormat.of(conf);
    detects = SampleConf.FROM.getChoice(conf).equals(AUTO);
  }

  @Override
  public List<FileStatus> filesOf(FileSystem fs, FileStatus folder) throws IOException {
    if (wanted == null) {
      FileStatus index = detects ? MdsIndex.of(fs, folder.getPath()) : null;
      return index == null ? null : List.of(index);
    }
    var found = new ArrayList<FileStatus>();
    walk(fs, folder.getPath(), found);
    if (found.isEmpty()) {
      throw new FileNotFoundException(
          "no file of format " + wanted + " in " + folder.getPath() + ", nor in a folder there");
    }
    return found;
  }

  private void walk(FileSystem fs, Path folder, List<FileStatus> found) throws IOException {
    FileStatus[] entries = fs.listStatus(folder);
    Arrays.sort(entries, InputScan.ORDER);
    boolean deep = wanted != SampleFormat.MDS || !hasFile(entries, MdsIndex.NAME);
    for (FileStatus entry : entries) {
      String name = entry.getPath().getName();
      if (selection.hides(folder + "/", name) || name.startsWith("_")) {
        continue; // of the second kind are files that writers leave beside their data
      }
      if (!entry.isDirectory()) {
        if (wanted.isNamed(name.toLowerCase(Locale.ROOT))) {
          found.add(entry);
        }
      } else if (deep) {
        // An index of MDS may list shards of folders below it, which may have their own index.
        walk(fs, entry.getPath(), found);
      }
    }
  }

  private static boolean hasFile(FileStatus[] entries, String name) {
    return Arrays.stream(entries)
        .anyMatch(entry -> entry.isFile() && entry.getPath().getName().equals(name));
  }

  @Override
  public boolean scanFile(
      FileSystem fs, FileStatus file, String below, InputScan.Head head, Source.Sink sink)
      throws IOException {
    if (wanted != null) {
      scan(wanted, file, below, sink);
      return true;
    }
    if (!detects || ImageExtensions.DEFAULT.matches(file.getPath().getName())) {
      return false;
    }
    if (MdsIndex.isIndex(fs, file)) {
      scan(SampleFormat.MDS, file, below, sink);
      return true;
    }
    byte[] bytes = head.bytes();
    for (SampleFormat format : SampleFormat.values()) {
      if (format.isDetected(bytes)) {
        scan(format, file, below, sink);
        return true;
      }
    }
    SampleFormat named = named(DataName.of(file.getPath().getName()));
    if (named != null) {
      scanNamed(named, file, below, bytes, sink);
    }
    return named != null;
  }

  /** Returns the format that a name alone decides for; the content must be of it. */
  private static SampleFormat named(DataName name) {
    if (name == DataName.PARQUET || name == DataName.ARRAYRECORD) {
      return name == DataName.PARQUET ? SampleFormat.PARQUET : SampleFormat.ARRAYRECORD;
    }
    return name == DataName.TFRECORD ? SampleFormat.TFRECORD : null;
  }

  private void scanNamed(
      SampleFormat format, FileStatus file, String below, byte[] head, Source.Sink sink)
      throws IOException {
    try {
      scan(format, file, below, sink);
    } catch (MalformedRecordException e) {
      throw new MalformedRecordException(
          e.what(),
          e.path(),
          e.offset(),
          -1,
          e.expected(),
          e.found() + FileSignature.hint(head, head.length) + "; --from files packs it as it is");
    }
  }

  @Override
  public boolean opensInnerTars() {
    return !SampleConf.FROM.getChoice(conf).equals("files");
  }

  @Override
  public String formatOf(String name) {
    SampleFormat format = null;
    if (detects) {
      String lower = name.toLowerCase(Locale.ROOT);
      format =
          SampleFormat.PARQUET.isNamed(lower)
              ? SampleFormat.PARQUET
              : SampleFormat.ARRAYRECORD.isNamed(lower)
                  ? SampleFormat.ARRAYRECORD
                  : SampleFormat.TFRECORD.isNamed(lower) ? SampleFormat.TFRECORD : null;
    }
    return format == null ? null : format.toString();
  }

  @Override
  public void checkRecord(FileStatus file, InputScan.Head head) throws IOException {
    if (detects && !ImageExtensions.DEFAULT.matches(file.getPath().getName())) {
      DataName.check(file.getPath().toString(), head.bytes());
    }
  }

  private void scan(SampleFormat format, FileStatus file, String below, Source.Sink sink)
      throws IOException {
    if (selection.takes(below)) {
      format.scan(conf, file, errors, selection, sink);
    }
  }
}
