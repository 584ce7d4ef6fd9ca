// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.task.RecordIOCounter;
import dev.recordio.testing.Ended;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import java.io.IOException;
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
  private final HadoopJar hadoopJar;
  private final Path images;
  private final Path list;
  private final Path output;

  HadoopJarPackTest(MiniYarn yarn, @TempDir java.nio.file.Path temp) throws Exception {
    this.yarn = yarn;
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
