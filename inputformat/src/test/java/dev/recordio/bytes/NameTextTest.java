// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameTextTest {
  @Test
  void listsAndMessagesHaveTheSameEscapes() {
    String name = "a\tb\nc\rd\0e\u001b[31mf\u007f\u009b\u2028\u202e\u2066\u200f\ud83dx";
    String escaped = "a\\tb\\nc\\rd\\x00e\\x1B[31mf\\x7F\\x9B\\u2028\\u202E\\u2066\\u200F\\uD83Dx";
    assertEquals(escaped, NameText.escape(name));
    assertEquals(escaped, NameText.shown(name));
    assertEquals(escaped, NameText.shown(escaped));
    assertEquals("C:\\\\new", NameText.escape("C:\\new"));
    assertSame("C:\\new", NameText.shown("C:\\new"));
  }

  /** Every character, alone and after a backslash. */
  @Test
  void whatIsEscapedIsReadBack() {
    for (int c = 0; c < 0x11000; c++) {
      String name = "a\\" + Character.toString(c) + "x41" + Character.toString(c);
      String cell = NameText.escape(name);
      assertEquals(name, NameText.unescape(cell));
      assertFalse(cell.chars().anyMatch(Character::isISOControl), cell);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\", "a\\", "\\q", "\\x", "\\x1", "\\x1G", "\\u202", "\\uZZZZ"})
  void otherBackslashesAreRefused(String cell) {
    assertThrows(IllegalArgumentException.class, () -> NameText.unescape(cell));
  }
}
