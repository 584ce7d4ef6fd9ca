// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
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

  private record Many(
      long[] numbers,
      Map<String, Long> counts,
      SortedMap<Float, Integer> labels,
      SortedSet<String> names,
      BigInteger key,
      List<long[]> rows) {}

  @Test
  void arraysMapsAndSetsAreReadAsTheyWereAndEachMayBeNull() throws IOException {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("z", 1L);
    counts.put("a", null);
    var many =
        new Many(
            new long[] {1, -1},
            counts,
            new TreeMap<>(Map.of(2f, 3, -1f, 4)),
            new TreeSet<>(List.of("b", "a")),
            BigInteger.ONE.shiftLeft(64),
            List.of(new long[] {7}, new long[] {}));
    Many copy = copy(Many.class, many);
    assertArrayEquals(many.numbers, copy.numbers);
    assertEquals(List.copyOf(counts.keySet()), List.copyOf(copy.counts.keySet()));
    assertEquals(counts, copy.counts);
    assertEquals(many.labels, copy.labels);
    assertEquals(many.names, copy.names);
    assertEquals(many.key, copy.key);
    assertArrayEquals(many.rows.toArray(), copy.rows.toArray());
    var none = new Many(null, null, null, null, null, null);
    assertEquals(none, copy(Many.class, none));
  }

  @Test
  void whatHasNoFieldsToWriteIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Serde.ofFields(Runnable.class));
  }
}
