// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.reader.PlacedItems;
import dev.recordio.reader.Record;
import dev.recordio.reader.stage.RecordSlots.Cells;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Both kinds of slots against a list of copies. */
class SlotsTest {
  private static final Path[] PATHS = {new Path("/a"), new Path("/b"), null};

  private static Record record(Random random, int length) {
    var record = new Record();
    var bytes = new byte[length + 5];
    random.nextBytes(bytes);
    record.setPayload(bytes, 3, length);
    record.setPlace(
        random.nextLong(), random.nextLong(), PATHS[random.nextInt(3)], random.nextLong());
    return record;
  }

  private static void assertSlots(List<Record> expected, Slots<Record> slots) {
    assertEquals(expected.size(), slots.size());
    for (int i = 0; i < expected.size(); i++) {
      Record want = expected.get(i);
      Record is = slots.get(i);
      assertArrayEquals(want.copy(), is.copy());
      assertEquals(want.position(), is.position());
      assertEquals(want.ordinal(), is.ordinal());
      assertEquals(want.fileOffset(), is.fileOffset());
      assertSame(want.path(), is.path());
    }
  }

  @Test
  void keepWhatWasPut() {
    for (Slots<Record> slots : List.of(new RecordSlots(), new CopiedSlots<>(PlacedItems.RECORDS))) {
      var random = new Random(3);
      var expected = new ArrayList<Record>();
      for (int step = 0; step < 20_000; step++) {
        int what = random.nextInt(step % 4000 < 2000 ? 10 : 4); // grows, and shrinks
        if (what == 0 && step % 997 == 0) {
          slots.clear();
          expected.clear();
        } else if (what < 2 && !expected.isEmpty()) {
          int slot = random.nextInt(expected.size());
          slots.remove(slot);
          Record last = expected.remove(expected.size() - 1);
          if (slot < expected.size()) {
            expected.set(slot, last);
          }
        } else {
          Record item = record(random, random.nextInt(8) == 0 ? random.nextInt(5000) : 100);
          int slot = random.nextInt(expected.size() + 1);
          slots.put(slot, item);
          if (slot == expected.size()) {
            expected.add(item);
          } else {
            expected.set(slot, item);
          }
        }
        if (step % 500 == 0) {
          assertSlots(expected, slots);
        }
      }
      assertSlots(expected, slots);
    }
  }

  @Test
  void cellsHaveRoomAndWasteLittle() {
    int last = 0;
    for (long bytes = 1; bytes <= Cells.MAX_BYTES; bytes += 1 + bytes / 50) {
      int size = Cells.size((int) bytes);
      int room = Cells.bytes(size);
      assertTrue(room >= bytes, bytes + " in " + room);
      assertTrue(bytes <= 64 || room <= bytes + bytes / 4, bytes + " in " + room);
      assertTrue(size >= last);
      last = size;
    }
    for (int bytes : new int[] {64, 65, 80, 81, 128, 129, 160, 1 << 30, Cells.MAX_BYTES}) {
      assertTrue(Cells.bytes(Cells.size(bytes)) >= bytes, bytes + "");
    }
  }

  /**
   * Memory of records of one size is used for records of another: sizes grow through the stream.
   */
  @Test
  void memoryFollowsWhatIsHeld() {
    var slots = new RecordSlots();
    var random = new Random(1);
    int window = 1000;
    for (int length = 100; length < 30_000; length = length * 5 / 4) {
      for (int i = 0; i < 12 * window; i++) {
        int slot = slots.size() < window ? slots.size() : random.nextInt(window);
        var record = new Record();
        record.setPayload(new byte[length], 0, length);
        slots.put(slot, record);
      }
      long held = (long) window * (length + 32);
      assertTrue(
          slots.memoryBytes() < 2 * held + (3 << 20),
          slots.memoryBytes() + " bytes for " + held + " of records");
    }
  }
}
