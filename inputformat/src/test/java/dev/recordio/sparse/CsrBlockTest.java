// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rows copied between blocks are the rows. */
class CsrBlockTest {
  private static CsrBlock random(Random random, boolean fields, boolean wide, boolean extras) {
    var block = new CsrBlock(1, 1);
    for (int rows = random.nextInt(200); rows > 0; rows--) {
      block.addRow(random.nextFloat());
      if (extras) {
        block.setWeight(random.nextFloat());
        block.setQid(random.nextLong());
      }
      for (int i = random.nextInt(9); i > 0; i--) {
        long index = wide ? random.nextLong() : random.nextInt(1 << 30);
        if (fields) {
          block.add(random.nextInt(), index, random.nextFloat());
        } else {
          block.add(index, random.nextFloat());
        }
      }
    }
    return block;
  }

  private static String describe(CsrBlock block, int begin, int end) {
    var text = new StringBuilder();
    for (int r = begin; r < end; r++) {
      text.append(block.labels()[r]).append(' ').append(block.weights()[r]).append(' ');
      text.append(block.qids()[r]);
      for (int i = block.offset(r); i < block.offset(r + 1); i++) {
        int field = block.hasField() ? block.fields()[i] : 0;
        text.append(' ').append(field).append(':').append(block.index(i)).append(':');
        text.append(block.values()[i]);
      }
      text.append('\n');
    }
    return text.toString();
  }

  @Test
  void rowsOfOtherBlocksAreAdded() {
    var random = new Random(9);
    var all = new CsrBlock(1, 1);
    for (int round = 0; round < 50; round++) {
      all.clear();
      var expected = new StringBuilder();
      boolean weights = false;
      boolean fields = false;
      for (int i = 0; i < 6; i++) {
        boolean fielded = random.nextInt(3) == 0;
        boolean extras = random.nextInt(3) == 0;
        CsrBlock part = random(random, fielded, random.nextInt(4) == 0, extras);
        int begin = random.nextInt(part.rows() + 1);
        int end = begin + random.nextInt(part.rows() - begin + 1);
        all.addRows(part, begin, end);
        expected.append(describe(part, begin, end));
        weights |= extras && end > begin;
        fields |= fielded && part.offset(end) > part.offset(begin);
      }
      assertEquals(expected.toString(), describe(all, 0, all.rows()));
      assertEquals(weights, all.hasWeight());
      assertEquals(weights, all.hasQid());
      assertEquals(fields, all.hasField());
    }
  }

  @Test
  void memoryIsThatOfTheArrays() {
    var block = new CsrBlock(10, 100);
    assertEquals(4 * (11 + 10 + 10 + 100 + 100) + 8 * 10, block.memory());
    block.addRow(1);
    block.add(-1L, 1);
    assertEquals(4 * (11 + 10 + 10 + 100 + 100) + 8 * (10 + 100), block.memory());
    block.clear();
    assertEquals(4 * (11 + 10 + 10 + 100 + 100) + 8 * 10, block.memory());
  }
}
