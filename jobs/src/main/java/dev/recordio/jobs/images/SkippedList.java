// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import dev.recordio.bytes.NameText;
import dev.recordio.fs.stream.SideFile;
import dev.recordio.images.batch.SkippedImage;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Lists images that were left out: in the file {@code _rejects/images} of the output, with a TAB
 * between the record's file and the reason, or on standard error, where only the first ones are.
 */
final class SkippedList implements Closeable {
  private static final int MAX_SHOWN = 20;

  private final PrintStream err; // or null
  private final SideFile file; // or null
  private long count;

  private SkippedList(PrintStream err, SideFile file) {
    this.err = err;
    this.file = file;
  }

  /** Lists on standard error. */
  static SkippedList on(PrintStream err) {
    return new SkippedList(err, null);
  }

  /** Lists in a file, which is created if there is anything to list. */
  static SkippedList in(Configuration conf, Path output) {
    return new SkippedList(null, new SideFile(conf, new Path(output, "_rejects/images")));
  }

  /** Returns how many there are. */
  long count() {
    return count;
  }

  void add(SkippedImage image) {
    count++;
    String reason = image.reason().replaceAll("\\s", " ");
    if (file == null) {
      if (count <= MAX_SHOWN) {
        err.println("skipped: " + reason + (count == MAX_SHOWN ? " (no more are shown)" : ""));
      }
      return;
    }
    try {
      file.line(NameText.escape(image.path()) + "\t" + NameText.escape(reason));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
