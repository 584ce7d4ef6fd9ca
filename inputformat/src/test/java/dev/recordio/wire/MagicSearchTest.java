// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.testing.Fixtures;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Record starts found from any offset are those of the tables, and no others. */
class MagicSearchTest {
  static final List<String> FILES = Fixtures.FILES;

  @ParameterizedTest
  @FieldSource("FILES")
  void firstStartFromEveryOffsetIsTheNextRecordOfTheTable(String name) {
    byte[] file = Fixtures.bytes(name);
    List<Fixtures.Row> rows = Fixtures.records(name);
    int next = 0;
    for (int from = 0; from <= file.length; from += 4) {
      while (next < rows.size() && rows.get(next).offset() < from) {
        next++;
      }
      int expected = next < rows.size() ? (int) rows.get(next).offset() : -1;
      assertEquals(expected, MagicSearch.firstRecordStart(file, from, file.length));
    }
  }

  @Test
  void startsInEveryStretchOfASmallFileHaveTheirHeadersWithinIt() {
    byte[] file = Arrays.copyOf(Fixtures.bytes("magic.rec"), 496);
    long[] offsets =
        Fixtures.records("magic.rec").stream().mapToLong(Fixtures.Row::offset).toArray();
    for (int from = 0; from <= file.length; from += 4) {
      for (int to = from; to <= file.length; to++) {
        int begin = from;
        int end = to - 8;
        long first = Arrays.stream(offsets).filter(o -> o >= begin && o <= end).min().orElse(-1);
        assertEquals(first, MagicSearch.firstRecordStart(file, from, to));
      }
    }
  }

  /** The word boundary is the caller's: it need not be one of the array. */
  @Test
  void searchesStepFromTheGivenIndex() {
    byte[] shifted = new byte[23];
    System.arraycopy(Fixtures.bytes("tiny.rec"), 0, shifted, 3, 20);
    assertEquals(3, MagicSearch.firstRecordStart(shifted, 3, 23));
    assertEquals(11, MagicSearch.firstRecordStart(shifted, 7, 23));
    assertEquals(-1, MagicSearch.firstRecordStart(shifted, 0, 23));
  }

  @Test
  void nextMagicAgreesWithAWordByWordLoop() {
    var random = new Random(1);
    for (int round = 0; round < 2000; round++) {
      byte[] bytes = new byte[random.nextInt(200)];
      for (int i = random.nextInt(4); i + 4 <= bytes.length; i += 4 * (1 + random.nextInt(40))) {
        System.arraycopy(NaiveEncoder.MAGIC, 0, bytes, i, 4);
      }
      for (int from = 0; from <= bytes.length; from++) {
        int to = from + random.nextInt(bytes.length - from + 1);
        int expected = -1;
        for (int i = from; expected < 0 && i + 4 <= to; i += 4) {
          if (Arrays.equals(bytes, i, i + 4, NaiveEncoder.MAGIC, 0, 4)) {
            expected = i;
          }
        }
        assertEquals(expected, MagicSearch.nextMagic(bytes, from, to));
      }
    }
  }
}
