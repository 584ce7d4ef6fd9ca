// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.sparse.layout.ShardShape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Rows sorted by column, against the sort of the JDK. */
class RowSortTest {
  private record Item(long column, float value, int field) {}

  private static List<Item> row(CsrBlock block, int row) {
    List<Item> items = new ArrayList<>();
    for (int i = block.offset(row); i < block.offset(row + 1); i++) {
      items.add(new Item(block.index(i), block.values()[i], block.fields()[i]));
    }
    return items;
  }

  private static ShardShape shape(CsrBlock block) throws IOException {
    var shape = new ShardShape();
    shape.add(block);
    return shape;
  }

  private static void assertSorts(long columns) throws IOException {
    var random = new SplittableRandom(columns);
    var block = new CsrBlock();
    List<List<Item>> expected = new ArrayList<>();
    for (int r = 0; r < 200; r++) {
      block.addRow(r);
      int length = r == 100 ? 5000 : random.nextInt(40);
      for (int i = 0; i < length; i++) {
        long column = columns == -1 ? random.nextLong() : random.nextLong(columns);
        block.add(i, column, random.nextInt());
      }
      List<Item> items = row(block, r);
      items.sort(Comparator.comparing(Item::column, Long::compareUnsigned));
      expected.add(items);
    }
    assertFalse(shape(block).isAscending());
    new RowSort().sort(block);
    assertTrue(shape(block).isAscending());
    for (int r = 0; r < 200; r++) {
      assertEquals(expected.get(r), row(block, r), "row " + r);
    }
  }

  @Test
  void fewColumnsKeepEqualOnesInOrder() throws IOException {
    assertSorts(10);
  }

  @Test
  void manyColumnsAreSorted() throws IOException {
    assertSorts(Integer.MAX_VALUE);
  }

  @Test
  void wideColumnsAreSortedAsUnsignedNumbers() throws IOException {
    assertSorts(-1);
  }
}
