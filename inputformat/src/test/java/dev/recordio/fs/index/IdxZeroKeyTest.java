// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdxZeroKeyTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0,8;|8",
        "0,8|8",
        "1,0;2,40;0,80;3,120;|80",
        "1,0;2,40;0,80|80",
        "1,0;2,40;10,80;|-1",
        "1,0;0,88;0,99;|88",
        " 0 88 ;|88",
        "1,0;;;00,96;|96",
        "1,0;0x,8;0,;0,-4;0,7 7;0,16;|16",
        "|-1",
        "0|-1",
        ";;|-1",
        "1,0;2,20000000000000000000;0,8;|8",
        "1,0;0,9223372036854775808;|-1"
      })
  void theLineIsFoundForEveryBuffer(String text, long expected) throws IOException {
    byte[] index =
        text == null
            ? new byte[0]
            : text.replace(';', '\n').replace(',', '\t').getBytes(StandardCharsets.US_ASCII);
    for (int size = 32; size < 80; size++) {
      assertEquals(
          expected, IdxZeroKey.offset(new ByteArrayInputStream(index), "a.idx", size), "" + size);
    }
  }

  @ParameterizedTest
  @CsvSource({"255", "256", "100000"})
  void whatHasNoLinesIsNoIndex(int bytes) throws IOException {
    byte[] garbage = new byte[bytes];
    assertEquals(
        IdxZeroKey.NONE, IdxZeroKey.offset(new ByteArrayInputStream(garbage), "a.idx", 1 << 16));
  }
}
