// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Processes that append to one store at the same time: nothing of any is lost. */
public final class WriterRace {
  private WriterRace() {}

  /**
   * Makes a store, and runs writers.
   *
   * @param path a new folder
   * @param writers how many processes
   * @param appends how often each of them appends
   */
  public static void run(Configuration conf, Path path, int writers, int appends)
      throws IOException, InterruptedException {
    Store store = Store.create(conf, path, TestStore.schema("label=<i8"));
    var processes = new ArrayList<Process>();
    try {
      for (int i = 0; i < writers; i++) {
        processes.add(JavaProcess.start(RacingWriter.class, path, i, appends));
      }
      for (Process process : processes) {
        assertEquals("ready", JavaProcess.out(process).readLine(), "a writer begins");
      }
      for (Process process : processes) {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
      }
      for (int i = 0; i < writers; i++) {
        check(store, processes.get(i), i, appends);
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
    Snapshot last = store.snapshot();
    assertEquals((long) writers * appends * RacingWriter.RECORDS, last.length());
    assertEquals((long) writers * appends, last.generation());
    TestStore.requireSound(conf, store);
  }

  private static void check(Store store, Process process, int writer, int appends)
      throws IOException, InterruptedException {
    BufferedReader out = JavaProcess.out(process);
    var firstIds = new ArrayList<Long>();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      firstIds.add(Long.parseLong(line));
    }
    assertEquals(0, process.waitFor());
    assertEquals(appends, firstIds.size());
    try (StoreGather gather = store.snapshot().gather()) {
      long before = -1;
      for (int i = 0; i < appends; i++) {
        long first = firstIds.get(i);
        assertTrue(first > before);
        before = first;
        try (GatherBatch batch = gather.range(first, first + RacingWriter.RECORDS, 1)) {
          for (int record = 0; record < RacingWriter.RECORDS; record++) {
            assertEquals(
                RacingWriter.label(writer, i, record),
                batch.value("label", record).order(ByteOrder.LITTLE_ENDIAN).getLong());
          }
        }
      }
    }
  }
}
