// SPDX-License-Identifier: Apache-2.0
package dev.recordio.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InsightFaceTallyTest {
  /** A record: an image under a key, or a bookkeeping record with two labels. */
  private record Item(long key, float... labels) {}

  /** Ten images; four identities, one of them without images. */
  private static List<Item> set() {
    var items = new ArrayList<Item>();
    for (int key = 1; key <= 10; key++) {
      items.add(new Item(key));
    }
    items.add(new Item(0, 11, 15));
    items.add(new Item(11, 1, 4));
    items.add(new Item(12, 4, 4));
    items.add(new Item(13, 4, 9));
    items.add(new Item(14, 9, 11));
    return items;
  }

  private static InsightFaceTally tally(List<Item> items) {
    var tally = new InsightFaceTally();
    for (Item item : items) {
      if (item.labels.length == 0) {
        tally.addImage(item.key);
        continue;
      }
      byte[] payload = new byte[32];
      ImageRecordHeader.write(payload, 0, item.key, 0, item.labels, 2);
      tally.addBookkeeping(payload, item.key, 1000 + item.key);
    }
    return tally;
  }

  @Test
  void aSoundSetIsFoundSoInAnyOrderAndAnyParts() throws MalformedRecordException {
    var random = new Random(7);
    for (int round = 0; round < 50; round++) {
      List<Item> items = set();
      Collections.shuffle(items, random);
      int cut = random.nextInt(items.size() + 1);
      InsightFaceTally first = tally(items.subList(0, cut));
      first.add(tally(items.subList(cut, items.size())));
      assertEquals(InsightFaceDialect.of(11, 15), first.check());
      assertEquals(10, first.images());
      assertEquals(5, first.bookkeeping());
    }
  }

  /** Replaces one record by another, in every place where that changes the set. */
  @Test
  void noRecordCanBeMissingOrTwiceOrAnother() throws MalformedRecordException {
    List<Item> sound = set();
    tally(sound).check();
    for (int i = 0; i < sound.size(); i++) {
      List<Item> missing = set();
      Item removed = missing.remove(i);
      assertBad(missing, "without " + removed);
      List<Item> twice = set();
      twice.add(removed);
      assertBad(twice, "twice " + removed);
      List<Item> instead = set();
      instead.set(i, sound.get((i + 1) % sound.size()));
      assertBad(instead, "another for " + removed);
    }
  }

  @Test
  void theRangesMustHaveEachImageOnce() {
    float[][] wrong = {{1, 5}, {2, 4}, {1, 3}, {1, 11}, {4, 9}, {1, 9}};
    for (float[] range : wrong) {
      List<Item> items = set();
      items.set(11, new Item(11, range));
      MalformedRecordException e = assertBad(items, range[0] + " " + range[1]);
      assertTrue(e.found().contains("overlap"), e.getMessage());
      assertEquals(1000, e.offset(), "that of key 0");
    }
  }

  @Test
  void withoutExactBoundsOnlyKeyZeroIsChecked() throws MalformedRecordException {
    List<Item> items = set();
    items.set(10, new Item(0, 1 << 24, (1 << 24) + 4));
    items.remove(0);
    assertEquals(9, tally(items).images());
    tally(items).check();
    items.add(items.get(9));
    assertBad(items, "two with key 0");
  }

  @Test
  void boundsThatAreNoneAreAnError() {
    List<Item> items = set();
    items.set(10, new Item(0, 0.5f, 3));
    assertBad(items, "a fraction");
  }

  private static MalformedRecordException assertBad(List<Item> items, String what) {
    return assertThrows(MalformedRecordException.class, () -> tally(items).check(), what);
  }
}
