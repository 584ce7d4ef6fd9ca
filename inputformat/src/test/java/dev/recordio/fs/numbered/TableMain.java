// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import dev.recordio.fs.record.DamageTracker;
import dev.recordio.order.EpochOrder;
import dev.recordio.testing.ManyRecords;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * Reads the first records of an epoch of many, and prints: records that were wrong, files open at a
 * time, files opened, bytes of indexes read when the table was opened, and afterwards, entries in
 * memory, milliseconds to open the table, to read, the peak of the heap in bytes.
 */
final class TableMain {
  private TableMain() {}

  /** Takes the number of files, of the records of each, and of those to read; block; window. */
  public static void main(String[] args) throws Exception {
    var conf = new Configuration();
    long records = Long.parseLong(args[1]);
    List<FileStatus> files = ManyRecords.files(conf, Integer.parseInt(args[0]), records);
    long wanted = Long.parseLong(args[2]);
    long wrong = 0;
    long start = System.nanoTime();
    try (var table = RecordTable.open(conf, files)) {
      long opened = System.nanoTime();
      long openingBytes = ManyRecords.indexBytes();
      int block = Integer.parseInt(args[3]);
      var order = new EpochOrder(table.total(), 1, 0, block, Integer.parseInt(args[4]));
      long entries = 0;
      try (var gather =
          new RecordGather(conf, table, order.records(0, wanted), DamageTracker.failing())) {
        for (long i = 0; i < wanted; i++) {
          boolean right =
              gather.next()
                  && gather.taken() == i
                  && ManyRecords.number(gather.buffer(), gather.payloadOffset()) == order.at(i);
          wrong += right ? 0 : 1;
          entries = i % 1024 == 0 ? Math.max(entries, table.entriesInMemory()) : entries;
        }
      }
      long end = System.nanoTime();
      long peak =
          ManagementFactory.getMemoryPoolMXBeans().stream()
              .filter(pool -> pool.getType() == MemoryType.HEAP)
              .mapToLong(pool -> pool.getPeakUsage().getUsed())
              .sum();
      System.out.printf(
          "%d %d %d %d %d %d %d %d %d",
          wrong,
          ManyRecords.mostOpen(),
          ManyRecords.opened(),
          openingBytes,
          ManyRecords.indexBytes() - openingBytes,
          entries,
          (opened - start) / 1_000_000,
          (end - opened) / 1_000_000,
          peak);
    }
  }
}
