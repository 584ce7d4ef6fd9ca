// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.reader.PlacedItems.Places;
import dev.recordio.sparse.CsrBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class PlacedItemsTest {
  @Test
  void placesAreFoundInAnyOrderAlsoWhileMoreAreSet() {
    var random = new Random(3);
    var places = new Places();
    Path[] files = {new Path("/a"), new Path("/b"), new Path("/c"), null};
    for (int use = 0; use < 200; use++) { // the same object again and again, longer and shorter
      int count = random.nextInt(use % 10 == 0 ? 300 : 40);
      int change = 1 + random.nextInt(20);
      var expected = new ArrayList<Record>();
      for (int i = 0; i < count; i++) {
        boolean same = i > 0 && random.nextInt(change) > 0;
        Path file = same ? expected.get(i - 1).path() : files[random.nextInt(files.length)];
        var item = new Record();
        item.setPlace(random.nextLong(), random.nextLong(), file, random.nextLong());
        places.set(i, item);
        expected.add(item);
        check(places, expected, random.nextInt(i + 1));
      }
      for (int i = 0; i < count; i++) {
        check(places, expected, i);
      }
      for (int i = 0; i < count; i++) {
        check(places, expected, random.nextInt(count));
      }
    }
  }

  /**
   * Items of one size after items of another: memory is used again, unless much would be wasted.
   */
  @Test
  void copiesUseTheMemoryOfOthersThatFits() {
    var random = new Random(5);
    Record record = null;
    Row row = null;
    for (int i = 0; i < 2000; i++) {
      int length = random.nextInt(i % 100 < 50 ? 10 : 3000);
      var bytes = new byte[length + 5];
      random.nextBytes(bytes);
      var item = new Record();
      item.setPayload(bytes, 3, length);
      item.setPlace(i, random.nextLong(), new Path("/" + i), random.nextLong());
      byte[] before = record == null ? null : record.bytes();
      record = PlacedItems.RECORDS.copy(item, record);
      assertArrayEquals(item.copy(), record.copy());
      assertSamePlace(item, record);
      boolean fits = before != null && before.length >= length && before.length / 2 <= length;
      assertEquals(fits, record.bytes() == before);
      assertTrue(fits || record.bytes().length == length);
      boolean touched = length > 0 && length <= 1 << 10;
      long ends = touched ? bytes[3] + bytes[length + 2] + i : 0;
      assertEquals(ends, PlacedItems.RECORDS.touch(record));

      var block = new CsrBlock();
      block.addRow(1);
      block.addRow(i);
      for (int entry = 0; entry < length; entry++) {
        block.add(entry * 3L, entry);
      }
      var view = new Row();
      view.setRow(block, 1);
      view.setPlace(i, random.nextLong(), null, random.nextLong());
      row = PlacedItems.ROWS.copy(view, row);
      assertEquals(i, row.block().labels()[row.row()]);
      assertEquals(length, row.entries());
      for (int entry = 0; entry < length; entry++) {
        assertEquals(entry * 3L, row.block().index(entry));
      }
      assertSamePlace(view, row);
      assertTrue(row.block().values().length <= 2 * Math.max(1, length) + 1);
    }
  }

  private static void check(Places places, List<Record> expected, int i) {
    var view = new Record();
    places.get(i, view);
    assertSamePlace(expected.get(i), view);
  }

  private static void assertSamePlace(Placed expected, Placed item) {
    assertEquals(expected.position(), item.position());
    assertEquals(expected.ordinal(), item.ordinal());
    assertEquals(expected.fileOffset(), item.fileOffset());
    assertSame(expected.path(), item.path());
  }
}
