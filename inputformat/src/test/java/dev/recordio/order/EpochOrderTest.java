// SPDX-License-Identifier: Apache-2.0
package dev.recordio.order;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EpochOrderTest {
  private static long[] all(EpochOrder order) {
    var records = new long[Math.toIntExact(order.size())];
    PrimitiveIterator.OfLong each = order.records(0, order.size());
    Arrays.setAll(records, i -> each.nextLong());
    assertFalse(each.hasNext());
    assertThrows(NoSuchElementException.class, each::nextLong);
    return records;
  }

  @ParameterizedTest
  @CsvSource({
    "0,64,16384",
    "1,64,16384",
    "2,1,1",
    "63,64,16384",
    "65,64,16384",
    "1000,7,50",
    "1000,64,100",
    "1000,1,1000",
    "1000,64,1",
    "100000,64,16384",
    "40961,64,16384",
    "4096,64,3"
  })
  void everyRecordComesOnce(int size, int block, int window) {
    var seen = new BitSet(size);
    for (long record : all(new EpochOrder(size, 5, 3, block, window))) {
      seen.set(Math.toIntExact(record));
    }
    assertEquals(size, seen.cardinality());
    assertEquals(size, seen.length());
  }

  @Test
  void orderIsThatOfSeedAndEpochAndOfNothingElse() {
    long[] order = all(new EpochOrder(50_000, 1, 0));
    assertArrayEquals(order, all(new EpochOrder(50_000, 1, 0)));
    for (long[] other :
        new long[][] {all(new EpochOrder(50_000, 2, 0)), all(new EpochOrder(50_000, 1, 1))}) {
      long same = 0;
      for (int i = 0; i < order.length; i++) {
        same += order[i] == other[i] ? 1 : 0;
      }
      assertTrue(same < 20, same + " of 50000 records at the same place");
    }
  }

  @Test
  void positionsCanBeHadInAnyOrder() {
    var walked = new EpochOrder(30_000, 9, 4);
    var asked = new EpochOrder(30_000, 9, 4);
    long[] order = all(walked);
    var positions = new SeededPermutation(order.length, 77);
    for (int i = 0; i < order.length; i++) {
      int position = (int) positions.at(i);
      assertEquals(order[position], asked.at(position));
    }
    PrimitiveIterator.OfLong rest = asked.records(29_990, 30_000);
    for (int i = 29_990; i < 30_000; i++) {
      assertEquals(order[i], rest.nextLong());
    }
    assertThrows(IndexOutOfBoundsException.class, () -> asked.at(30_000));
    assertThrows(IndexOutOfBoundsException.class, () -> asked.records(5, 30_001));
  }

  @Test
  void recordsOfABlockStayWithinThreeWindows() {
    int block = 16;
    int window = 256;
    long[] order = all(new EpochOrder(1 << 16, 3, 0, block, window));
    var first = new int[order.length / block];
    var last = new int[order.length / block];
    Arrays.fill(first, Integer.MAX_VALUE);
    for (int i = 0; i < order.length; i++) {
      int of = (int) order[i] / block;
      first[of] = Math.min(first[of], i);
      last[of] = i;
    }
    for (int i = 0; i < first.length; i++) {
      int spread = last[i] - first[i];
      assertTrue(spread < 3 * window, "records of block " + i + " are " + spread + " apart");
    }
  }

  /** 2^20 records in 256 shards: the mean number of distinct shards in a batch of 256 records. */
  private static double score(LongUnaryOperator order) {
    int batch = 256;
    long distinct = 0;
    for (int from = 0; from < 1 << 20; from += batch) {
      var shards = new BitSet(256);
      for (int i = from; i < from + batch; i++) {
        shards.set((int) (order.applyAsLong(i) / 4096));
      }
      distinct += shards.cardinality();
    }
    return (double) distinct * batch / (1 << 20);
  }

  @Test
  void batchesAreNearlyAsMixedAsThoseOfAFullPermutation() {
    double full = score(new SeededPermutation(1 << 20, 1)::at);
    assertEquals(161.9, full, 1, "expected of a full permutation: 256 * (1 - (255/256)^256)");
    for (int epoch = 0; epoch < 3; epoch++) {
      double mixed = score(new EpochOrder(1 << 20, 1, epoch)::at);
      assertTrue(mixed >= 0.85 * full, mixed + " of " + full + " distinct shards in a batch");
    }
    assertTrue(score(i -> i) == 1, "the order of the files has one shard a batch");
  }
}
