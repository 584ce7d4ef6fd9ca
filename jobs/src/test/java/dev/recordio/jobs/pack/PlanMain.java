// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.ManyFiles;
import dev.recordio.jobs.pack.source.PackConf;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;

/** Makes a plan and prints: records, shards, the peak of the heap in bytes, milliseconds. */
final class PlanMain {
  private PlanMain() {}

  /** Takes the input, whether to shuffle, and a folder for the plan. */
  public static void main(String[] args) throws Exception {
    var conf = new JobConf(); // as the job's: with the defaults of MapReduce
    ManyFiles.install(conf);
    PackConf.SHUFFLE.set(conf, args[1]);
    long start = System.nanoTime();
    PackPlan plan =
        new PackPlanner(conf, count -> {}).plan(List.of(new Path(args[0])), new Path(args[2]));
    long millis = (System.nanoTime() - start) / 1_000_000;
    long peak =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .mapToLong(pool -> pool.getPeakUsage().getUsed())
            .sum();
    System.out.println(plan.records() + " " + plan.shards().size() + " " + peak + " " + millis);
  }
}
