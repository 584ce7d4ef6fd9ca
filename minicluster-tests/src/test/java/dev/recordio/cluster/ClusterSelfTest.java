// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.cluster.HdfsFaults.StoppedDataNode;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/** The shared HDFS works as the tests built on it require. */
@ExtendWith(ClusterExtension.class)
class ClusterSelfTest {
  private static final int LENGTH = 20_000;

  private final MiniDfs dfs;
  private final Path dir;
  private final byte[] content = new byte[LENGTH];

  ClusterSelfTest(MiniDfs dfs, TestInfo test) throws IOException {
    this.dfs = dfs;
    this.dir = dfs.freshDir(test.getTestMethod().orElseThrow().getName());
    new Random(1).nextBytes(content);
  }

  @Test
  void aFileHasTheBlocksAndReplicasItAskedFor() throws IOException {
    Path file = dfs.write(new Path(dir, "small"), content, MiniDfs.MIN_BLOCK_SIZE, 3);

    BlockLocation[] blocks = dfs.fs().getFileBlockLocations(file, 0, LENGTH);
    assertEquals(40, blocks.length);
    assertEquals(3, blocks[0].getNames().length);
    assertTrue(blocks[0].getNames()[0].startsWith("127.0.0.1:"), blocks[0]::toString);
    assertArrayEquals(content, dfs.read(file));

    Path plain = dfs.write(new Path(dir, "default"), content);
    assertEquals(5, dfs.fs().getFileBlockLocations(plain, 0, LENGTH).length);
  }

  @Test
  void aFreshDirIsEmptyTheSecondTimeToo() throws IOException {
    dfs.write(new Path(dir, "left"), content);
    assertEquals(0, dfs.fs().listStatus(dfs.freshDir(dir.getName())).length);
  }

  @Test
  void aCorruptReplicaIsReadThroughAnotherAndReported() throws IOException {
    Path file = dfs.write(new Path(dir, "f"), content);
    try (FSDataInputStream in = dfs.fs().open(file)) {
      dfs.faults().corruptReplicaUnder(in, 9_000);
      assertArrayEquals(content, in.readAllBytes());
    }
    assertEquals(1, dfs.faults().reportedCorruptReplicas(file));
  }

  @Test
  void aDataNodeOfCorruptReplicasIsMetAndReadAround() throws IOException {
    Path file = dfs.write(new Path(dir, "f"), content, MiniDfs.MIN_BLOCK_SIZE, 3);
    assertEquals(40, dfs.faults().corruptReplicasOn(0, file));
    assertArrayEquals(content, dfs.read(file));
    assertTrue(dfs.faults().reportedCorruptReplicas(file) > 0);
  }

  @Test
  void aCorruptOnlyReplicaIsAnError() throws IOException {
    Path file = dfs.write(new Path(dir, "f"), content, MiniDfs.BLOCK_SIZE, 1);
    dfs.faults().corruptReplica(file, LENGTH - 1);
    assertThrows(ChecksumException.class, () -> dfs.read(file));
  }

  @Test
  void aTruncatedFileIsClosedAndHasItsHead() throws IOException {
    Path file = dfs.write(new Path(dir, "f"), content);
    dfs.faults().truncate(file, 9_001); // inside the third block
    assertArrayEquals(Arrays.copyOf(content, 9_001), dfs.read(file));
    dfs.faults().truncate(file, MiniDfs.BLOCK_SIZE); // at a block's end
    assertArrayEquals(Arrays.copyOf(content, MiniDfs.BLOCK_SIZE), dfs.read(file));
  }

  @Test
  void aStreamSurvivesTheDataNodeItReadsFrom() throws IOException {
    Path file = dfs.write(new Path(dir, "f"), content, 16_384, 2);
    byte[] read = new byte[LENGTH];
    try (FSDataInputStream in = dfs.fs().open(file)) {
      in.readFully(read, 0, 100);
      var first = ((HdfsDataInputStream) in).getCurrentDatanode();
      try (StoppedDataNode stopped = dfs.faults().stopDataNodeServing(in)) {
        assertEquals(MiniDfs.DATA_NODES - 1, dfs.cluster().getDataNodes().size());
        in.seek(12_000); // beyond what the stream has buffered
        in.readFully(read, 12_000, LENGTH - 12_000);
        in.seek(100);
        in.readFully(read, 100, 12_000 - 100);
        assertFalse(first.equals(((HdfsDataInputStream) in).getCurrentDatanode()));
      }
    }
    assertArrayEquals(content, read);
    assertEquals(MiniDfs.DATA_NODES, dfs.cluster().getDataNodes().size());
    assertArrayEquals(content, dfs.read(file));
  }

  @Test
  void aLocalJobReadsAndWritesTheSharedHdfs() throws Exception {
    Job job = Job.getInstance(dfs.localJobConf());
    FileInputFormat.addInputPath(
        job, dfs.write(new Path(dir, "in"), "a\n".repeat(1_500).getBytes(US_ASCII), 1024, 2));
    FileOutputFormat.setOutputPath(job, new Path(dir, "out"));
    job.setNumReduceTasks(0);

    assertTrue(job.waitForCompletion(false), job::toString);
    // The identity mapper writes offset and line: the first two offsets show where lines begin.
    String out = new String(dfs.read(new Path(dir, "out/part-m-00000")), US_ASCII);
    assertTrue(out.startsWith("0\ta\n2\ta\n"), out);
    assertEquals(3, dfs.fs().globStatus(new Path(dir, "out/part-m-*")).length);
  }
}
