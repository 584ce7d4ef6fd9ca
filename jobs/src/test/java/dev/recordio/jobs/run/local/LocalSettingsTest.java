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
  private static final String REDUCE_BYTES = "mapreduce.reduce.memory.totalbytes";

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

  @Test
  void theInputOfAllReduceTasksFitsTheHeap() {
    long heap = Runtime.getRuntime().maxMemory();
    for (int threads : new int[] {1, 3, 64}) {
      var conf = new Configuration();
      RunConf.THREADS.set(conf, threads);
      assertEquals(heap / 8 / threads, LocalSettings.taskMemory(conf, Long.MAX_VALUE, 8));
      assertEquals(5, LocalSettings.taskMemory(conf, 5, 8));
      LocalSettings.apply(conf, new Path("/scratch"));
      assertEquals(heap / 2 / threads, conf.getLong(REDUCE_BYTES, -1));
      conf.setLong(REDUCE_BYTES, 7);
      LocalSettings.apply(conf, new Path("/scratch"));
      assertEquals(7, conf.getLong(REDUCE_BYTES, -1), "a configured size stays");
    }
  }

  @Test
  void aTaskOfAClusterHasTheHeapForItself() {
    var conf = new Configuration();
    conf.set("mapreduce.framework.name", "yarn");
    RunConf.THREADS.set(conf, 64);
    long heap = Runtime.getRuntime().maxMemory();
    assertEquals(heap / 8, LocalSettings.taskMemory(conf, Long.MAX_VALUE, 8));
    assertEquals(100, LocalSettings.sortMebibytes(conf));
  }
}
