// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.mosaic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.LittleEndianWriter;
import dev.recordio.bytes.MalformedRecordException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers and arrays of numbers, as MDS has them. */
class MdsValuesTest {
  private static final MdsSchema ARRAY =
      MdsSchema.sorted(MdsSchema.Column.of("labels", MdsSchema.Column.FLOATS));

  private static final byte[] ONE_TWO_THREE = MdsShards.hex("0403 0000803f 00000040 00004040");

  private static MdsArray read(byte[] value) throws MalformedRecordException {
    byte[] bytes =
        ByteBuffer.allocate(4 + value.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(value.length)
            .put(value)
            .array();
    var sample = new MdsSample(ARRAY);
    sample.reset(bytes, 0, bytes.length, 0);
    var array = new MdsArray();
    array.reset(sample, 0, MdsNumber.FLOAT32);
    return array;
  }

  private static byte[] write(int count) throws Exception {
    var bytes = new ByteArrayOutputStream();
    var out = new LittleEndianWriter(bytes::write);
    MdsArray.writeHead(out, count);
    for (int i = 0; i < count; i++) {
      out.putInt(Float.floatToRawIntBits(i + 1));
    }
    out.flush();
    return bytes.toByteArray();
  }

  @Test
  void threeNumbersAreThoseOfNumPy() throws Exception {
    assertArrayEquals(ONE_TWO_THREE, write(3));
    MdsArray array = read(ONE_TWO_THREE);
    assertEquals(3, array.count());
    assertEquals(4 + 2, array.from());
  }

  @ParameterizedTest
  @CsvSource({"1,2", "255,2", "256,3", "65535,3", "65536,5"})
  void extentsTakeTheSmallestNumberThatHoldsThem(int count, int head) throws Exception {
    byte[] value = write(count);
    assertEquals(head + 4 * count, value.length);
    assertEquals(value.length, MdsArray.bytes(count));
    MdsArray array = read(value);
    assertEquals(count, array.count());
    assertEquals(4 + head, array.from());
  }

  @Test
  void arraysOfAnyShapeAreRead() throws Exception {
    assertEquals(1, read(MdsShards.hex("00 0000803f")).count());
    assertEquals(2, read(MdsShards.hex("08 0102 0000803f 00000040")).count());
    assertEquals(2, read(MdsShards.hex("09 0200 0100 0000803f 00000040")).count());
    assertEquals(1, read(MdsShards.hex("06 01000000 0000803f")).count());
    assertEquals(1, read(MdsShards.hex("07 0100000000000000 0000803f")).count());
    assertEquals(1, read(MdsShards.hex("fc" + "01".repeat(63) + "0000803f")).count());
  }

  @Test
  void everyTruncationIsAnError() {
    for (int i = 0; i < ONE_TWO_THREE.length; i++) {
      byte[] cut = Arrays.copyOf(ONE_TWO_THREE, i);
      assertThrows(MalformedRecordException.class, () -> read(cut), i + " bytes");
    }
    byte[] longer = Arrays.copyOf(ONE_TWO_THREE, ONE_TWO_THREE.length + 1);
    assertThrows(MalformedRecordException.class, () -> read(longer));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "04 00", // empty
        "08 0200 00000000 00000000",
        "04 02 00000000", // one item for two
        "05 0100", // no item
        "06 ffffffff 00000000",
        "06 00000040 00000000",
        "07 0000000000000080 00000000",
        "07 ffffffffffffffff 00000000",
        "0b 0000000001000000 0000000001000000 00000000", // 2^64 items
        "0b 0400000000000000 0100000000000040 00000000 00000000 00000000 00000000", // 2^64 + 4
        "0a 00000080 00000080 00000000",
        "fc 00"
      })
  void shapesThatLieAreErrors(String hex) {
    var error = assertThrows(MalformedRecordException.class, () -> read(MdsShards.hex(hex)));
    assertTrue(error.offset() >= 4 && error.offset() < 4 + MdsShards.hex(hex).length);
  }

  @ParameterizedTest
  @CsvSource({
    "INT, -1",
    "INT8, -1",
    "INT16, -1",
    "INT32, -1",
    "INT64, -1",
    "UINT8, 255",
    "UINT16, 65535",
    "UINT32, 4294967295",
    "UINT64, -1"
  })
  void wholeNumbersAreLittleEndian(MdsNumber type, long ones) {
    var bytes = new byte[type.bytes() + 2];
    Arrays.fill(bytes, (byte) 0xFF);
    assertEquals(ones, type.whole(bytes, 1));
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    long expected = 0;
    for (int i = type.bytes(); i > 0; i--) {
      expected = expected << 8 | i;
    }
    assertEquals(expected, type.whole(bytes, 1));
    assertTrue(type.isWhole());
    assertEquals(type.name().startsWith("U"), type.isUnsigned());
    assertEquals(type, MdsNumber.of(type.encoding()));
  }

  @Test
  void fractionsAreExact() {
    byte[] bytes = ByteBuffer.allocate(9).order(ByteOrder.LITTLE_ENDIAN).putDouble(1, 0.1).array();
    assertEquals(0.1, MdsNumber.FLOAT64.fraction(bytes, 1));
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(1, 0x7F800001);
    assertEquals(0x7F800001, Float.floatToRawIntBits(MdsNumber.single(bytes, 1)));
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putFloat(1, 0.1f);
    assertEquals(0.1f, MdsNumber.FLOAT32.fraction(bytes, 1));
  }

  @Test
  void everyHalfHasTheValueOfItsFormula() {
    for (int bits = 0; bits < 1 << 16; bits++) {
      int exponent = bits >>> 10 & 0x1F;
      int fraction = bits & 0x3FF;
      double magnitude =
          exponent == 0
              ? fraction * 0x1p-24
              : exponent < 31
                  ? (1024 + fraction) * Math.pow(2, exponent - 25)
                  : fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
      double expected = bits >>> 15 == 0 ? magnitude : -magnitude;
      byte[] bytes = {(byte) bits, (byte) (bits >>> 8)};
      assertEquals(expected, MdsNumber.FLOAT16.fraction(bytes, 0), Integer.toHexString(bits));
    }
  }
}
