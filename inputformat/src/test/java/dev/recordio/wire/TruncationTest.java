// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.testing.Fixtures;
import dev.recordio.wire.RecordCursor.Step;
import dev.recordio.wire.RecordWalk.Seen;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A file cut at any byte gives all whole records before the cut, and then reports what is cut. */
@Tag("deep")
class TruncationTest {
  static final List<String> FILES = Fixtures.FILES;

  @ParameterizedTest
  @ValueSource(strings = {"tiny.rec", "empty-records.rec", "multi/part-1.rec"})
  void everyCutOfASmallFile(String name) {
    byte[] file = Fixtures.bytes(name);
    List<Seen> whole = RecordWalk.of(file).records;
    for (int cut = 0; cut <= file.length; cut++) {
      check(file, whole, 0, cut);
    }
  }

  /**
   * Walks begin two records before the cut, or the test would read each file thousands of times.
   */
  @ParameterizedTest
  @FieldSource("FILES")
  void cutsAllOverEveryFile(String name) {
    byte[] file = Fixtures.bytes(name);
    List<Seen> whole = RecordWalk.of(file).records;
    int record = 0;
    for (int cut = 0; cut <= file.length; cut += file.length > 50_000 ? 7 : 1) {
      while (record + 1 < whole.size() && whole.get(record + 1).begin() <= cut) {
        record++;
      }
      check(file, whole, Math.max(0, record - 2), cut);
    }
  }

  private static void check(byte[] file, List<Seen> whole, int first, int cut) {
    int count = 0;
    long end = whole.get(first).begin();
    while (first + count < whole.size() && whole.get(first + count).end() <= cut) {
      end = whole.get(first + count).end();
      count++;
    }
    for (boolean known : new boolean[] {true, false}) {
      RecordWalk walk =
          new RecordWalk(file, cut, false)
              .from(whole.get(first).begin(), RecordWalk.EVERYTHING, known);
      walk.assertRecords(whole, first, count, "cut at " + cut);
      if (end == cut) {
        assertEquals(Step.END, walk.last);
      } else {
        assertEquals(Step.MALFORMED, walk.last);
        assertEquals(end, walk.error.offset());
        assertEquals("truncated record", walk.error.what().substring(0, 16));
      }
    }
  }
}
