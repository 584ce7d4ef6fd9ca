// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.testing.ManyRecords;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads batches of an epoch of many records, saves the state, and reads on from it in another
 * pipeline, as two workers of another number would. Prints: records that were wrong or repeated,
 * files open at a time, files left open, ms to the first record, ms to save and restore, bytes of
 * the state.
 */
final class ReaderMain {
  private ReaderMain() {}

  /** Takes the number of files, of the records of each, of batches to read, and the order. */
  public static void main(String[] args) throws Exception {
    var conf = new Configuration();
    int files = Integer.parseInt(args[0]);
    long records = Long.parseLong(args[1]);
    int batches = Integer.parseInt(args[2]);
    String folder = ManyRecords.folder(conf, files, records);
    String spec = "recordio:" + folder + " | " + args[3];
    spec += " | batch(256) | prefetch(4m) | repeat(2)";
    long start = System.nanoTime();
    long first = 0;
    long wrong = 0;
    String state;
    long read = 0;
    try (Reader<RecordBatch> reader = Readers.open(conf, spec)) {
      for (int b = 0; b < batches; b++) {
        wrong += reader.next() ? 0 : 1;
        first = b == 0 ? System.nanoTime() - start : first;
        wrong += wrong(reader.get(), records, read, 1);
        read += reader.get().size();
      }
      state = reader.state().toString();
    }
    long saved = System.nanoTime();
    ReaderConf.SHARD.set(conf, "1/2");
    long restoring;
    try (Reader<RecordBatch> reader = Readers.open(conf, spec)) {
      long opened = System.nanoTime();
      reader.restore(ReaderState.parse(state));
      restoring = System.nanoTime() - opened;
      for (int b = 0; b < batches; b++) {
        wrong += reader.next() ? 0 : 1;
        wrong += wrong(reader.get(), records, read + 1, 2);
        read += 2L * reader.get().size();
      }
    }
    System.out.printf(
        "%d %d %d %d %d %d",
        wrong,
        ManyRecords.mostOpen(),
        ManyRecords.open(),
        TimeUnit.NANOSECONDS.toMillis(first),
        TimeUnit.NANOSECONDS.toMillis(restoring),
        state.length());
  }

  /** Counts the records whose positions, or numbers, are not those expected. */
  private static long wrong(RecordBatch batch, long records, long position, int step) {
    long wrong = 0;
    for (int i = 0; i < batch.size(); i++) {
      Record record = batch.get(i);
      long file = Long.parseLong(record.path().getName().replace(".rec", ""));
      long number = file * records + record.fileOffset() / ManyRecords.RECORD_BYTES;
      boolean right =
          record.position() == position + (long) step * i
              && ManyRecords.number(record.bytes(), record.offset()) == number;
      wrong += right ? 0 : 1;
    }
    return wrong;
  }
}
