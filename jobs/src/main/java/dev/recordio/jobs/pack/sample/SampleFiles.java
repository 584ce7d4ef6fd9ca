// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.image.ImageExtensions;
import dev.recordio.jobs.pack.source.InputScan;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.Selection;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.pack.source.SourceErrors;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Finds the files of other loaders among pack's inputs. With {@code --from FORMAT} every input is
 * one, and a folder means its files of that format, those in folders below too; by default files
 * that are named directly are looked at, and folders that hold MosaicML's index.
 */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class SampleFiles implements InputScan.Foreign {
  private static final String AUTO = "auto";

  private final Configuration conf;
  private final SourceErrors errors;
  private final SampleFormat wanted; // null: none, or to be detected
  private final boolean detects;
  private final Selection selection;

  /** Makes a finder by the configured format. */
  public SampleFiles(Configuration conf, SourceErrors errors, Selection selection) {
    this.conf = conf;
    this.errors = errors;
    this.selection = selection;
    wanted = SampleFormat.of(conf);
    detects = PackConf.FROM.getChoice(conf).equals(AUTO);
  }

  @Override
  public boolean scanFolder(FileSystem fs, FileStatus folder, Source.Sink sink) throws IOException {
    if (wanted == null) {
      FileStatus index = detects ? MdsIndex.of(fs, folder.getPath()) : null;
      if (index != null) {
        SampleFormat.MDS.scan(conf, index, errors, selection, sink);
      }
      return index != null;
    }
    if (walk(fs, folder.getPath(), "", sink) == 0) {
      throw new FileNotFoundException(
          "no file of format " + wanted + " in " + folder.getPath() + ", nor in a folder there");
    }
    return true;
  }

  /**
   * @param below the folder's path below the input, with a slash at its end; empty for the input
   */
  private long walk(FileSystem fs, Path folder, String below, Source.Sink sink) throws IOException {
    FileStatus[] entries = fs.listStatus(folder);
    Arrays.sort(entries, InputScan.ORDER);
    long found = 0;
    boolean deep = wanted != SampleFormat.MDS || !hasFile(entries, MdsIndex.NAME);
    for (FileStatus entry : entries) {
      String path = below + entry.getPath().getName();
      String name = entry.getPath().getName().toLowerCase(Locale.ROOT);
      if (selection.hides(folder + "/", entry.getPath().getName()) || name.startsWith("_")) {
        continue; // of the second kind are files that writers leave beside their data
      }
      if (entry.isDirectory()) {
        // An index of MDS may list shards of folders below it, which may have their own index.
        found += deep ? walk(fs, entry.getPath(), path + "/", sink) : 0;
      } else if (wanted.isNamed(name)) {
        if (selection.takes(path)) {
          wanted.scan(conf, entry, errors, selection, sink);
        }
        found++;
      }
    }
    return found;
  }

  private static boolean hasFile(FileStatus[] entries, String name) {
    return Arrays.stream(entries)
        .anyMatch(entry -> entry.isFile() && entry.getPath().getName().equals(name));
  }

  @Override
  public boolean scanFile(FileSystem fs, FileStatus file, InputScan.Head head, Source.Sink sink)
      throws IOException {
    if (wanted != null) {
      scan(wanted, file, sink);
      return true;
    }
    if (!detects || ImageExtensions.DEFAULT.matches(file.getPath().getName())) {
      return false;
    }
    if (MdsIndex.isIndex(fs, file)) {
      scan(SampleFormat.MDS, file, sink);
      return true;
    }
    byte[] bytes = head.bytes();
    for (SampleFormat format : SampleFormat.values()) {
      if (format.isDetected(bytes, bytes.length, file.getLen())) {
        scan(format, file, sink);
        return true;
      }
    }
    return false;
  }

  private void scan(SampleFormat format, FileStatus file, Source.Sink sink) throws IOException {
    if (selection.takes(file.getPath().getName())) {
      format.scan(conf, file, errors, selection, sink);
    }
  }
}
