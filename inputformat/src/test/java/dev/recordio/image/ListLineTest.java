// SPDX-License-Identifier: Apache-2.0
package dev.recordio.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.image.ImageFixture.Row;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListLineTest {
  private final ListLine line = new ListLine();

  private boolean parse(String text, long fileOffset) throws Exception {
    byte[] bytes = ("xx" + text + "yyy").getBytes(StandardCharsets.UTF_8);
    return line.parse(bytes, 2, bytes.length - 5, fileOffset, 1);
  }

  private void assertEntry(String key, String path, float... labels) {
    assertEquals(key, Long.toUnsignedString(line.key()));
    assertEquals(path, line.path());
    assertArrayEquals(labels, Arrays.copyOf(line.labels(), line.labelCount()));
    for (int i = 0; i < labels.length; i++) {
      assertEquals(labels[i], line.label(i));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "multi"})
  void everyFixtureLineReadsAsItsTableSays(String name) throws Exception {
    List<String> lines = ImageFixture.lines(name + ".lst");
    List<Row> rows = ImageFixture.rows(name);
    assertEquals(rows.size(), lines.size());
    for (int r = 0; r < rows.size(); r++) {
      Row row = rows.get(r);
      assertTrue(parse(lines.get(r), 0));
      assertEntry(Long.toString(row.key()), row.file(), row.labels());
    }
  }

  @Test
  void theRecursiveListIsReadAndWrittenByteForByte() throws Exception {
    StringBuilder out = new StringBuilder();
    for (String text : ImageFixture.lines("list_recursive.lst")) {
      assertTrue(parse(text, 0));
      ListLine.appendTo(out, line.key(), line.labels(), line.labelCount(), line.path());
    }
    assertArrayEquals(
        ImageFixture.bytes("list_recursive.lst"), out.toString().getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void blanksAreTakenOffTheLineAndEachField() throws Exception {
    assertTrue(parse(" \t 7 \t\u00A0 1.5\u3000\t 2 \u2003\t  a b  c.jpg \u0085\t\r\n", 9));
    assertEntry("7", "a b  c.jpg", 1.5f, 2f);
  }

  @Test
  void onlyTabSeparates() throws Exception {
    assertTrue(parse("7\t1\tdir, with;odd  names/a b\u3000c.jpg", 9));
    assertEntry("7", "dir, with;odd  names/a b\u3000c.jpg", 1f);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "\n", "\r\n", "\r", " \t \t \r\n", "\u00A0\u3000\u2028", "\u001C\u001F"})
  void blankLinesHaveNoEntry(String text) throws Exception {
    parse("7\t1\ta.jpg", 0);
    assertFalse(parse(text, 9));
    assertEquals(0, line.labelCount());
    assertThrows(IndexOutOfBoundsException.class, () -> line.label(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", ""})
  void theTerminatorIsNotPartOfThePath(String terminator) throws Exception {
    assertTrue(parse("7\t1\ta.jpg" + terminator, 9));
    assertEntry("7", "a.jpg", 1f);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "007, 7",
    "9223372036854775808, 9223372036854775808",
    "18446744073709551610, 18446744073709551610",
    "18446744073709551615, 18446744073709551615",
    "000000000000000000000018446744073709551615, 18446744073709551615"
  })
  void keysAreUnsignedSixtyFourBits(String text, String key) throws Exception {
    assertTrue(parse(text + "\t1\ta.jpg", 9));
    assertEntry(key, "a.jpg", 1f);
  }

  @Test
  void theByteOrderMarkIsSkippedAtTheStartOfTheFileOnly() throws Exception {
    assertTrue(parse("\uFEFF7\t1\ta.jpg", 0));
    assertEntry("7", "a.jpg", 1f);
    assertFalse(parse("\uFEFF\n", 0));
    assertThrows(Exception.class, () -> parse("\uFEFF7\t1\ta.jpg", 1));
  }

  @Test
  void manyLabelsGrowTheArrayAndTheNextLineStartsAfresh() throws Exception {
    float[] labels = new float[1000];
    StringBuilder text = new StringBuilder("7\t");
    for (int i = 0; i < labels.length; i++) {
      labels[i] = i / 4f;
      text.append(labels[i]).append('\t');
    }
    assertTrue(parse(text + "a.jpg", 9));
    assertEntry("7", "a.jpg", labels);
    assertTrue(parse("8\t-1\tb.jpg", 9));
    assertEntry("8", "b.jpg", -1f);
  }

  @Test
  void aReplacementCharacterInThePathIsKept() throws Exception {
    assertTrue(parse("7\t1\ta\uFFFDb.jpg", 9));
    assertEntry("7", "a\uFFFDb.jpg", 1f);
  }

  @Test
  void whatIsWrittenIsReadBack() throws Exception {
    String path = "d été/图片 😀 no 1.jpg";
    float[] labels = {-0f, 2.5f, Float.NaN, Float.NEGATIVE_INFINITY, 9f};
    StringBuilder out = new StringBuilder("before\n");
    ListLine.appendTo(out, -1L, labels, 4, path);
    assertEquals(
        "before\n18446744073709551615\t-0.000000\t2.500000\tnan\t-inf\t" + path + "\n",
        out.toString());
    assertTrue(parse(out.substring(7), 9));
    assertEntry("18446744073709551615", path, Arrays.copyOf(labels, 4));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " a", "a ", "a\u3000", "\u00A0a", "a\tb", "a\nb", "a\rb", "a\r", "\ud800a", "a\udc00"
      })
  void pathsThatALineCannotHoldAreRefused(String path) {
    StringBuilder out = new StringBuilder();
    assertFalse(ListLine.representable(path));
    assertThrows(
        IllegalArgumentException.class, () -> ListLine.appendTo(out, 1, new float[1], 1, path));
    assertEquals("", out.toString());
  }

  @Test
  void aLineWithoutLabelIsNotWritten() {
    assertThrows(
        IllegalArgumentException.class,
        () -> ListLine.appendTo(new StringBuilder(), 1, new float[1], 0, "a"));
    assertThrows(
        IndexOutOfBoundsException.class,
        () -> ListLine.appendTo(new StringBuilder(), 1, new float[1], 2, "a"));
  }
}
