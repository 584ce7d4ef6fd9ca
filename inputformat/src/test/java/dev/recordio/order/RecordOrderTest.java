// SPDX-License-Identifier: Apache-2.0
package dev.recordio.order;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordOrderTest {
  private static final OptionalLong DEFAULT = OptionalLong.empty();
  private static final long MAX = RecordOrder.MAX_RECORDS;

  private static long[] all(RecordOrder order) {
    assertThrows(IndexOutOfBoundsException.class, () -> order.at(-1));
    assertThrows(IndexOutOfBoundsException.class, () -> order.at(order.count()));
    return LongStream.range(0, order.count()).map(order::at).toArray();
  }

  private static void assertEachOnce(long records, RecordOrder order) {
    assertArrayEquals(
        LongStream.range(0, records).toArray(), Arrays.stream(all(order)).sorted().toArray());
  }

  @Test
  void shufflingOrdersHaveEachRecordOnce() {
    for (long n = 0; n < 150; n++) {
      for (long seed = -1; seed < 2; seed++) {
        assertEachOnce(n, RecordOrder.permutation(n, seed, n));
        assertEachOnce(n, RecordOrder.epoch(n, seed, n, 3, 20));
        assertEachOnce(n, RecordOrder.circular(n, n + 5, 1, DEFAULT, DEFAULT));
        assertEachOnce(n, RecordOrder.sequential(n, 0, 1, DEFAULT));
      }
    }
  }

  @Test
  void epochOrderIsThatOfTheKeys() {
    var conf = new Configuration(false);
    conf.setLong(RecordIOConf.INPUT_SEED.key(), 77);
    conf.setLong(RecordIOConf.INPUT_EPOCH.key(), 5);
    conf.setInt(RecordIOConf.INPUT_SHUFFLE_BLOCK.key(), 16);
    conf.setInt(RecordIOConf.INPUT_SHUFFLE_WINDOW.key(), 300);
    var expected = EpochOrder.of(conf, 10_001, 0);
    long[] found = all(RecordOrder.epoch(10_001, 77, 5, 16, 300));
    assertArrayEquals(LongStream.range(0, 10_001).map(expected::at).toArray(), found);
  }

  /** The same arguments give the same order; another seed or epoch gives one that differs. */
  @Test
  void seedAndEpochDecide() {
    Weights weights = Weights.of(LongStream.range(1, 501).asDoubleStream().toArray());
    assertDecides(s -> RecordOrder.epoch(500, s, 1, 8, 100), 1);
    assertDecides(e -> RecordOrder.epoch(500, 1, e, 8, 100), 1);
    assertDecides(s -> RecordOrder.permutation(500, s, 1), 1);
    assertDecides(e -> RecordOrder.permutation(500, 1, e), 1);
    assertDecides(s -> RecordOrder.replacement(500, s, 1, DEFAULT), 1);
    assertDecides(e -> RecordOrder.replacement(500, 1, e, DEFAULT), 1);
    assertDecides(s -> RecordOrder.weighted(500, weights, s, 1, DEFAULT), 1);
    assertDecides(e -> RecordOrder.weighted(500, weights, 1, e, DEFAULT), 1);
  }

  private static void assertDecides(LongFunction<RecordOrder> orders, long number) {
    long[] order = all(orders.apply(number));
    assertArrayEquals(order, all(orders.apply(number)));
    for (long other : new long[] {number + 1, -number, number + (1L << 40)}) {
      assertFalse(Arrays.equals(order, all(orders.apply(other))), () -> "of " + other);
    }
  }

  @ParameterizedTest
  @CsvSource({"10,0,1", "10,3,1", "10,3,4", "10,0,9", "10,0,10", "10,9,1", "10,10,3", "0,0,1"})
  void sequentialCountsFromItsStart(int n, int start, int step) {
    long[] expected = LongStream.iterate(start, i -> i < n, i -> i + step).toArray();
    assertArrayEquals(expected, all(RecordOrder.sequential(n, start, step, DEFAULT)));
    for (int count = 0; count <= expected.length; count++) {
      assertArrayEquals(
          Arrays.copyOf(expected, count),
          all(RecordOrder.sequential(n, start, step, OptionalLong.of(count))));
    }
    assertRefused(
        "expected 0 to " + expected.length,
        () -> RecordOrder.sequential(n, start, step, OptionalLong.of(expected.length + 1)));
  }

  @Test
  void sequentialNeedNotKnowTheNumberOfRecords() {
    long n = Long.MAX_VALUE;
    assertEquals(n - 7, RecordOrder.sequential(n, 7, 1, DEFAULT).count());
    assertEquals(n - 1, RecordOrder.sequential(n, 7, 1, DEFAULT).at(n - 8));
    assertEquals(1, RecordOrder.sequential(n, 7, n, DEFAULT).count());
    RecordOrder thirds = RecordOrder.sequential(n, 1, n / 3, DEFAULT);
    assertEquals(3, thirds.count());
    assertEquals(1 + 2 * (n / 3), thirds.at(2));
  }

  @Test
  void circularWindowsAreThoseOfALoop() {
    for (int n = 1; n <= 9; n++) {
      for (int start = 0; start <= n + 1; start++) {
        for (int window = 1; window <= n + 2; window++) {
          for (int step = 1; step <= n + 2; step++) {
            assertCircular(n, start, window, step);
          }
        }
      }
    }
  }

  private static void assertCircular(int n, int start, int window, int step) {
    var expected = LongStream.builder();
    int count = 0;
    for (int begin = 0; begin < n; begin += step) {
      for (int i = 0; i < window; i++, count++) {
        expected.add((start + begin + i) % n);
      }
    }
    long[] once = expected.build().toArray();
    assertArrayEquals(
        once, all(RecordOrder.circular(n, start, window, OptionalLong.of(step), DEFAULT)));
    long more = 3L * count + 1;
    long[] longer =
        all(RecordOrder.circular(n, start, window, OptionalLong.of(step), OptionalLong.of(more)));
    assertEquals(more, longer.length);
    for (int p = 0; p < longer.length; p++) {
      assertEquals((start + (long) (p / window) * step + p % window) % n, longer[p]);
    }
  }

  @Test
  void circularStepIsAWindowByDefault() {
    assertArrayEquals(
        new long[] {1, 2, 3, 4, 0, 1}, all(RecordOrder.circular(5, 1, 3, DEFAULT, DEFAULT)));
  }

  @ParameterizedTest
  @CsvSource({
    "4611686018427387904,4611686018427387903,1,4611686018427387903",
    "4611686018427387904,9223372036854775807,4611686018427387904,9223372036854775807",
    "4611686018427387904,3,1000,4611686018427387903",
    "4611686018427387847,4611686018427387000,3,4611686018427380001",
    "4294967311,17,5,4294967291",
    "7,9223372036854775807,2,9223372036854775807"
  })
  void circularNumbersDoNotOverflow(long n, long start, long window, long step) {
    RecordOrder order =
        RecordOrder.circular(n, start, window, OptionalLong.of(step), OptionalLong.of(MAX));
    for (long p : new long[] {0, 1, 5, 1L << 33, MAX / 3, MAX - 2, MAX - 1}) {
      BigInteger expected =
          BigInteger.valueOf(p / window)
              .multiply(BigInteger.valueOf(step))
              .add(BigInteger.valueOf(start))
              .add(BigInteger.valueOf(p % window))
              .mod(BigInteger.valueOf(n));
      assertEquals(expected.longValueExact(), order.at(p), () -> "position " + p);
    }
  }

  @Test
  void hugeInputsHaveDistinctRecords() {
    for (RecordOrder order :
        new RecordOrder[] {
          RecordOrder.permutation(MAX, 3, 1),
          RecordOrder.epoch(MAX, 3, 1, 64, 16384),
          RecordOrder.epoch(MAX - 1, 3, 1, Integer.MAX_VALUE, Integer.MAX_VALUE)
        }) {
      var seen = new HashSet<Long>();
      for (long i = 0; i < 1000; i++) {
        long record = order.at(order.count() - 1 - i * (order.count() / 1000));
        assertTrue(record >= 0 && record < order.count() && seen.add(record));
      }
    }
  }

  @Test
  void invalidParametersAreRefusedWithWhatIsAccepted() {
    OptionalLong zero = OptionalLong.of(0);
    OptionalLong one = OptionalLong.of(1);
    assertRefused("order: start=-1: expected 0 to 5", () -> RecordOrder.sequential(5, -1, 1, zero));
    assertRefused("order: start=6: expected 0 to 5", () -> RecordOrder.sequential(5, 6, 1, zero));
    assertRefused("step=0: expected at least 1", () -> RecordOrder.sequential(5, 0, 0, zero));
    assertRefused("number of records=-1", () -> RecordOrder.sequential(-1, 0, 1, zero));
    assertRefused("block=0: expected at least 1", () -> RecordOrder.epoch(5, 0, 0, 0, 1));
    assertRefused("window=0: expected at least 1", () -> RecordOrder.epoch(5, 0, 0, 1, 0));
    assertRefused("number of records=-1", () -> RecordOrder.epoch(-1, 0, 0, 1, 1));
    assertRefused("expected 0 to 461168601", () -> RecordOrder.epoch(MAX + 1, 0, 0, 1, 1));
    assertRefused("expected 0 to 461168601", () -> RecordOrder.permutation(MAX + 1, 0, 0));
    assertRefused("start=-1: expected", () -> RecordOrder.circular(5, -1, 1, one, one));
    assertRefused("window=0: expected", () -> RecordOrder.circular(5, 0, 0, one, one));
    assertRefused("step=0: expected", () -> RecordOrder.circular(5, 0, 1, zero, one));
    assertRefused("count=-1", () -> RecordOrder.circular(5, 0, 1, one, OptionalLong.of(-1)));
    assertRefused("has no records", () -> RecordOrder.circular(0, 0, 1, one, one));
    assertRefused("count=", () -> RecordOrder.circular(MAX, 0, 9, one, DEFAULT));
    assertRefused("has no records", () -> RecordOrder.replacement(0, 0, 0, one));
    assertRefused("count=-1", () -> RecordOrder.replacement(5, 0, 0, OptionalLong.of(-1)));
    assertRefused(
        "2 weights: expected one for each of the 3 records",
        () -> RecordOrder.weighted(3, Weights.of(1, 2), 0, 0, DEFAULT));
    assertEquals(0, RecordOrder.weighted(0, Weights.of(), 0, 0, DEFAULT).count());
    assertEquals(0, RecordOrder.replacement(0, 0, 0, DEFAULT).count());
  }

  private static void assertRefused(String message, Executable creation) {
    String found = assertThrows(InvalidSettingException.class, creation).getMessage();
    assertTrue(found.contains(message), found);
  }
}
