// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs;

import dev.recordio.fs.row.RowInputs;
import dev.recordio.jobs.index.IndexJob;
import dev.recordio.jobs.records.copy.CopyJob;
import dev.recordio.jobs.rows.SegmentTable;
import dev.recordio.jobs.rows.stats.StatsJob;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Prepares a job as its client does, with its splits as when it is submitted. Prints: files listed
 * in folders, calls for each of them besides, tasks, bytes of heap that the job holds, bytes of its
 * configuration, bytes of its scratch files, reduce tasks.
 */
final class ClientMain {
  private ClientMain() {}

  private record Prepared(Closeable client, Job job, List<FileStatus> files) {}

  /** Takes the job, the input, and a folder for scratch files. */
  public static void main(String[] args) throws Exception {
    var conf = new Configuration();
    ManyFiles.install(conf);
    conf.set("mapreduce.cluster.local.dir", args[2]);
    conf.setBoolean("mapreduce.input.fileinputformat.input.dir.recursive", true);
    long before = heap();
    Prepared prepared = prepare(args[0], conf, new Path(args[1]), new Path(args[2], "out"));
    long held = heap() - before;
    Job job = prepared.job();
    var format = ReflectionUtils.newInstance(job.getInputFormatClass(), job.getConfiguration());
    int tasks = format.getSplits(job).size();
    var xml = new ByteArrayOutputStream();
    job.getConfiguration().writeXml(xml);
    Map<String, Long> calls = ManyFiles.calls();
    long others = calls.values().stream().mapToLong(Long::longValue).sum() - calls.get("list");
    long scratch = bytes(java.nio.file.Path.of(args[2]));
    System.out.println(
        String.join(
            " ",
            List.of(
                "" + calls.get("list"),
                "" + others,
                "" + tasks,
                "" + held,
                "" + xml.size(),
                "" + scratch,
                "" + job.getNumReduceTasks())));
    Reference.reachabilityFence(prepared);
    prepared.client().close();
  }

  private static Prepared prepare(String name, Configuration conf, Path input, Path output)
      throws Exception {
    List<Path> inputs = List.of(input);
    switch (name) {
      case "index" -> {
        conf.setBoolean("recordio.index.check", true); // no folder can be written
        var index = new IndexJob(conf, inputs);
        return new Prepared(index, index.job(), index.files());
      }
      case "reshard" -> {
        var copy = new CopyJob(CopyJob.What.RESHARD, conf, inputs, output);
        return new Prepared(copy, copy.census(), List.of());
      }
      case "sample" -> {
        conf.set("recordio.sample.count", "100");
        var sample = new CopyJob(CopyJob.What.SAMPLE, conf, inputs, output);
        return new Prepared(sample, sample.census(), List.of());
      }
      case "stats" -> {
        List<FileStatus> files = RowInputs.list(conf, inputs, null);
        var stats = new StatsJob(conf, SegmentTable.of(conf, files));
        return new Prepared(stats, stats.job(), files); // which the report names
      }
      default -> throw new IllegalArgumentException(name);
    }
  }

  /**
   * Returns the bytes of live objects. The serial collector leaves up to 5 % dead objects where
   * they are, but at one collection in four (MarkSweepDeadRatio, MarkSweepAlwaysCompactCount).
   */
  private static long heap() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  private static long bytes(java.nio.file.Path folder) throws Exception {
    try (var files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
