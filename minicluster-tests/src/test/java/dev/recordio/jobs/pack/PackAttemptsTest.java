// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.cluster.AttemptsTestBase;
import dev.recordio.cluster.ImageFiles;
import dev.recordio.cluster.MiniYarn;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.junit.jupiter.api.Test;

/**
 * Whatever happens to attempts in containers, pack leaves each shard once, with the images that one
 * task makes here, byte for byte.
 */
@Supports(row = "images resized and encoded while packing, as im2rec", engine = "MapReduce")
class PackAttemptsTest extends AttemptsTestBase {
  PackAttemptsTest(MiniYarn yarn) {
    super(yarn);
  }

  /** Prepares to pack the list in so many shards. */
  private PackJob pack(Configuration conf, int shards, String out) throws Exception {
    PackConf.LIST.set(conf, path("images/multi.lst"));
    PackConf.ROOT.set(conf, path("images"));
    PackConf.SHARDS.set(conf, shards);
    PackConf.RESIZE.set(conf, 40);
    PackConf.INTER.set(conf, 10);
    PackConf.ON_ERROR.set(conf, "skip"); // some of the fixtures are no images
    return new PackJob(conf, List.of(), path(out));
  }

  /** The file of a shard. */
  private byte[] shard(String out, int shard, String suffix) throws IOException {
    return read(path(String.format("%s/part-%05d%s", out, shard, suffix)));
  }

  /** The lines of a shard's index, for a file in which the shard begins at {@code base}. */
  private List<String> index(String out, int shard, long base) throws IOException {
    return new String(shard(out, shard, ".idx"), StandardCharsets.UTF_8)
        .lines()
        .map(line -> line.split("\t"))
        .map(cell -> cell[0] + "\t" + (Long.parseLong(cell[1]) + base))
        .toList();
  }

  @Test
  void deadAndSpeculativeAttemptsDoNotChangeAByte() throws Exception {
    ImageFiles.write(yarn.dfs(), path("images"), "multi.lst");
    Job here;
    try (var pack = pack(conf(), 1, "one")) {
      here = Jobs.run(pack.job());
    }
    Job there;
    try (var pack = pack(confOfTwice(), 2, "two")) {
      there = runTwice(pack.job(), HalfWay.class);
    }
    // A slow machine may launch or lose further attempts: what they leave is checked below.
    assertTrue(counter(there, JobCounter.TOTAL_LAUNCHED_MAPS) >= 4);
    assertTrue(counter(there, JobCounter.NUM_FAILED_MAPS) >= 1);
    assertTrue(counter(here, PackCounter.IMAGES_MADE) > 15);
    for (PackCounter each : PackCounter.values()) {
      assertEquals(counter(here, each), counter(there, each), each.name());
    }
    assertEquals(
        List.of(
            "_SUCCESS",
            "_pack.json",
            "_rejects",
            "part-00000.idx",
            "part-00000.rec",
            "part-00000.ridx",
            "part-00001.idx",
            "part-00001.rec",
            "part-00001.ridx"),
        Jobs.names(fs(), path("two")));
    assertSameRecords();
  }

  /** Shards of a list follow each other: end to end they are the only shard of the other job. */
  private void assertSameRecords() throws IOException {
    byte[] first = shard("two", 0, ".rec");
    byte[] second = shard("two", 1, ".rec");
    assertTrue(first.length > 0 && second.length > 0);
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    assertArrayEquals(shard("one", 0, ".rec"), both);
    var index = new ArrayList<>(index("two", 0, 0));
    index.addAll(index("two", 1, first.length));
    assertEquals(index("one", 0, 0), index);
  }
}
