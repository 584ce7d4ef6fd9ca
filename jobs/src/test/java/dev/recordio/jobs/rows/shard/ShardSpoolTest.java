// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.layout.ShardShape;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The spool returns the rows it was given, in memory or on disk. */
class ShardSpoolTest {
  @TempDir Path dir;

  private final Random random = new Random(11);
  private CsrBlock block = new CsrBlock();
  private float next;

  /** Makes rows with running labels; some are larger than a block of the spool. */
  private void fill(int rows) {
    block.clear();
    for (int r = 0; r < rows; r++) {
      block.addRow(next++);
      block.setQid((long) next);
      int entries = random.nextInt(400) == 0 ? 70_000 : random.nextInt(30);
      for (int i = 0; i < entries; i++) {
        block.add(i * 3L, i);
      }
    }
  }

  private static List<String> describe(CsrSource source) throws IOException {
    var rows = new ArrayList<String>();
    source.pass(
        from -> {
          for (int r = 0; r < from.rows(); r++) {
            long sum = 0;
            for (int i = from.offset(r); i < from.offset(r + 1); i++) {
              sum += from.index(i) + (long) from.values()[i];
            }
            int entries = from.offset(r + 1) - from.offset(r);
            rows.add(from.labels()[r] + " " + from.qids()[r] + " " + entries + " " + sum);
          }
        });
    return rows;
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 3 << 20, 1 << 30})
  void rowsComeBackInOrder(long memory) throws Exception {
    Configuration conf = LocalJobs.conf();
    conf.set(MRConfig.LOCAL_DIR, dir.toString());
    var expected = new ArrayList<String>();
    try (var spool = new ShardSpool(conf, memory, ShardShape::new)) {
      for (int round = 0; round < 12; round++) {
        for (int blocks = random.nextInt(12); blocks > 0; blocks--) {
          fill(1 + random.nextInt(3000));
          List<String> rows = describe(CsrSource.of(block));
          int from = 0;
          if (random.nextBoolean()) {
            block = spool.add(block);
          } else {
            from = random.nextInt(block.rows() + 1);
            spool.add(block, from, block.rows());
          }
          expected.addAll(rows.subList(from, rows.size()));
        }
        assertEquals(expected.size(), spool.rows());
        int first = round % 3 == 0 ? expected.size() : random.nextInt(expected.size() + 1);
        for (int pass = 0; pass < 2; pass++) {
          assertEquals(expected.subList(0, first), describe(spool.first(first)));
        }
        ShardShape shape = spool.shape(first);
        assertEquals(first, shape.rows());
        assertEquals(ShardShape.of(spool.first(first)).entries(), shape.entries());
        spool.drop(first);
        expected.subList(0, first).clear();
        assertEquals(expected, describe(spool));
      }
      assertEquals(memory < 1 << 30, spool.spilled() > 0);
    }
    File[] left = dir.resolve("recordio-csr").toFile().listFiles();
    assertTrue(left == null || left.length == 0, "the spilled file is gone");
  }
}
