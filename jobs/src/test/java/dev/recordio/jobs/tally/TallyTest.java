// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.tally;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.job.Serde;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts in pieces, merged and passed as bytes, against simple counts of the whole. */
class TallyTest {
  @SuppressWarnings("unchecked") // it is of the same class
  private static <T> T passed(T from) throws IOException {
    var serde = (Serde<T>) Serde.ofFields(from.getClass());
    var out = new DataOutputBuffer();
    serde.writer().write(from, out);
    var in = new DataInputBuffer();
    in.reset(out.getData(), out.getLength());
    return serde.reader().read(in);
  }

  @Test
  void frequenciesAreExactUpToTheCapacity() throws IOException {
    var random = new Random(1);
    Map<Long, Long> counts = new HashMap<>();
    var all = new FrequencySketch(500);
    for (int piece = 0; piece < 7; piece++) {
      var sketch = new FrequencySketch(500);
      for (int i = 0; i < 1000; i++) {
        long key = random.nextInt(500) * 0x123456789L - 99;
        sketch.add(key);
        counts.merge(key, 1L, Long::sum);
      }
      all.add(passed(sketch));
    }
    assertTrue(all.isExact());
    assertEquals(7000, all.total());
    assertEquals(counts.size(), all.size());
    counts.forEach((key, count) -> assertEquals(count, all.count(key)));
    assertEquals(
        counts.values().stream().mapToLong(Long::longValue).max().orElseThrow(),
        all.top(1).get(0).count());
  }

  @Test
  void beyondTheCapacityCountsAreTooLowByTheErrorAtMost() throws IOException {
    var random = new Random(2);
    Map<Long, Long> counts = new HashMap<>();
    var all = new FrequencySketch(200);
    for (int piece = 0; piece < 10; piece++) {
      var sketch = new FrequencySketch(200);
      for (int i = 0; i < 5000; i++) {
        long key = (long) Math.pow(10_000, random.nextDouble());
        sketch.add(key);
        counts.merge(key, 1L, Long::sum);
      }
      all.add(passed(sketch));
    }
    assertFalse(all.isExact());
    assertTrue(all.error() <= 2 * all.total() / 200, all.error() + "");
    counts.forEach(
        (key, count) -> {
          assertTrue(all.count(key) <= count);
          assertTrue(all.count(key) + all.error() >= count);
        });
    assertEquals(1, all.top(1).get(0).key());
  }

  @Test
  void eachNumberIsInTheClassThatBeginsAtOrBeforeIt() {
    for (long number : new long[] {0, 1, 2, 3, 4, 5, 7, 8, 9, 1000, 1 << 20, Integer.MAX_VALUE}) {
      int found = LogHistogram.classOf(number);
      assertTrue(LogHistogram.lowest(found) <= number, number + "");
      assertTrue(LogHistogram.lowest(found + 1) > number || number < 4, number + "");
    }
    assertEquals(1, LogHistogram.lowest(LogHistogram.classOf(1)));
    assertEquals(0x1p63, LogHistogram.lowest(LogHistogram.classOf(Long.MIN_VALUE)));
  }

  @Test
  void halfOfTheNumbersAreNotAboveTheMedian() {
    for (long number = 0; number < 300; number++) {
      var numbers = new LogHistogram();
      for (long one = number; one < number + 5; one++) {
        numbers.add(one);
      }
      double median = numbers.atMost(0.5);
      assertTrue(median >= number + 2, median + " of five from " + number);
      assertTrue(median <= 1.25 * (number + 2), median + " of five from " + number);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 1000})
  void runsAndNeighboursDoNotDependOnThePieces(int pieceLength) throws IOException {
    var random = new Random(pieceLength);
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      int number = random.nextInt(4);
      for (int run = 1 + random.nextInt(6); run > 0; run--) {
        numbers.add(number);
      }
    }
    var expected = new LogHistogram();
    long equal = 0;
    int run = 1;
    for (int i = 1; i <= numbers.size(); i++) {
      if (i < numbers.size() && numbers.get(i).equals(numbers.get(i - 1))) {
        equal++;
        run++;
      } else {
        expected.add(run);
        run = 1;
      }
    }
    var runs = new RunTally();
    for (int from = 0; from < numbers.size(); from += pieceLength) {
      var someRuns = new RunTally();
      for (int i = from; i < Math.min(numbers.size(), from + pieceLength); i++) {
        someRuns.add(numbers.get(i));
      }
      runs.append(passed(someRuns));
    }
    assertEquals(equal, runs.equal());
    assertEquals(numbers.size() - 1, runs.pairs());
    for (int i = 0; i <= LogHistogram.classOf(100); i++) {
      assertEquals(expected.count(i), runs.lengths().count(i), "class " + i);
    }
  }

  @Test
  void valuesAreCountedBySignAndExponent() throws IOException {
    var values = new ValueTally();
    values.add(new float[] {1, 1.5f, -3, 0, -0f, Float.NaN, Float.POSITIVE_INFINITY, 9}, 7);
    values = passed(values);
    assertEquals(2, values.count(false, 0));
    assertEquals(1, values.count(true, 1));
    assertEquals(0, values.count(false, 3));
    assertEquals(2, values.zeros());
    assertEquals(2, values.notFinite());
    assertEquals("-3.0 to Infinity", values.range());
  }

  @Test
  void theSampleDoesNotDependOnThePieces() throws IOException {
    var whole = new RecordSample();
    whole.begin(7, "file:/a/x.rec");
    var merged = new RecordSample();
    for (int piece = 9; piece >= 0; piece--) {
      var part = new RecordSample();
      part.begin(7, "file:/a/x.rec");
      for (int i = 0; i < 100; i++) {
        part.add(piece * 1000L + i * 8L, i);
        whole.add(piece * 1000L + i * 8L, i);
      }
      merged.add(passed(part));
    }
    assertEquals(RecordSample.SIZE, whole.records().size());
    assertEquals(whole.records(), merged.records());
    var other = new RecordSample();
    other.begin(8, "file:/a/x.rec");
    for (int i = 0; i < 1000; i++) {
      other.add(i / 100 * 1000L + i % 100 * 8L, i % 100);
    }
    assertFalse(whole.records().equals(other.records()));
  }
}
