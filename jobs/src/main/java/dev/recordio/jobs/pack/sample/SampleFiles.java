// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.image.ImageExtensions;
import dev.recordio.jobs.pack.source.InputScan;
import dev.recordio.jobs.pack.source.PackConf;
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

  /** Makes a finder by the configured format. */
  public SampleFiles(Configuration conf, SourceErrors errors) {
    this.conf = conf;
    this.errors = errors;
    wanted = SampleFormat.of(conf);
    detects = PackConf.FROM.getChoice(conf).equals(AUTO);
  }

  @Override
  public boolean scanFolder(FileSystem fs, FileStatus folder, Source.Sink sink) throws IOException {
    if (wanted == null) {
      FileStatus index = detects ? SampleFormat.mdsIndex(fs, folder.getPath()) : null;
      return index != null && isDetected(fs, index, SampleFormat.MDS, sink);
    }
    if (walk(fs, folder.getPath(), sink) == 0) {
      throw new FileNotFoundException("no " + wanted + " file in " + folder.getPath());
    }
    return true;
  }

  private boolean isDetected(FileSystem fs, FileStatus file, SampleFormat format, Source.Sink sink)
      throws IOException {
    byte[] head = InputScan.head(fs, file);
    if (!format.isDetected(head, head.length, file.getLen())) {
      return false;
    }
    format.scan(conf, file, errors, sink);
    return true;
  }

  private long walk(FileSystem fs, Path folder, Source.Sink sink) throws IOException {
    FileStatus[] entries = fs.listStatus(folder);
    Arrays.sort(entries, InputScan.ORDER);
    long found = 0;
    for (FileStatus entry : entries) {
      String name = entry.getPath().getName().toLowerCase(Locale.ROOT);
      if (name.startsWith(".") || name.startsWith("_")) {
        continue;
      }
      if (entry.isDirectory()) {
        found += walk(fs, entry.getPath(), sink);
      } else if (wanted.isNamed(name)) {
        wanted.scan(conf, entry, errors, sink);
        found++;
      }
    }
    return found;
  }

  @Override
  public boolean scanFile(FileSystem fs, FileStatus file, Source.Sink sink) throws IOException {
    if (wanted != null) {
      wanted.scan(conf, file, errors, sink);
      return true;
    }
    if (!detects || ImageExtensions.DEFAULT.matches(file.getPath().getName())) {
      return false;
    }
    byte[] head = InputScan.head(fs, file);
    for (SampleFormat format : SampleFormat.values()) {
      if (format.isDetected(head, head.length, file.getLen())) {
        format.scan(conf, file, errors, sink);
        return true;
      }
    }
    return false;
  }
}
