// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Fixtures;
import dev.recordio.wire.RecordCursor.Step;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The records do not depend on the windows through which the cursor sees the file. */
class CursorWindowsTest {
  static final List<String> FILES = Fixtures.FILES;

  @ParameterizedTest
  @FieldSource("FILES")
  void windowsThatGrowByOneToSixtyFourBytesGiveTheSameRecords(String name) {
    byte[] file = Fixtures.bytes(name);
    List<RecordWalk.Seen> expected = RecordWalk.of(file).records;
    for (int step = 1; step <= 64; step++) {
      for (boolean known : new boolean[] {true, false}) {
        walk(file, RecordWalk.bytesAtATime(step), known, expected, step + " bytes at a time");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4096, 65536, 1 << 20})
  void windowsOfManyRecordsGiveTheSameRecords(int step) {
    for (String name : FILES) {
      byte[] file = Fixtures.bytes(name);
      List<RecordWalk.Seen> expected = RecordWalk.of(file).records;
      for (boolean known : new boolean[] {true, false}) {
        walk(file, RecordWalk.bytesAtATime(step), known, expected, name);
      }
    }
  }

  @ParameterizedTest
  @FieldSource("FILES")
  void windowsOfExactlyWhatTheCursorAsksForGiveTheSameRecords(String name) {
    byte[] file = Fixtures.bytes(name);
    List<RecordWalk.Seen> expected = RecordWalk.of(file).records;
    int parts = expected.stream().mapToInt(RecordWalk.Seen::parts).sum();
    for (boolean known : new boolean[] {true, false}) {
      RecordWalk walk = walk(file, RecordWalk.AS_ASKED, known, expected, "as asked");
      assertTrue(walk.windows <= 2 * parts + 3, walk.windows + " windows for " + parts + " parts");
    }
  }

  @ParameterizedTest
  @FieldSource("FILES")
  void walksMayBeginAtAnyRecord(String name) {
    byte[] file = Fixtures.bytes(name);
    List<RecordWalk.Seen> expected = RecordWalk.of(file).records;
    for (int first = 0; first < expected.size(); first += 7) {
      RecordWalk walk =
          new RecordWalk(file, file.length, false)
              .from(expected.get(first).begin(), RecordWalk.bytesAtATime(1000), false);
      walk.assertRecords(expected, first, expected.size() - first, "from record " + first);
    }
  }

  private static RecordWalk walk(
      byte[] file,
      RecordWalk.Growth growth,
      boolean lengthKnown,
      List<RecordWalk.Seen> expected,
      String message) {
    RecordWalk walk = new RecordWalk(file, file.length, false).from(0, growth, lengthKnown);
    walk.assertRecords(expected, 0, expected.size(), message);
    assertEquals(Step.END, walk.last);
    return walk;
  }
}
