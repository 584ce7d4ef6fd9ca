// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.recordio.testing.Fixtures;
import dev.recordio.wire.RecordCursor.Step;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The files that libdmlc wrote: read as libdmlc reads them, written as libdmlc writes them. */
class FixtureRecordsTest {
  static final List<String> FILES = Fixtures.FILES;
  static final List<String> DAMAGED = Fixtures.DAMAGED;

  @ParameterizedTest
  @FieldSource("FILES")
  void recordsAreThoseOfTheTable(String name) {
    RecordWalk walk = RecordWalk.of(Fixtures.bytes(name));
    assertEquals(Fixtures.records(name), walk.rows());
    assertEquals(Step.END, walk.last);
  }

  @ParameterizedTest
  @FieldSource("FILES")
  void recordsFollowEachOtherWithoutGaps(String name) {
    byte[] file = Fixtures.bytes(name);
    long at = 0;
    for (RecordWalk.Seen seen : RecordWalk.of(file).records) {
      assertEquals(at, seen.begin());
      at = seen.end();
    }
    assertEquals(file.length, at);
  }

  @ParameterizedTest
  @FieldSource("FILES")
  void payloadsWrittenAgainGiveTheFileByteForByte(String name) throws IOException {
    byte[] file = Fixtures.bytes(name);
    var out = new ByteArrayOutputStream();
    var encoder = new RecordEncoder(1 << 12, out::write);
    for (RecordWalk.Seen seen : RecordWalk.of(file).records) {
      assertEquals(seen.begin(), encoder.offset());
      assertEquals(seen.parts(), encoder.write(seen.payload(), 0, seen.length()));
    }
    encoder.flush();
    assertEquals(file.length, encoder.offset());
    assertArrayEquals(file, out.toByteArray());
  }

  /** libdmlc refuses a file of odd length as a whole; the cursor reaches the odd bytes first. */
  @ParameterizedTest
  @FieldSource("DAMAGED")
  void damagedFilesGiveTheRecordsThatLibdmlcGaveAndThenAnError(String name) {
    RecordWalk walk = RecordWalk.of(Fixtures.bytes(name));
    assertEquals(Step.MALFORMED, walk.last);
    assertNotNull(walk.error);
    List<String> seen = walk.rows().stream().map(r -> r.sha256() + "\t" + r.length()).toList();
    List<String> told =
        Fixtures.lines(name.replace(".rec", ".txt")).stream()
            .filter(line -> line.matches("[0-9a-f]{64}\t[0-9]+"))
            .toList();
    if (name.contains("not-multiple-of-4")) {
      assertEquals(5, seen.size()); // magic.rec, cut two bytes into its sixth record
      assertEquals("truncated record", walk.error.what());
    } else {
      assertEquals(told, seen);
    }
    long end = seen.isEmpty() ? 0 : walk.records.get(seen.size() - 1).end();
    assertEquals(end, walk.error.offset());
  }
}
