// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import static dev.recordio.jobs.testing.CommandTestBase.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.Recordio;
import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.task.RecordIOCounter;
import dev.recordio.testing.Ended;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The shipped jar packs from HDFS to HDFS in containers without any other class of the project. */
@ExtendWith(ClusterExtension.class)
class HadoopJarPackTest implements HdfsUnderTest {
  private final MiniYarn yarn;
  private final java.nio.file.Path temp;
  private final HadoopJar hadoopJar;
  private final Path images;
  private final Path list;
  private final Path output;

  HadoopJarPackTest(MiniYarn yarn, @TempDir java.nio.file.Path temp) throws Exception {
    this.yarn = yarn;
    this.temp = temp;
    hadoopJar = new HadoopJar(yarn, temp);
    images = path("images");
    list = ImageFiles.write(yarn.dfs(), images, "multi.lst");
    output = path("packed");
  }

  private Ended pack() throws Exception {
    return hadoopJar.run("pack --list {} --root {} --shards 1 {}", list, images, output);
  }

  @Test
  void packsWhatMxnetPacksAndAJobReadsEachRecordOnce() throws Exception {
    Ended packed = pack();
    assertEquals(0, packed.status(), packed.err());
    assertEquals("", packed.out());
    assertEquals(
        List.of("_SUCCESS", "_pack.json", "part-00000.idx", "part-00000.rec", "part-00000.ridx"),
        names(output));
    Path shard = new Path(output, "part-00000.rec");
    assertArrayEquals(ImageFiles.bytes("multi.rec"), read(shard));
    assertEquals(
        String.join("\n", ImageFiles.lines("multi.idx")) + "\n",
        readText(new Path(output, "part-00000.idx")));
    assertTrue(packed.err().contains("25 files"), packed.err());

    Ended again = pack();
    assertEquals(2, again.status(), again.err());
    String error = errorOf(again);
    assertTrue(error.contains("exists") && error.contains(output.toString()), error);

    readBack();
  }

  /** In containers, from the shipped jar alone, the same bytes as in this process. */
  @Test
  void packsBoxesAndTarsOfTarsWithAClassMap() throws Exception {
    Path map = write("map.txt", "dog\ncat\n".getBytes(StandardCharsets.UTF_8));
    var named = new ArrayList<String>();
    var boxes = new ArrayList<String>();
    for (String line : ImageFiles.lines("multi.lst")) {
      String name = line.substring(line.lastIndexOf('\t') + 1);
      int id = named.size() * 3;
      named.add(
          String.format(
              "{\"id\": %d, \"file_name\": \"%s\", \"width\": 90, \"height\": 60}", id, name));
      boxes.add(
          String.format(
              "{\"image_id\": %d, \"category_id\": %d, \"bbox\": [%d, 1, 2, 3]}", id, id % 2, id));
    }
    String json =
        String.format(
            "{\"images\": %s, \"annotations\": %s, \"categories\": [{\"id\": 0, \"name\": \"cat\"},"
                + " {\"id\": 1, \"name\": \"cow\"}]}",
            named, boxes);
    Path annotations = write("boxes.json", json.getBytes(StandardCharsets.UTF_8));
    String line = "pack -q --shards 3 --class-map {} --unknown skip --from coco {} --root {} {}";
    Ended packed = hadoopJar.run(line, map, annotations, images, output);
    assertEquals(0, packed.status(), packed.err());
    Path own = path("own");
    assertEquals(0, Recordio.run(conf(), words(line, map, annotations, images, own)).code());
    assertSame(own, output);
    assertTrue(packed.err().contains("12 objects are left out, as"), packed.err());

    Path tar = write("all.tar", tarOfTars());
    line = "pack -q --shards 2 --class-map {} {} {}";
    Ended tars = hadoopJar.run(line, map, tar, path("tars"));
    assertEquals(0, tars.status(), tars.err());
    assertEquals(0, Recordio.run(conf(), words(line, map, tar, path("own-tars"))).code());
    assertSame(path("own-tars"), path("tars"));
    assertEquals("dog\ncat\n", readText(new Path(path("tars"), "synset.txt")));
  }

  private void assertSame(Path expected, Path found) throws IOException {
    assertEquals(names(expected), names(found));
    for (String name : names(expected)) {
      if (!name.equals("_pack.json")) { // has times
        assertArrayEquals(read(new Path(expected, name)), read(new Path(found, name)), name);
      }
    }
  }

  /** Returns what GNU tar makes of a tar of images for each of two classes. */
  private byte[] tarOfTars() throws IOException, InterruptedException {
    for (String inner : List.of("cat", "dog")) {
      for (int i = 0; i < 3; i++) {
        java.nio.file.Path file = temp.resolve(inner + i + ".jpg");
        Files.write(file, ImageFiles.bytes("files/" + firstName()));
      }
      tar(inner + ".tar", inner + "0.jpg", inner + "1.jpg", inner + "2.jpg");
    }
    tar("all.tar", "cat.tar", "dog.tar");
    return Files.readAllBytes(temp.resolve("all.tar"));
  }

  private static String firstName() throws IOException {
    String line = ImageFiles.lines("multi.lst").get(0);
    return line.substring(line.lastIndexOf('\t') + 1);
  }

  private void tar(String name, String... members) throws IOException, InterruptedException {
    var line = new ArrayList<>(List.of("tar", "-cf", name));
    line.addAll(List.of(members));
    assertEquals(0, new ProcessBuilder(line).directory(temp.toFile()).start().waitFor());
  }

  private void readBack() throws Exception {
    Path described = path("described");
    Job job = Jobs.describing(conf(), described);
    job.setInputFormatClass(RecordIOInputFormat.class);
    FileInputFormat.setInputPaths(job, output);
    FileInputFormat.setMaxInputSplitSize(job, 65_536); // two splits
    Jobs.run(job);
    List<List<ReadRecord>> tasks = Jobs.described(this, described);
    assertEquals(2, tasks.size());
    var found = new ArrayList<ReadRecord>();
    tasks.forEach(found::addAll);
    found.sort(Comparator.comparingLong(ReadRecord::offset));
    byte[] mxnets = ImageFiles.bytes("multi.rec");
    Path file = write("part-00000.rec", mxnets);
    assertEquals(Records.of(conf(), file, 0, mxnets.length), found);
    assertEquals(
        ImageFiles.lines("multi.tsv").stream()
            .skip(1)
            .map(line -> line.split("\t"))
            .map(cell -> cell[1] + " " + cell[2])
            .toList(),
        found.stream().map(record -> record.offset() + " " + record.length()).toList());
    assertEquals(25, job.getCounters().findCounter(RecordIOCounter.RECORDS_READ).getValue());
  }

  private List<String> names(Path dir) throws IOException {
    return Jobs.names(fs(), dir);
  }

  private static String errorOf(Ended ended) {
    List<String> lines = ended.err().lines().filter(l -> l.startsWith("recordio: ")).toList();
    assertEquals(1, lines.size(), ended.err());
    return lines.get(0);
  }
}
