// SPDX-License-Identifier: Apache-2.0
package dev.recordio.conf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class SettingTypeTest {
  @Test
  void aNumberOrInf() {
    SettingType type = SettingType.wholeOrInf(1);
    assertEquals(7L, type.read("n", "7"));
    assertEquals(Long.MAX_VALUE, type.read("n", "INF"));
    for (String wrong : List.of("0", "-inf", "infinity", "")) {
      var e = assertThrows(InvalidSettingException.class, () -> type.read("n", wrong));
      assertEquals(
          "n is '" + wrong + "'; it takes a whole number of 1 or more, or inf", e.getMessage());
    }
  }

  @Test
  void wordsAreThoseOfAChoice() {
    assertEquals(List.of("emit", "drop"), SettingType.oneOf("emit", "drop").words());
    assertEquals(List.of(), SettingType.text().words());
  }

  @Test
  void bytesHaveUnitsInAnySpelling() {
    SettingType type = SettingType.bytes(1);
    for (String text : List.of("4k", "4K", "4kb", "4KB", "4KiB", "4096", "4096b", "0x1000")) {
      assertEquals(4096L, type.read("n", text), text);
    }
    assertEquals(0x1bL, type.read("n", "0x1b"));
    for (String wrong : List.of("kb", "b", "4kbb", "4kib4", "4ib", "4 b", "")) {
      assertThrows(InvalidSettingException.class, () -> type.read("n", wrong), wrong);
    }
  }
}
