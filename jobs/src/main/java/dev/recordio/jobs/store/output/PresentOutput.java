// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.output;

import dev.recordio.npy.NpyHeader;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Which records have a value: a file of truth values, which is made with the first that has none.
 */
final class PresentOutput implements Closeable {
  private final Configuration conf;
  private final Path file;
  private final long records;
  private long count;
  private ArrayOutput out; // null: all have one so far

  PresentOutput(Configuration conf, Path file, long records) {
    this.conf = conf;
    this.file = file;
    this.records = records;
  }

  /**
   * Writes whether the next record has a value.
   *
   * @throws IllegalStateException when there are more records than announced
   */
  void add(boolean present) throws IOException {
    if (count == records) {
      throw new IllegalStateException(file + " is of " + records + " records, not of more");
    }
    if (!present && out == null) {
      out = ArrayOutput.create(conf, file, NpyHeader.BOOL, records);
      for (long i = 0; i < count; i++) {
        out.out().putByte(1);
      }
    }
    if (out != null) {
      out.out().putByte(present ? 1 : 0);
    }
    count++;
  }

  /** Writes that the next records have values. */
  void addPresent(int more) throws IOException {
    if (out == null && more <= records - count) {
      count += more;
      return;
    }
    for (int i = 0; i < more; i++) {
      add(true);
    }
  }

  /** Ends the file, if there is one. */
  void finish() throws IOException {
    if (count < records) {
      throw new IllegalStateException(file + " is of " + records + " records, not of " + count);
    }
    if (out != null) {
      out.finish();
    }
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      out.close();
    }
  }
}
