// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Fixtures;
import dev.recordio.wire.RecordCursor.Step;
import dev.recordio.wire.RecordWalk.Seen;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** How the cursor reads each wrong length that a record can have, and a wrong successor. */
class WrongLengthTest {
  private static final byte[] FILE = Arrays.copyOf(Fixtures.bytes("magic.rec"), 2892);

  @Test
  void everyLengthOfEveryRecordOfOnePart() {
    List<Seen> whole = RecordWalk.of(FILE).records;
    var starts = new TreeSet<Integer>();
    for (Seen record : whole) {
      starts.add((int) record.begin());
    }
    starts.add(FILE.length);
    int unseen = 0;
    for (Seen record : whole) {
      if (record.parts() > 1) {
        continue;
      }
      int begin = (int) record.begin();
      byte[] damaged = FILE.clone();
      for (int length = 0; length <= FILE.length; length++) {
        if (length == record.length()) {
          continue;
        }
        RecordIOFormat.putWord(damaged, begin + 4, length);
        RecordWalk walk =
            new RecordWalk(damaged, damaged.length, false).from(begin, RecordWalk.AS_ASKED, true);
        int end = begin + 8 + (int) RecordIOFormat.align(length);
        if (end > FILE.length) {
          malformed(walk, 0, begin, "truncated record, or a wrong length");
        } else if (starts.contains(end)) {
          // Ends where a record begins or the file ends: can't be detected, and is trusted.
          assertEquals(length, walk.records.get(0).length());
          unseen++;
        } else if (end > record.end()) {
          malformed(walk, 0, begin, "wrong record length");
        } else {
          // Can't be distinguished from a sound record before a damaged header.
          malformed(walk, 1, end, RecordCursor.NO_RECORD);
          assertEquals(length, walk.records.get(0).length());
        }
      }
    }
    assertTrue(unseen > 0);
  }

  private static void malformed(RecordWalk walk, int records, long offset, String what) {
    assertEquals(Step.MALFORMED, walk.last);
    assertEquals(records, walk.records.size());
    assertEquals(offset, walk.error.offset());
    assertEquals(what, walk.error.what());
  }

  @Test
  void wrongLengthOfAPartBeforeTheLastBreaksTheRecord() {
    // 1:4,2:0,2:0,3:3 at 412: the first part's length made longer, past the record too.
    byte[] damaged = FILE.clone();
    for (int length : new int[] {8, 16, 32, 400, 1000}) {
      RecordIOFormat.putWord(damaged, 416, RecordIOFormat.lrec(RecordIOFormat.FIRST, length));
      RecordWalk walk =
          new RecordWalk(damaged, damaged.length, false).from(412, RecordWalk.AS_ASKED, true);
      malformed(walk, 0, 412, "broken record");
    }
  }

  @Test
  void destroyedMagicOfTheNextHeaderLeavesTheRecordBeforeItReadable() {
    List<Seen> whole = RecordWalk.of(FILE).records;
    for (int i = 1; i < whole.size(); i++) {
      int begin = (int) whole.get(i).begin();
      for (int bit = 0; bit < 32; bit++) {
        byte[] damaged = FILE.clone();
        damaged[begin + bit / 8] ^= (byte) (1 << bit % 8);
        RecordWalk walk = RecordWalk.of(damaged);
        malformed(walk, i, begin, RecordCursor.NO_RECORD);
        walk.assertRecords(whole, 0, i, "before the damage at " + begin);
      }
    }
  }

  @Test
  void callerMayRefuseAPartThatItHasFoundTooLong() {
    byte[] damaged = FILE.clone();
    RecordIOFormat.putWord(damaged, 220, 1000); // the record at 216 has 5 bytes
    var cursor = new RecordCursor();
    cursor.start(216, FILE.length);
    cursor.window(damaged, 216, 224, 216);
    assertEquals(Step.UNDERFLOW, cursor.next());
    assertEquals(1224, cursor.needUpTo());
    assertEquals(Step.MALFORMED, cursor.refuse());
    assertEquals(216, cursor.malformedOffset());
    assertEquals("wrong record length", cursor.malformed().what());
  }
}
