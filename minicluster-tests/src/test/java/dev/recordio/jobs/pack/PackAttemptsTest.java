// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.cluster.ClusterExtension;
import dev.recordio.cluster.EagerEstimator;
import dev.recordio.cluster.HdfsFolder;
import dev.recordio.cluster.ImageFiles;
import dev.recordio.cluster.MeetingPoint;
import dev.recordio.cluster.MiniYarn;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.testing.Jobs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whatever happens to attempts in containers, pack leaves each shard once, byte for byte. */
@ExtendWith(ClusterExtension.class)
class PackAttemptsTest {
  private final MiniYarn yarn;
  private final Path dir;
  private final FileSystem fs;
  private final Configuration conf;

  PackAttemptsTest(MiniYarn yarn, TestInfo test) throws IOException {
    this.yarn = yarn;
    fs = yarn.dfs().fs();
    dir = HdfsFolder.of(yarn.dfs(), test).path();
    conf = yarn.conf();
    Path images = new Path(dir, "images");
    PackConf.LIST.set(conf, ImageFiles.write(yarn.dfs(), images, "multi.lst"));
    PackConf.ROOT.set(conf, images);
  }

  private Job pack(int shards, Class<? extends PackMapper> mapper) throws Exception {
    PackConf.SHARDS.set(conf, shards);
    try (var pack = new PackJob(conf, List.of(), new Path(dir, "out"))) {
      Job job = pack.job();
      job.setMapperClass(mapper);
      return Jobs.run(job);
    }
  }

  private byte[] shard(int shard, String suffix) throws IOException {
    return yarn.dfs().read(new Path(dir, String.format("out/part-%05d%s", shard, suffix)));
  }

  private List<String> output() throws IOException {
    return Jobs.names(fs, new Path(dir, "out"));
  }

  @Test
  void aTaskThatDiesHalfWayIsRetriedAndLeavesEachRecordOnce() throws Exception {
    Job job = pack(2, HaltingPackMapper.class);

    assertEquals(1, job.getCounters().findCounter(JobCounter.NUM_FAILED_MAPS).getValue());
    assertEquals(
        List.of(
            "_SUCCESS",
            "part-00000.idx",
            "part-00000.rec",
            "part-00000.ridx",
            "part-00001.idx",
            "part-00001.rec",
            "part-00001.ridx"),
        output());
    // Shards of a list follow each other: end to end they are the only shard of another job.
    byte[] first = shard(0, ".rec");
    byte[] second = shard(1, ".rec");
    assertTrue(first.length > 0 && second.length > 0);
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    assertArrayEquals(ImageFiles.bytes("multi.rec"), both);
    var index = new ArrayList<>(index(0, 0));
    index.addAll(index(1, first.length));
    assertEquals(ImageFiles.lines("multi.idx"), index);
  }

  /** The lines of a shard's index, for a file in which the shard begins at {@code base}. */
  private List<String> index(int shard, long base) throws IOException {
    return new String(shard(shard, ".idx"), StandardCharsets.UTF_8)
        .lines()
        .map(line -> line.split("\t"))
        .map(cell -> cell[0] + "\t" + (Long.parseLong(cell[1]) + base))
        .toList();
  }

  @Test
  void ofTwoAttemptsAtTheSameTimeOneIsCommitted() throws Exception {
    conf.setBoolean("mapreduce.map.speculative", true);
    conf.setClass(
        "yarn.app.mapreduce.am.job.task.estimator.class", EagerEstimator.class, Object.class);
    conf.setLong("mapreduce.job.speculative.retry-after-speculate", 600_000); // ms: only one
    try (var meeting = new MeetingPoint(conf)) {
      Job job = pack(1, MeetingPackMapper.class);

      List<String> met = meeting.whoMet();
      String task = job.getJobID().toString().replace("job_", "attempt_") + "_m_000000_";
      assertEquals(List.of(task + 0, task + 1), met.stream().sorted().toList());
      assertEquals(2, job.getCounters().findCounter(JobCounter.TOTAL_LAUNCHED_MAPS).getValue());
      assertEquals(0, job.getCounters().findCounter(JobCounter.NUM_FAILED_MAPS).getValue());
    }
    assertEquals(
        List.of("_SUCCESS", "part-00000.idx", "part-00000.rec", "part-00000.ridx"), output());
    assertArrayEquals(ImageFiles.bytes("multi.rec"), shard(0, ".rec"));
    assertArrayEquals(ImageFiles.bytes("multi.idx"), shard(0, ".idx"));
  }
}
