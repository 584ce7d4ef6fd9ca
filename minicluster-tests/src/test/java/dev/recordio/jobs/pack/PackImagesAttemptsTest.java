// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.cluster.ClusterExtension;
import dev.recordio.cluster.HdfsFolder;
import dev.recordio.cluster.HdfsUnderTest;
import dev.recordio.cluster.ImageFiles;
import dev.recordio.cluster.MiniYarn;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.Supports;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/** Images made in containers are those of one task here, also after an attempt has died. */
@ExtendWith(ClusterExtension.class)
@Supports(row = "images resized and encoded while packing, as im2rec", engine = "MapReduce")
class PackImagesAttemptsTest implements HdfsUnderTest {
  private final MiniYarn yarn;
  private final HdfsFolder folder;

  PackImagesAttemptsTest(MiniYarn yarn, TestInfo test) throws IOException {
    this.yarn = yarn;
    folder = HdfsFolder.of(yarn.dfs(), test);
  }

  @Override
  public HdfsFolder folder() {
    return folder;
  }

  /** Packs the list in so many shards; returns the job, which has succeeded. */
  private Job pack(Configuration conf, int shards, Class<? extends PackMapper> mapper, String out)
      throws Exception {
    PackConf.LIST.set(conf, path("images/multi.lst"));
    PackConf.ROOT.set(conf, path("images"));
    PackConf.SHARDS.set(conf, shards);
    PackConf.RESIZE.set(conf, 40);
    PackConf.INTER.set(conf, 10);
    PackConf.ON_ERROR.set(conf, "skip"); // some of the fixtures are no images
    try (var pack = new PackJob(conf, List.of(), path(out))) {
      pack.job().setMapperClass(mapper);
      return Jobs.run(pack.job());
    }
  }

  private byte[] records(String out, int shards) throws IOException {
    var all = new ByteArrayOutputStream();
    for (int i = 0; i < shards; i++) {
      all.writeBytes(read(path(String.format("%s/part-%05d.rec", out, i))));
    }
    return all.toByteArray();
  }

  @Test
  void shardsTasksAndDeadAttemptsDoNotChangeAByte() throws Exception {
    ImageFiles.write(yarn.dfs(), path("images"), "multi.lst");
    Job here = pack(conf(), 1, PackMapper.class, "one");
    Job there = pack(yarn.conf(), 2, HaltingPackMapper.class, "two");

    assertEquals(1, counter(there, JobCounter.NUM_FAILED_MAPS));
    assertTrue(counter(here, PackCounter.IMAGES_MADE) > 15);
    for (PackCounter each : PackCounter.values()) {
      assertEquals(counter(here, each), counter(there, each), each.name());
    }
    assertArrayEquals(records("one", 1), records("two", 2));
  }

  private static long counter(Job job, Enum<?> counter) throws IOException {
    return job.getCounters().findCounter(counter).getValue();
  }
}
