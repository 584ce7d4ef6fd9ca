// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrFixtures;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.text.TextFormats;
import dev.recordio.sparse.text.TextOptions;
import dev.recordio.testing.RowText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows as LibSVM text. */
class LibSvmEncoderTest {
  private static String text(int base, CsrSource source) throws IOException {
    var rows = new ShardRows(source, ShardShape.of(source), 0, null, false);
    byte[] text = CsrFixtures.encode(out -> new LibSvmEncoder(base).write(rows, out::write));
    return new String(text, StandardCharsets.US_ASCII);
  }

  private static String fixture(String name) {
    return new String(CsrFixtures.bytes(name), StandardCharsets.US_ASCII);
  }

  /** The fixtures' numbers were printed by NumPy, as the shortest that read back the same. */
  @ParameterizedTest
  @ValueSource(strings = {"tiny", "mushroomlike", "real", "rank_qid", "weighted"})
  void textIsThatOfTheFixtures(String set) throws IOException {
    assertEquals(fixture(set + ".libsvm"), text(0, CsrFixtures.rows(set)));
    assertEquals(fixture(set + ".libsvm"), text(0, CsrFixtures.rows(set, 3)));
  }

  @Test
  void base1ShiftsEveryIndex() throws IOException {
    assertEquals("1 1:1.5 4:2\n0 2:-1\n1\n0 3:3 4:0\n1 1:4\n", text(1, CsrFixtures.rows("tiny")));
  }

  @Test
  void allRowsGetAWeightAndAQidWhenOneHasThem() throws IOException {
    var plain = new CsrBlock();
    plain.addRow(-1);
    plain.add(1, 2);
    var weighted = new CsrBlock();
    weighted.addRow(-0f);
    weighted.setWeight(0.5f);
    weighted.setQid(-1);
    weighted.add(-2, Float.NEGATIVE_INFINITY);
    assertEquals(
        "-1:1 qid:0 2:2\n-0:0.5 qid:18446744073709551615 18446744073709551615:-inf\n",
        text(1, CsrSource.of(plain, weighted)));
  }

  /** What is written can be read in strict mode: all but labels and weights that are no numbers. */
  @Test
  void labelsAndWeightsAreFinite() throws IOException {
    for (float number : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
      var label = new CsrBlock();
      label.addRow(1);
      label.addRow(number);
      var e = assertThrows(IllegalArgumentException.class, () -> text(0, CsrSource.of(label)));
      assertTrue(e.getMessage().startsWith("label " + number + " of row 1"), e.getMessage());
      var weight = new CsrBlock();
      weight.addRow(1);
      weight.setWeight(number);
      e = assertThrows(IllegalArgumentException.class, () -> text(0, CsrSource.of(weight)));
      assertTrue(e.getMessage().startsWith("weight " + number + " of row 0"), e.getMessage());
    }
  }

  /** Everything else that a block can hold comes back from the strict reader. */
  @Test
  void extremesAreReadByTheStrictReader() throws IOException {
    float[] numbers = {
      0f,
      -0f,
      Float.MIN_VALUE,
      -Float.MIN_VALUE,
      Float.MIN_NORMAL,
      Float.MAX_VALUE,
      -Float.MAX_VALUE,
      1e-4f,
      1e16f,
      16777217f
    };
    var block = new CsrBlock();
    for (float number : numbers) {
      block.addRow(number);
      block.setWeight(number);
      block.setQid(block.rows() % 2 == 0 ? -1 : 0);
      block.add(0, number);
      block.add(7, Float.NaN);
      block.add(8, Float.POSITIVE_INFINITY);
      block.add(1L << 62, Float.NEGATIVE_INFINITY);
      block.add(-2, -number);
    }
    byte[] text = text(0, CsrSource.of(block)).getBytes(StandardCharsets.US_ASCII);
    var options = new TextOptions(ParseMode.STRICT, 0, -1, Map.of());
    var read = new CsrBlock();
    TextFormats.parser("libsvm", options).parse(text, 0, text.length, 0, 1, read);
    assertEquals(RowText.of(block).toString(), RowText.of(read).toString());
  }

  @Test
  void columnsAscend() throws IOException {
    var block = new CsrBlock();
    block.addRow(0);
    block.add(1L << 40, 1);
    block.add(5, 2);
    block.add(5, 3);
    assertEquals("0 5:2 5:3 1099511627776:1\n", text(0, CsrSource.of(block)));
  }

  @Test
  void anIndexThatBase1CannotWriteIsRefused() {
    var block = new CsrBlock();
    block.addRow(0);
    block.add(-1, 1);
    var error = assertThrows(IllegalArgumentException.class, () -> text(1, CsrSource.of(block)));
    assertTrue(error.getMessage().contains("write base 0"), error::getMessage);
  }
}
