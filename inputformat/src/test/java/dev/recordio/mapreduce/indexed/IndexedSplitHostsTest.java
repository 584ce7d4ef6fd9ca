// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.indexed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.mapreduce.IndexedRecordIOInputFormat;
import dev.recordio.testing.LocalFilesUnderTest;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.Test;

/** Splits of records by number know where their bytes are. */
class IndexedSplitHostsTest implements LocalFilesUnderTest {
  private static final int BLOCK = 10_000;

  /** Local files with hosts as if they had blocks: a pair of hosts for each. */
  public static final class OnHosts extends LocalFileSystem {
    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length) {
      var blocks = new BlockLocation[(int) ((file.getLen() + BLOCK - 1) / BLOCK)];
      for (int i = 0; i < blocks.length; i++) {
        String[] hosts = hosts(file.getPath(), i);
        long begin = (long) i * BLOCK;
        blocks[i] = new BlockLocation(hosts, hosts, begin, Math.min(BLOCK, file.getLen() - begin));
      }
      return blocks;
    }
  }

  private static String[] hosts(Path file, long block) {
    return new String[] {file.getName() + block, "shared" + block % 2};
  }

  @Override
  public Configuration conf() {
    var conf = new Configuration();
    conf.setClass("fs.file.impl", OnHosts.class, FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    return conf;
  }

  private Job job() throws IOException {
    copy("indexed.rec");
    copy("indexed.idx");
    copy("plain.rec");
    Job job = Job.getInstance(conf());
    FileInputFormat.setInputPaths(job, path("indexed.rec"), path("plain.rec"));
    return job;
  }

  /** Returns the bytes of a split that each host has. */
  private static Map<String, Long> bytes(IndexedSplit split) {
    var bytes = new HashMap<String, Long>();
    for (IndexedSplit.Piece piece : split.pieces()) {
      for (long at = piece.run().begin(); at < piece.run().end(); at += 4) {
        for (String host : hosts(piece.run().path(), at / BLOCK)) {
          bytes.merge(host, 4L, Long::sum);
        }
      }
    }
    return bytes;
  }

  private static void assertBest(List<InputSplit> splits) throws Exception {
    for (InputSplit split : splits) {
      Map<String, Long> bytes = bytes((IndexedSplit) split);
      List<Long> most =
          bytes.values().stream().sorted((a, b) -> Long.compare(b, a)).limit(3).toList();
      List<Long> named = Arrays.stream(split.getLocations()).map(bytes::get).toList();
      assertEquals(most, named, split::toString);
    }
  }

  @Test
  void partsByCountAreAtTheHostsOfMostOfTheirBytes() throws Exception {
    Job job = job();
    for (int parts : new int[] {1, 3, 20}) {
      IndexedRecordIOInputFormat.setEqualParts(job, parts);
      List<InputSplit> splits = new IndexedRecordIOInputFormat().getSplits(job);
      assertEquals(parts, splits.size());
      assertBest(splits);
    }
  }

  @Test
  void splitsBySizeAreAtTheHostsOfTheirBlock() throws Exception {
    Job job = job();
    FileInputFormat.setMaxInputSplitSize(job, BLOCK);
    List<InputSplit> splits = new IndexedRecordIOInputFormat().getSplits(job);
    assertTrue(splits.size() > 30, splits.size() + " splits");
    assertBest(splits);
  }
}
