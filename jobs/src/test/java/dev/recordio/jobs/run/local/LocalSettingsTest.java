// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Settings of jobs that run inside one process. */
class LocalSettingsTest {
  private static final String SORT_MB = "mapreduce.task.io.sort.mb";

  private static int sortMb(int threads, int configured) {
    var conf = new Configuration();
    RunConf.THREADS.set(conf, threads);
    conf.setInt(SORT_MB, configured);
    LocalSettings.apply(conf, new Path("/scratch"));
    return conf.getInt(SORT_MB, -1);
  }

  @Test
  void sortBuffersOfAllTasksFitTheHeap() {
    long quarter = Runtime.getRuntime().maxMemory() / 4 >> 20;
    for (int threads : new int[] {1, 4, 16, 64}) {
      int each = sortMb(threads, 100);
      assertTrue(each * threads <= Math.max(quarter, threads), each + " of " + threads);
      assertTrue(each == 100 || each == Math.max(1, quarter / threads), () -> each + " MB");
    }
    assertEquals(1, sortMb(1 << 20, 100));
  }

  @Test
  void aConfiguredSizeStays() {
    assertEquals(16, sortMb(1 << 20, 16));
    assertEquals(400, sortMb(1 << 20, 400));
  }
}
