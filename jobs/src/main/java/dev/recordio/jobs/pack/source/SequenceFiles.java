// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;

/** Calls Hadoop's reader of SequenceFiles, which throws whatever comes of damaged bytes. */
final class SequenceFiles {
  /** What calls the reader. */
  @FunctionalInterface
  interface Step<T> {
    /** Reads; whatever it throws that is unchecked means damage. */
    T read() throws IOException;
  }

  private SequenceFiles() {}

  /**
   * Runs a step of reading.
   *
   * @throws IOException when Hadoop's reader fails
   */
  static <T> T step(Step<T> step) throws IOException {
    try {
      return step.read();
    } catch (UncheckedIOException e) {
      throw e; // not of the reader
    } catch (RuntimeException e) {
      throw new SourceFault("damaged: expected a SequenceFile, found bytes that give " + e, e);
    }
  }

  /** Opens a file whose header was checked. */
  static SequenceFile.Reader open(Configuration conf, Path file) throws IOException {
    return step(() -> new Reader(conf, file));
  }

  /** Hadoop's reader, but for keys that have a length. */
  private static final class Reader extends SequenceFile.Reader {
    Reader(Configuration conf, Path file) throws IOException {
      super(conf, SequenceFile.Reader.file(file));
    }

    /** The reader accepts keys of this class alone. */
    @Override
    public synchronized Class<?> getKeyClass() {
      Class<?> type = super.getKeyClass();
      return type == Text.class || type == BytesWritable.class ? SequenceKey.class : type;
    }
  }
}
