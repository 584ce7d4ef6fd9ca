// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Fixtures;
import dev.recordio.wire.RecordCursor.Step;
import dev.recordio.wire.RecordWalk.Seen;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A cursor that reads only headers reports the same of each record as one that reads all. */
class HeadersOnlyCursorTest {
  static final List<String> FILES = Fixtures.FILES;

  @ParameterizedTest
  @FieldSource("FILES")
  void windowsOfOneHeaderAreEnough(String name) {
    byte[] file = Fixtures.bytes(name);
    for (boolean known : new boolean[] {true, false}) {
      RecordWalk walk = new RecordWalk(file, file.length, true).from(0, RecordWalk.AS_ASKED, known);
      assertSameRecords(file, walk);
      int parts = walk.records.stream().mapToInt(Seen::parts).sum();
      assertTrue(walk.windows <= parts + 2, "a window a header");
    }
  }

  @ParameterizedTest
  @FieldSource("FILES")
  void windowsOfAnySizeGiveTheSame(String name) {
    byte[] file = Fixtures.bytes(name);
    for (int step : new int[] {1, 3, 8, 64, 4096}) {
      assertSameRecords(
          file,
          new RecordWalk(file, file.length, true).from(0, RecordWalk.bytesAtATime(step), false));
    }
  }

  private static void assertSameRecords(byte[] file, RecordWalk walk) {
    List<Seen> expected =
        RecordWalk.of(file).records.stream()
            .map(s -> new Seen(s.begin(), s.end(), s.parts(), s.length(), null, null))
            .toList();
    assertEquals(expected, walk.records);
    assertEquals(Step.END, walk.last);
  }
}
