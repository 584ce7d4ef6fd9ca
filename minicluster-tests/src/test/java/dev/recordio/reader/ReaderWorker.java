// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.hadoop.conf.Configuration;

/**
 * A worker in a process of its own that somebody kills: reads a batch for each byte of its standard
 * input, prints the batch's epochs and ordinals in a line, and saves its state every few batches.
 */
public final class ReaderWorker {
  /** Batches from one state to the next. */
  static final int SAVED_EVERY = 5;

  private ReaderWorker() {}

  /**
   * Reads.
   *
   * @param args a pipeline, its shard, and the file for the state: its first line has the number of
   *     batches read, the others the state
   */
  public static void main(String[] args) throws IOException {
    var conf = new Configuration();
    ReaderConf.SHARD.set(conf, args[1]);
    Path file = Path.of(args[2]);
    try (Reader<RecordBatch> reader = Readers.open(conf, args[0])) {
      int batches = 0;
      save(file, batches, reader);
      while (System.in.read() >= 0 && reader.next()) {
        System.out.println(line(reader.epoch(), reader.get()));
        System.out.flush();
        batches++;
        if (batches % SAVED_EVERY == 0) {
          save(file, batches, reader);
        }
      }
    }
  }

  private static void save(Path file, int batches, Reader<?> reader) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    Files.writeString(next, batches + "\n" + reader.state());
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Returns what was read, as words {@code epoch:ordinal}. */
  static String line(long epoch, RecordBatch batch) {
    var line = new StringBuilder();
    for (int i = 0; i < batch.size(); i++) {
      line.append(i == 0 ? "" : " ").append(epoch).append(':').append(batch.get(i).ordinal());
    }
    return line.toString();
  }
}
