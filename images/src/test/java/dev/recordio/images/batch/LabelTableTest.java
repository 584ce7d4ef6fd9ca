// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.testing.LocalFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabelTableTest {
  @TempDir Path dir;

  private LabelTable load(String text, int width) throws IOException {
    Path file = Files.writeString(dir.resolve("a.lst"), text);
    return LabelTable.load(LocalFiles.raw(), LocalFiles.path(file), width);
  }

  @Test
  void anyIdsHaveTheirLabels() throws IOException {
    var random = new Random(1);
    var expected = new TreeMap<Long, Float>();
    var text = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      long id = i % 3 == 0 ? random.nextLong() : i % 3 == 1 ? i : (long) i << 32;
      if (expected.putIfAbsent(id, i / 4f) == null) {
        text.append(Long.toUnsignedString(id)).append('\t').append(i / 4f).append("\t7\tx.jpg\n");
      }
    }
    LabelTable table = load(text.toString(), 2);
    assertEquals(expected.size(), table.size());
    var labels = new float[2];
    expected.forEach(
        (id, label) -> {
          assertEquals(2, table.get(id, labels));
          assertArrayEquals(new float[] {label, 7}, labels);
        });
    for (long id : new long[] {-3, 1L << 62, 5001}) {
      assertFalse(expected.containsKey(id));
      assertEquals(-1, table.get(id, labels));
    }
    assertEquals(-1, load("", 1).get(0, labels), "id 0 of an empty list");
  }

  @Test
  void linesMayHaveAnyNumberOfLabels() throws IOException {
    var text = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      text.append(i).append(("\t" + i).repeat(i % 7 + 1)).append("\tx.jpg\n");
    }
    LabelTable table = load(text.toString(), -1);
    assertEquals(7, table.maxWidth());
    assertArrayEquals(new float[] {0}, table.first());
    var labels = new float[7];
    for (int i = 0; i < 300; i++) {
      assertEquals(i % 7 + 1, table.get(i, labels));
      assertEquals(i, labels[i % 7]);
    }
    assertEquals(7, table.get(6, new float[2]), "labels that do not fit are not copied");
  }

  @Test
  void errorsNameFileAndLine() throws IOException {
    String good = "1\t2\t3\tx.jpg\n\n";
    for (String wrong :
        new String[] {
          "2\t2\tx.jpg\n", "2\t2\t3\t4\tx.jpg\n", "x\t2\t3\tx.jpg\n", "1\t2\t3\ty.jpg\n"
        }) {
      var error = assertThrows(MalformedRecordException.class, () -> load(good + wrong, 2));
      assertEquals(3, error.line(), error.getMessage());
      assertEquals(good.length(), error.offset(), error.getMessage());
      assertTrue(error.path().endsWith("/a.lst"));
    }
    var width = assertThrows(MalformedRecordException.class, () -> load(good, 3));
    assertTrue(width.expected().startsWith("3 labels of id 1"), width.getMessage());
    assertEquals("2", width.found());
    assertThrows(
        FileNotFoundException.class,
        () -> LabelTable.load(LocalFiles.raw(), LocalFiles.path(dir.resolve("none")), 1));
  }
}
