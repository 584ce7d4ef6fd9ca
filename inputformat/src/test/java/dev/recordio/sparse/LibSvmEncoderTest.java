// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows as LibSVM text. */
class LibSvmEncoderTest {
  private static String text(int base, CsrSource source) throws IOException {
    byte[] text =
        CsrFixtures.encode(
            out -> new LibSvmEncoder(base, out::write).write(source, ShardShape.of(source)));
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
    weighted.addRow(Float.NaN);
    weighted.setWeight(0.5f);
    weighted.setQid(-1);
    weighted.add(-2, Float.NEGATIVE_INFINITY);
    assertEquals(
        "-1:1 qid:0 2:2\nnan:0.5 qid:18446744073709551615 18446744073709551615:-inf\n",
        text(1, CsrSource.of(plain, weighted)));
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
