// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.run.split.SplitGroup;
import java.util.ArrayList;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The plan of shuffle for large input: as many tasks as are busy, and no tiny pieces. */
class MapTaskBytesTest {
  private static final long BLOCK = 128L << 20;
  private static final long SHARD = 512L << 20;

  /** The figures of docs/operations.md: terabytes, map tasks, bytes of a piece at least. */
  @ParameterizedTest
  @CsvSource({"1, 7451, 72000", "2, 7451, 72000", "10, 7451, 72000", "100, 23284, 23000"})
  void piecesAreLargeAndTasksAreMany(long terabytes, int tasks, long piece) throws Exception {
    long bytes = terabytes * 1_000_000_000_000L;
    int shards = Math.toIntExact(-Math.floorDiv(-bytes, SHARD));
    var splits = new ArrayList<FileSplit>();
    for (long at = 0; at < bytes; at += BLOCK) {
      long length = Math.min(BLOCK, bytes - at);
      splits.add(new FileSplit(new Path("/in"), at, length, new String[0]));
    }
    long size = ShuffleJob.mapTaskBytes(bytes, shards);
    var groups = size == 0 ? SplitGroup.each(splits) : SplitGroup.wide(splits, size);
    assertEquals(tasks, groups.size());
    assertTrue(bytes / groups.size() / shards >= piece, () -> bytes / groups.size() / shards + "");
  }

  @Test
  void whatTheUserSetsIsKept() throws Exception {
    Job job = Job.getInstance(new Configuration(false));
    long input = 10_000_000_000_000L;
    assertEquals(18_627L * (64 << 10), ShuffleJob.mapTaskBytes(job, input, 18_627));
    FileInputFormat.setMaxInputSplitSize(job, BLOCK);
    assertEquals(0, ShuffleJob.mapTaskBytes(job, input, 18_627));
    job.getConfiguration().set("recordio.shuffle.task-size", "2g");
    assertEquals(2L << 30, ShuffleJob.mapTaskBytes(job, input, 18_627));
  }
}
