// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import dev.recordio.testing.Sampled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Files in blocks smaller than their records, which end anywhere in a record. */
@ExtendWith(ClusterExtension.class)
class HdfsBlocksTest implements HdfsUnderTest {
  static final List<String> NAMES = ExpectedRecords.NAMES;

  private static final int[] BLOCK_SIZES = {512, 1024, 1536};
  private static final long[] SPLIT_SIZES = {1, 7, 100, 513, 4096, 1_000_000};

  /** Every split opens its file: cases with more splits than this are skipped. */
  private static final int MAX_SPLITS = 90;

  /**
   * Every block costs milliseconds: with {@code -Pfuzz} alone are there cases with more of them.
   */
  private static final int MAX_BLOCKS = Sampled.step(200, Integer.MAX_VALUE);

  private final RecordIOInputFormat format = new RecordIOInputFormat();

  private Job job(Path file) throws IOException {
    Job job = Jobs.of(conf());
    FileInputFormat.setInputPaths(job, file);
    return job;
  }

  /** A job whose splits have {@code size} bytes, whether that is less than a block or more. */
  private Job job(Path file, long size) throws IOException {
    Job job = job(file);
    FileInputFormat.setMinInputSplitSize(job, size);
    FileInputFormat.setMaxInputSplitSize(job, size);
    return job;
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void anyBlockAndSplitSizeGivesEachRecordOnceWithItsOffset(String name) throws Exception {
    byte[] bytes = ExpectedRecords.bytes(name + ".rec");
    List<ReadRecord> expected = ExpectedRecords.of(name);
    int cases = 0;
    int sizes = 0;
    for (int blockSize : BLOCK_SIZES) {
      if (bytes.length / blockSize > MAX_BLOCKS) {
        continue;
      }
      sizes++;
      Path file = folder().dfs().write(path(blockSize + "/" + name + ".rec"), bytes, blockSize, 1);
      for (long size : SPLIT_SIZES) {
        if (bytes.length / size > MAX_SPLITS) {
          continue;
        }
        Job job = job(file, size);
        assertSplits(format.getSplits(job), size, bytes.length);
        assertEquals(expected, Records.ofAll(format, job), blockSize + "-byte blocks, " + size);
        cases++;
      }
      assertSplits(format.getSplits(job(file)), blockSize, bytes.length);
      assertEquals(expected, Records.ofAll(format, job(file)), blockSize + "-byte blocks");
    }
    assertTrue(sizes >= 1 && cases >= 2 * sizes, cases + " cases");
  }

  /** Splits of {@code size} follow each other to the file's end; the last may be a tenth longer. */
  private static void assertSplits(List<InputSplit> splits, long size, long length) {
    long next = 0;
    for (InputSplit split : splits) {
      var file = (FileSplit) split;
      assertEquals(next, file.getStart());
      next += file.getLength();
      assertTrue(
          file.getLength() == size || next == length && file.getLength() <= size * 1.1,
          file::toString);
    }
    assertEquals(length, next);
  }

  @Test
  void splitsAreAtTheHostsOfTheBlockTheyBeginIn() throws Exception {
    byte[] bytes = ExpectedRecords.bytes("mixed.rec");
    Path file = folder().dfs().write(path("mixed.rec"), bytes, 1536, 2);
    BlockLocation[] blocks = fs().getFileBlockLocations(file, 0, bytes.length);
    assertEquals((bytes.length + 1535) / 1536, blocks.length);
    var seen = new TreeSet<Set<String>>((a, b) -> a.toString().compareTo(b.toString()));
    var jobs = new ArrayList<Job>(List.of(job(file)));
    for (long size : new long[] {513, 4096}) {
      jobs.add(job(file, size));
    }
    for (Job job : jobs) {
      for (InputSplit split : format.getSplits(job)) {
        BlockLocation block = blocks[(int) (((FileSplit) split).getStart() / 1536)];
        Set<String> hosts = new TreeSet<>(List.of(split.getLocations()));
        assertEquals(new TreeSet<>(List.of(block.getHosts())), hosts, split::toString);
        assertEquals(2, hosts.size());
        seen.add(hosts);
      }
    }
    assertEquals(3, seen.size(), "pairs of three DataNodes");
  }
}
