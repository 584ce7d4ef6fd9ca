// SPDX-License-Identifier: Apache-2.0
package dev.recordio.npy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.LittleEndian;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Items of NumPy's types come out of bytes as NumPy's {@code item()} returns them. */
class NpyItemsTest {
  private static NpyItems items(String type) {
    return NpyItems.of(NpyType.parse(type));
  }

  @ParameterizedTest
  @CsvSource({
    "b1, 1, 1",
    "i1, -2, -2",
    "u1, -2, 254",
    "i2, -2, -2",
    "u2, -2, 65534",
    "i4, -2, -2",
    "u4, -2, 4294967294",
    "i8, -2, -2",
    "u8, -2, -2",
    "M8[s], -2, -2",
    "m8[25us], 7, 7"
  })
  void wholeNumbersInBothByteOrders(String type, long written, long expected) {
    for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
      NpyItems items = items((order == ByteOrder.BIG_ENDIAN ? ">" : "<") + type);
      byte[] all = new byte[1 + 8];
      var buffer = ByteBuffer.wrap(all).order(order);
      switch (items.bytes()) {
        case 1 -> buffer.put(1, (byte) written);
        case 2 -> buffer.putShort(1, (short) written);
        case 4 -> buffer.putInt(1, (int) written);
        default -> buffer.putLong(1, written);
      }
      assertTrue(items.isWhole());
      assertEquals(expected, items.getLong(all, 1));
      assertEquals(
          type.equals("u8") ? 18446744073709551614.0 : (double) expected, items.getDouble(all, 1));
    }
  }

  @Test
  void realNumbersInBothByteOrders() {
    for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
      String sign = order == ByteOrder.BIG_ENDIAN ? ">" : "<";
      byte[] all = new byte[9];
      var buffer = ByteBuffer.wrap(all).order(order);
      buffer.putFloat(1, -0.1f);
      assertEquals(-0.1f, items(sign + "f4").getDouble(all, 1));
      buffer.putDouble(1, 1e300);
      assertEquals(1e300, items(sign + "f8").getDouble(all, 1));
      buffer.putShort(1, (short) 0xC100);
      assertEquals(-2.5, items(sign + "f2").getDouble(all, 1));
    }
  }

  /** Each of the 2^16 numbers of 16 bits is what its bits mean. */
  @Test
  void allHalves() {
    for (int bits = 0; bits < 1 << 16; bits++) {
      int exponent = bits >> 10 & 31;
      int fraction = bits & 1023;
      double size =
          exponent == 31
              ? fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN
              : exponent == 0
                  ? Math.scalb((double) fraction, -24)
                  : Math.scalb(1024.0 + fraction, exponent - 25);
      assertEquals(bits >> 15 == 0 ? size : -size, LittleEndian.half((short) bits), 0.0);
    }
  }

  @Test
  void texts() {
    assertEquals("ab", items("S5").getText("xab\0\0\0".getBytes(StandardCharsets.UTF_8), 1));
    assertEquals("\u00e4", items("S2").getText("\u00e4".getBytes(StandardCharsets.UTF_8), 0));
    byte[] wide = ByteBuffer.allocate(12).putInt('a').putInt(0x1F600).array();
    assertEquals("a\uD83D\uDE00", items(">U3").getText(wide, 0));
    byte[] little = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putInt(0x110000).array();
    assertEquals("\uFFFD", items("U2").getText(little, 0), "no code point");
  }

  @Test
  void whatIsNoNumber() {
    byte[] bytes = new byte[16];
    assertThrows(UnsupportedOperationException.class, () -> items("f4").getLong(bytes, 0));
    assertThrows(UnsupportedOperationException.class, () -> items("f16").getDouble(bytes, 0));
    assertThrows(UnsupportedOperationException.class, () -> items("c8").getDouble(bytes, 0));
    assertThrows(UnsupportedOperationException.class, () -> items("i4").getText(bytes, 0));
  }
}
