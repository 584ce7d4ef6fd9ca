// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.recordio.reader.PlacedItems.Places;
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

  private static void check(Places places, List<Record> expected, int i) {
    var view = new Record();
    places.get(i, view);
    assertEquals(expected.get(i).position(), view.position());
    assertEquals(expected.get(i).ordinal(), view.ordinal());
    assertEquals(expected.get(i).fileOffset(), view.fileOffset());
    assertSame(expected.get(i).path(), view.path());
  }
}
