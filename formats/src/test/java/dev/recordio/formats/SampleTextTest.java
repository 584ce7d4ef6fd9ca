// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "7",
        "007",
        "000000000000000000000000018446744073709551615",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551609",
        "18446744073709551610",
        "18446744073709551615"
      })
  void keysAreUnsigned(String text) {
    assertEquals(new BigInteger(text).longValue(), SampleText.key(text));
    byte[] inside = ("x" + text + "9").getBytes(StandardCharsets.US_ASCII);
    assertEquals(new BigInteger(text).longValue(), SampleText.key(inside, 1, inside.length - 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " 7",
        "7\n",
        "+7",
        "-7",
        "7.0",
        "0x7",
        "٧",
        "1_0",
        "18446744073709551616",
        "18446744073709551620",
        "99999999999999999999",
        "184467440737095516150"
      })
  void anythingElseIsRefused(String text) {
    var refused = assertThrows(NumberFormatException.class, () -> SampleText.key(text));
    assertEquals(SampleText.EXPECTED_KEY, refused.getMessage());
  }

  @Test
  void foundTextIsShortened() {
    assertEquals("'abc'", SampleText.found("abc"));
    assertEquals("'" + "a".repeat(40) + "…' of 41 characters", SampleText.found("a".repeat(41)));
  }
}
