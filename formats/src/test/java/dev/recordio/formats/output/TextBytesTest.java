// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.image.ListLine;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextBytesTest {
  private final TextBytes text = new TextBytes();

  private String text() {
    return new String(text.bytes(), 0, text.length(), StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "0, 0.0, 0",
        "-0.0, -0.0, -0",
        "3, 3.0, 3",
        "-7, -7.0, -7",
        "0.1, 0.1, 0.1",
        "16777216, 16777216.0, 16777216",
        "1e20, 1e+20, 1e+20",
        "1.4e-45, 1e-45, 1e-45",
        "7.038531e-26, 7.038530691851209E-26, 7.038530691851209E-26",
        "NaN, '\"NaN\"', nan",
        "Infinity, '\"Infinity\"', inf",
        "-Infinity, '\"-Infinity\"', -inf",
      })
  void labelsAreShortAndReadBackAsTheSame(float label, String json, String list) {
    text.clear().putJson(label);
    assertEquals(json, text());
    text.clear().putList(label);
    assertEquals(list, text());
  }

  @Test
  void everyLabelOfAListIsReadBackToTheBit() throws Exception {
    var random = new Random(16);
    var line = new ListLine();
    for (int i = 0; i < 50_000; i++) {
      float label = Float.intBitsToFloat(random.nextInt());
      if (Float.isNaN(label)) {
        label = Float.intBitsToFloat(i % 2 == 0 ? 0x7FC00000 : 0xFFC00000);
      }
      text.clear().put(-1L).put('\t').putList(label).put("\tx");
      line.parse(text.bytes(), 0, text.length(), 1, 1);
      assertEquals(Float.floatToRawIntBits(label), Float.floatToRawIntBits(line.label(0)), text());
      assertEquals(-1L, line.key());
    }
  }

  @Test
  void aNumberWithMoreDigitsIsRefused() {
    assertEquals("042", TextBytes.padded(42, 3));
    assertThrows(IllegalArgumentException.class, () -> TextBytes.padded(1000, 3));
  }

  @Test
  void longTextsGrow() {
    var expected = new StringBuilder();
    for (int i = 0; i < 2_000; i++) {
      text.put(i).put(' ').putSigned(-i).put("abc").putHex(new byte[] {(byte) i, 10}, 0, 2);
      expected.append(i).append(' ').append(-i).append("abc");
      expected.append(String.format("%02x0a", i & 0xFF));
    }
    assertEquals(expected.toString(), text());
  }
}
