// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.sparse.layout.ShardCounts;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shards are as large as their bounds allow, and end where they may. */
class ShardCutTest {
  private final Configuration conf = new Configuration(false);
  private final List<Boolean> oversized = new ArrayList<>();

  @BeforeEach
  void setColumns() {
    LibSvmConf.FEATURES.set(conf, 10);
  }

  /** Cuts rows of {@code entries}; those with a qid of -1 have none. */
  private List<Long> cut(long[] entries, long[] qids) {
    CsrSettings settings = CsrSettings.of(conf);
    var counts = new ShardCounts(settings.text().features(), 0, false, false);
    var cut = SegmentWriter.cutter(settings, settings.encoder(), counts);
    var shards = new ArrayList<Long>();
    oversized.clear();
    for (int i = 0; i < entries.length; i++) {
      long shard = cut.next(entries[i], 0, qids[i] >= 0, Math.max(0, qids[i]));
      if (shard > 0) {
        shards.add(shard);
        oversized.add(cut.oversized());
      }
    }
    long rest = cut.finish();
    if (rest > 0) {
      shards.add(rest);
      oversized.add(cut.oversized());
    }
    return shards;
  }

  private List<Long> rows(int count) {
    long[] qids = new long[count];
    java.util.Arrays.fill(qids, -1);
    return cut(new long[count], qids);
  }

  @Test
  void rowsBoundShards() {
    CsrConf.SHARD_ROWS.set(conf, 3);
    assertEquals(List.of(3L, 3L, 1L), rows(7));
    assertEquals(List.of(3L), rows(3));
    assertEquals(List.of(), rows(0));
    assertTrue(oversized.stream().noneMatch(o -> o));
  }

  @Test
  void bytesBoundShards() {
    // An npz file of r rows and n entries has 1257 + 4 (r + 1) + 8 n bytes.
    CsrConf.SHARD_SIZE.set(conf, 1257 + 4 * 3 + 8 * 10);
    long[] none = {-1, -1, -1, -1, -1, -1};
    assertEquals(List.of(2L, 2L, 1L, 1L), cut(new long[] {4, 6, 5, 5, 9, 2}, none));
    assertEquals(List.of(false, false, false, false), oversized);
    assertEquals(List.of(1L, 1L, 1L), cut(new long[] {1, 11, 1}, new long[] {-1, -1, -1}));
    assertEquals(List.of(false, true, false), oversized);
  }

  @Test
  void groupsStayWhole() {
    CsrConf.SHARD_ROWS.set(conf, 4);
    CsrConf.KEEP_GROUPS.set(conf, true);
    long[] qids = {1, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 4, 5, 5, 5, 4};
    assertEquals(List.of(3L, 2L, 6L, 4L, 1L), cut(new long[qids.length], qids));
    assertEquals(List.of(false, false, true, false, false), oversized);
    CsrConf.KEEP_GROUPS.set(conf, false);
    assertEquals(List.of(4L, 4L, 4L, 4L), cut(new long[qids.length], qids));
  }

  @Test
  void withoutQueryIdsEachRowIsFree() {
    CsrConf.SHARD_ROWS.set(conf, 2);
    CsrConf.KEEP_GROUPS.set(conf, true);
    assertEquals(List.of(2L, 2L, 1L), rows(5));
  }

  @Test
  void nothingBoundsShardsWhenBothAreZero() {
    CsrConf.SHARD_ROWS.set(conf, 0);
    CsrConf.SHARD_SIZE.set(conf, 0);
    assertEquals(List.of(100_000L), rows(100_000));
  }
}
