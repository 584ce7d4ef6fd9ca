// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;

/** A serde of fields reads what it wrote. */
class SerdeOfFieldsTest {
  private enum Color {
    RED,
    GREEN
  }

  private record Leaf(String name, Color color, boolean isLast) {}

  private record Tree(Leaf leaf, List<Leaf> leaves, List<String> none) {}

  private static final class Changing {
    private long count;
    private int size = 3;
    private byte[] bytes = {};
    private Text text = new Text();
    private List<Leaf> leaves = new ArrayList<>();
    private transient int own = 7;
  }

  private static <T> T copy(Class<T> type, T value) throws IOException {
    Serde<T> serde = Serde.ofFields(type);
    byte[] bytes = serde.bytes(value);
    return serde.read(bytes, bytes.length);
  }

  @Test
  void recordsOfRecordsAndListsAreReadAsTheyWere() throws IOException {
    var leaves = List.of(new Leaf("a", Color.RED, false), new Leaf(null, Color.GREEN, true));
    var tree = new Tree(new Leaf("", Color.GREEN, true), leaves, List.of());
    assertEquals(tree, copy(Tree.class, tree));
  }

  @Test
  void fieldsOfAClassAreReadAndTransientOnesAreAsNew() throws IOException {
    var value = new Changing();
    value.count = 1L << 40;
    value.size = -1;
    value.bytes = new byte[] {1, 2};
    value.text.set("text");
    value.leaves.add(new Leaf("b", Color.RED, true));
    value.own = 8;
    Changing copy = copy(Changing.class, value);
    assertEquals(value.count, copy.count);
    assertEquals(value.size, copy.size);
    assertArrayEquals(value.bytes, copy.bytes);
    assertEquals(value.text, copy.text);
    assertEquals(value.leaves, copy.leaves);
    assertEquals(7, copy.own);
  }

  @Test
  void whatHasNoFieldsToWriteIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Serde.ofFields(int[].class));
  }
}
