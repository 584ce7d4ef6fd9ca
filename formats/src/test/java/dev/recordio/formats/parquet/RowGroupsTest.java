// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Where row groups end, against a rule that is stated otherwise: query by query. */
class RowGroupsTest {
  private static final long ROW = 3;
  private static final long ENTRY = 5;

  private final Random random = new Random(7);

  /** Makes rows in blocks of random sizes, in queries of one to five rows. */
  private CsrBlock[] blocks(int rows, long[] qids, int[] entries) {
    var blocks = new ArrayList<CsrBlock>();
    CsrBlock block = null;
    for (int r = 0; r < rows; r++) {
      if (block == null || random.nextInt(4) == 0) {
        block = new CsrBlock();
        blocks.add(block);
      }
      boolean same = r > 0 && random.nextInt(5) > 1;
      qids[r] = same ? qids[r - 1] : random.nextInt(100);
      entries[r] = random.nextInt(4);
      block.addRow(0);
      block.setQid(qids[r]);
      for (int i = 0; i < entries[r]; i++) {
        block.add(i, 1);
      }
    }
    return blocks.toArray(CsrBlock[]::new);
  }

  /** Adds a query to the row group, or begins another, whichever fits. */
  private static long[] expected(
      int rows, long[] qids, int[] entries, long maxRows, long maxBytes, boolean queries) {
    var ends = new ArrayList<Long>();
    long groupRows = 0;
    long groupBytes = 0;
    for (int from = 0; from < rows; ) {
      int to = from;
      long bytes = 0;
      do {
        bytes += ROW + ENTRY * entries[to];
        to++;
      } while (queries && to < rows && qids[to] == qids[from]);
      if (groupRows > 0 && (groupRows + to - from > maxRows || groupBytes + bytes > maxBytes)) {
        ends.add((long) from);
        groupRows = 0;
        groupBytes = 0;
      }
      groupRows += to - from;
      groupBytes += bytes;
      from = to;
    }
    if (groupRows > 0) {
      ends.add((long) rows);
    }
    return ends.stream().mapToLong(Long::longValue).toArray();
  }

  @Test
  void aRowGroupTakesWhatItsBoundsAllowAndNoPartOfAQuery() throws IOException {
    for (int round = 0; round < 2000; round++) {
      int rows = random.nextInt(30);
      long[] qids = new long[rows];
      int[] entries = new int[rows];
      CsrSource source = CsrSource.of(blocks(rows, qids, entries));
      long maxRows = 1 + random.nextInt(10);
      long maxBytes = 1 + random.nextInt(80);
      for (boolean queries : new boolean[] {false, true}) {
        assertArrayEquals(
            expected(rows, qids, entries, maxRows, maxBytes, queries),
            ParquetShardEncoder.rowGroups(
                source,
                queries,
                (count, all, groups, lines) ->
                    count <= maxRows && ROW * count + ENTRY * all <= maxBytes),
            () -> maxRows + " rows, " + maxBytes + " bytes, queries " + queries);
      }
    }
  }
}
