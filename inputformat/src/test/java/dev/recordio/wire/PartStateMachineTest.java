// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.wire.RecordCursor.Step;
import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** FORMAT.md's table of the parts of a record: which may follow which, and what is an error. */
class PartStateMachineTest {
  /** The columns: the parts, the records before the error, the error's offset and what it says. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0:4                 | 1 |  -1 | ",
        "1:4 3:4             | 1 |  -1 | ",
        "1:4 2:0 2:8 3:1     | 1 |  -1 | ",
        "0:0 1:0 3:0 0:0     | 3 |  -1 | ",
        "0:4 2:4             | 1 |  12 | broken record",
        "0:4 3:4             | 1 |  12 | broken record",
        "0:4 4:4             | 1 |  12 | broken record",
        "0:4 7:4             | 1 |  12 | broken record",
        "0:4 1:4             | 1 |  12 | truncated record",
        "0:4 1:4 0:4         | 1 |  12 | broken record",
        "0:4 1:4 1:4         | 1 |  12 | broken record",
        "0:4 1:4 4:4         | 1 |  12 | broken record",
        "0:4 1:4 7:4         | 1 |  12 | broken record",
        "0:4 1:4 2:4         | 1 |  12 | truncated record",
        "0:4 1:4 2:4 0:4     | 1 |  12 | broken record",
        "0:4 1:4 2:4 1:4     | 1 |  12 | broken record",
        "0:4 1:4 2:4 6:4     | 1 |  12 | broken record",
        "2:0                 | 0 |   0 | broken record",
        "3:0                 | 0 |   0 | broken record",
        "5:0                 | 0 |   0 | broken record",
        "0:4 1:1 3:4         | 1 |  12 | broken record",
        "0:4 1:6 3:4         | 1 |  12 | broken record",
        "0:4 1:4 2:3 3:4     | 1 |  12 | broken record",
      })
  void partsFollowEachOther(String parts, int records, long offset, String what) {
    RecordWalk walk = RecordWalk.of(file(parts));
    assertEquals(records, walk.records.size());
    assertEquals(offset < 0 ? Step.END : Step.MALFORMED, walk.last);
    if (offset >= 0) {
      assertEquals(offset, walk.error.offset());
      assertEquals(what, walk.error.what());
    }
  }

  @Test
  void errorsSayWhatWasExpectedAndFound() {
    assertEquals(
        "broken record: record at offset 0: expected part 2 with cflag 2 or 3 at offset 12,"
            + " found cflag 1",
        RecordWalk.of(file("1:4 1:4")).error.getMessage());
    assertEquals(
        "no record: some.rec at offset 0: expected the magic 0A 23 D7 CE, found 47 49 46 38",
        RecordWalk.of(new byte[] {0x47, 0x49, 0x46, 0x38, 1, 2, 3, 4})
            .error
            .at("some.rec")
            .getMessage());
  }

  @Test
  void offsetAfterTheEndIsAnError() {
    var cursor = new RecordCursor();
    cursor.start(8, 4);
    assertEquals(Step.MALFORMED, cursor.next());
    assertEquals("offset outside the file", cursor.malformed().what());
  }

  @Test
  void endIsReturnedAgainAndAgain() {
    var cursor = new RecordCursor();
    cursor.start(8, 8);
    assertEquals(Step.END, cursor.next());
    assertEquals(Step.END, cursor.next());
    cursor.start(0, 8);
    cursor.window(file("0:0"), 0, 8, 0);
    assertEquals(Step.RECORD, cursor.next());
    assertEquals(Step.END, cursor.next());
  }

  @Test
  void partsCannotBeListedOnceTheyAreJoined() {
    var cursor = new RecordCursor();
    byte[] file = file("1:4 3:4");
    cursor.start(0, file.length);
    cursor.window(file, 0, file.length, 0);
    assertEquals(Step.RECORD, cursor.next());
    assertEquals(8, cursor.payloadOffset());
    assertEquals(8, cursor.payloadOffset());
    assertEquals(12, cursor.payloadLength());
    assertThrows(IllegalStateException.class, () -> cursor.forEachPart(lrec -> {}));
  }

  /** Only headers are read, so the parts need not exist: each window is one header. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0:536870911                               | RECORD    | 536870911",
        "1:536870904 3:3                           | RECORD    | 536870911",
        "1:536870904 3:4                           | MALFORMED | 536870912",
        "1:536870908 3:0                           | MALFORMED | 536870912",
        "1:268435452 2:268435448 3:3               | RECORD    | 536870911",
        "1:268435452 2:268435448 3:4               | MALFORMED | 536870912",
        "1:536870908 2:536870908 3:536870911       | MALFORMED | 1073741820",
      })
  void joinedLengthStaysBelowTheLimit(String parts, Step step, long joined) {
    var cursor = new RecordCursor(true);
    cursor.start(0, RecordCursor.UNKNOWN_LENGTH);
    cursor.window(new byte[0], 0, 0, 0);
    for (String part : parts.split(" ")) {
      assertEquals(Step.UNDERFLOW, cursor.next());
      cursor.window(header(part), 0, 8, cursor.keepFrom());
      Step now = cursor.next();
      if (now != Step.UNDERFLOW) {
        assertEquals(step, now);
        break;
      }
    }
    if (step == Step.RECORD) {
      assertEquals(joined, cursor.payloadLength());
    } else {
      assertEquals(0, cursor.malformedOffset());
      assertEquals("record too long", cursor.malformed().what());
      assertEquals(joined, Long.parseLong(cursor.malformed().found().split(" ")[0]));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void partBeyondTheEndIsRefusedBeforeItIsAskedFor(boolean headersOnly) {
    var cursor = new RecordCursor(headersOnly);
    cursor.start(0, 1000);
    cursor.window(header("0:536870911"), 0, 8, 0);
    assertEquals(Step.MALFORMED, cursor.next());
    assertEquals("truncated record, or a wrong length", cursor.malformed().what());
  }

  private static byte[] header(String part) {
    String[] halves = part.split(":");
    var out = new ByteArrayOutputStream();
    out.writeBytes(NaiveEncoder.MAGIC);
    out.writeBytes(
        NaiveEncoder.littleEndian(
            Integer.parseInt(halves[0]) * 0x20000000 + Integer.parseInt(halves[1])));
    return out.toByteArray();
  }

  private static byte[] file(String parts) {
    var out = new ByteArrayOutputStream();
    for (String part : parts.split(" ")) {
      out.writeBytes(header(part));
      out.writeBytes(new byte[(int) RecordIOFormat.align(Integer.parseInt(part.substring(2)))]);
    }
    return out.toByteArray();
  }
}
