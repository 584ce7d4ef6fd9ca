// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hive.serde2.ColumnProjectionUtils;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountSplitsTest {
  private static final int BLOCK = 1 << 20;
  private static final int BLOCKS = 8;

  @TempDir Path dir;

  private int splits(long largest, boolean counts) throws IOException {
    var job = new JobConf();
    job.setInt("fs.local.block.size", BLOCK);
    job.setLong(org.apache.hadoop.mapreduce.lib.input.FileInputFormat.SPLIT_MAXSIZE, largest);
    FileInputFormat.setInputPaths(job, dir.toUri().toString());
    if (counts) {
      ColumnProjectionUtils.setReadColumnIDs(job, List.of());
    }
    return new RecordIOHiveInputFormat().getSplits(job, 1).length;
  }

  @Test
  void splitsOfACountAreAsLargeAsHiveLetsThemBe() throws IOException {
    Files.write(dir.resolve("zeros.rec"), new byte[BLOCKS * BLOCK]);
    assertEquals(BLOCKS, splits(4 * BLOCK, false), "payloads are read near their blocks");
    assertEquals(2, splits(4 * BLOCK, true));
    assertEquals(2 * BLOCKS, splits(BLOCK / 2, true), "smaller ones stay possible");
  }
}
