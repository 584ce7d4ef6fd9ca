// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.cluster.ClusterExtension;
import dev.recordio.cluster.HdfsFolder;
import dev.recordio.cluster.ImageFiles;
import dev.recordio.cluster.MeetingPoint;
import dev.recordio.cluster.MiniYarn;
import dev.recordio.images.ImageConf;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.WatchedTask;
import dev.recordio.jobs.job.WatchedTask.Watch;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.CodecCounters;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Jobs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.util.GenericOptionsParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** OpenCV in containers, by {@code -libjars}: it is not on the class path of this JVM. */
@Tag("native")
@ExtendWith(ClusterExtension.class)
class OpenCvOnYarnTest {
  private final MiniYarn yarn;
  private final Path dir;
  private final Path images;
  private Path list;
  private long count;

  OpenCvOnYarnTest(MiniYarn yarn) throws IOException {
    this.yarn = yarn;
    dir = HdfsFolder.current().path();
    images = new Path(dir, "images");
  }

  @BeforeEach
  void write() throws IOException {
    var lines = new ArrayList<String>();
    for (String line : ImageFiles.lines("single.lst")) {
      String name = line.substring(line.lastIndexOf('\t') + 1);
      if (!name.startsWith("c bad/")) {
        lines.add(line);
        yarn.dfs()
            .write(new Path(images, new Path(null, null, name)), ImageFiles.bytes("files/" + name));
      }
    }
    count = lines.size();
    byte[] text = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    list = yarn.dfs().write(new Path(images, "good.lst"), text);
  }

  /**
   * Waits, with half of its images made, until the job's other task has got as far. It tells where
   * native code was unpacked: the temporary folder, the cache, and the cache's folders.
   */
  static final class Unpacking implements Watch {
    @Override
    public void halfWay(TaskContext task) throws IOException {
      String cache = System.getProperty("org.bytedeco.javacpp.cachedir");
      try (Stream<java.nio.file.Path> folders = Files.list(java.nio.file.Path.of(cache))) {
        String names =
            folders.map(folder -> folder.getFileName().toString()).collect(Collectors.joining(","));
        String told = System.getProperty("java.io.tmpdir") + "\t" + cache + "\t" + names;
        MeetingPoint.arrive(task.conf(), told);
      }
    }
  }

  private static String jars() throws IOException {
    try (Stream<java.nio.file.Path> jars = Files.list(java.nio.file.Path.of("target", "opencv"))) {
      String all = jars.map(jar -> jar.toUri().toString()).collect(Collectors.joining(","));
      assertEquals(6, all.split(",").length, all);
      return all;
    }
  }

  @Test
  void twoTasksOfANodeUnpackInTheirOwnFolders() throws Exception {
    Configuration conf = yarn.conf();
    new GenericOptionsParser(conf, new String[] {"-libjars", jars()});
    ImageConf.CODEC.set(conf, "opencv");
    PackConf.LIST.set(conf, list);
    PackConf.ROOT.set(conf, images);
    PackConf.RESIZE.set(conf, 48);
    PackConf.SHARDS.set(conf, 2);
    try (var pack = new PackJob(conf, List.of(), new Path(dir, "out"));
        var meeting = new MeetingPoint(pack.job().getConfiguration())) {
      Job job = pack.job();
      WatchedTask.watch(job, Unpacking.class);
      Jobs.run(job);

      assertEquals("OpenCV 4.13.0", CodecCounters.line(job.getCounters()));
      assertEquals(count, job.getCounters().findCounter(PackCounter.IMAGES_MADE).getValue());
      List<String[]> met = meeting.whoMet().stream().map(told -> told.split("\t")).toList();
      assertNotEquals(met.get(0)[1], met.get(1)[1]);
      for (String[] told : met) {
        assertTrue(told[0].matches(".*/container_[^/]*/tmp"), told[0]);
        assertTrue(told[1].startsWith(told[0] + "/"), told[1]);
        assertTrue(told[2].contains("opencv-") && told[2].contains("javacpp-"), told[2]);
        // This cluster keeps containers' folders, a real one does not.
        assertTrue(FileUtil.fullyDelete(new java.io.File(told[1])), told[1]);
      }
    }
  }

  @Test
  void theJarsAreAskedForBeforeAnythingIsRead() throws Exception {
    String missing = new Path(dir, "missing.lst").toString();
    var line = new ArrayList<String>(List.of("pack", "-D", "recordio.image.codec=opencv"));
    line.addAll(List.of("--list", missing, "--root", images.toString(), "--resize", "48"));
    line.add(new Path(dir, "none").toString());

    Recordio without = Recordio.run(yarn.conf(), line.toArray(String[]::new)).ended(2);
    assertTrue(without.err().contains("-libjars"), without.err());

    line.addAll(1, List.of("-libjars", jars()));
    Recordio with = Recordio.run(yarn.conf(), line.toArray(String[]::new)).ended(3);
    assertTrue(with.err().contains("missing.lst"), with.err());
  }
}
