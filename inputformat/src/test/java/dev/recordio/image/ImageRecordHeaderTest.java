// SPDX-License-Identifier: Apache-2.0
package dev.recordio.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.bytes.MalformedRecordException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImageRecordHeaderTest {
  private static final float[] LABELS = {1.5f, -2f, 3e-45f, Float.NEGATIVE_INFINITY};

  private final ImageRecordHeader header = new ImageRecordHeader();

  private static byte[] written(long id, long id2, float... labels) {
    byte[] bytes = new byte[ImageRecordHeader.bytes(labels.length)];
    ImageRecordHeader.write(bytes, 0, id, id2, labels, labels.length);
    return bytes;
  }

  @Test
  void fieldsAreLittleEndianAtTheirOffsets() {
    assertEquals(
        "00000000" + "0000803f" + "0807060504030201" + "100f0e0d0c0b0a09",
        HexFormat.of().formatHex(written(0x0102030405060708L, 0x090a0b0c0d0e0f10L, 1f)));
    assertEquals(
        "02000000" + "00000000" + "0500000000000000" + "0000000000000000" + "0000803f000000c0",
        HexFormat.of().formatHex(written(5, 0, 1f, -2f)));
  }

  @Test
  void noLabelIsWrittenAsTheOneLabelZero() throws Exception {
    byte[] bytes = written(7, 0);
    assertEquals(24, bytes.length);
    header.read(bytes, 0, bytes.length, 0);
    assertEquals(0, header.flag());
    assertEquals(1, header.labelCount());
    assertEquals(0f, header.label(0));
  }

  @Test
  void idsAreUnsignedSixtyFourBits() throws Exception {
    byte[] bytes = written(-1L, Long.MIN_VALUE, 0f);
    header.read(bytes, 0, bytes.length, 0);
    assertEquals("18446744073709551615", Long.toUnsignedString(header.id()));
    assertEquals("9223372036854775808", Long.toUnsignedString(header.id2()));
  }

  @Test
  void labelBitsSurviveEvenThoseOfNaN() throws Exception {
    int[] bits = {0x7FC00000, 0xFFC00000, 0x7FC12345, 0x80000000, 0xCED7230A};
    float[] labels = new float[bits.length];
    for (int i = 0; i < bits.length; i++) {
      labels[i] = Float.intBitsToFloat(bits[i]);
      assertEquals(
          bits[i],
          ByteBuffer.wrap(written(0, 0, labels[i])).order(ByteOrder.LITTLE_ENDIAN).getInt(4));
    }
    byte[] bytes = written(0, 0, labels);
    header.read(bytes, 0, bytes.length, 0);
    for (int i = 0; i < bits.length; i++) {
      assertEquals(bits[i], Float.floatToRawIntBits(header.label(i)));
    }
  }

  @Test
  void writingTouchesOnlyItsOwnBytes() {
    for (int count = 0; count <= LABELS.length; count++) {
      byte[] expected = written(3, 4, Arrays.copyOf(LABELS, count));
      byte[] target = new byte[expected.length + 7];
      Arrays.fill(target, (byte) 0x55);
      ImageRecordHeader.write(target, 3, 3, 4, LABELS, count);
      assertArrayEquals(expected, Arrays.copyOfRange(target, 3, 3 + expected.length));
      assertEquals("555555", HexFormat.of().formatHex(target, 0, 3));
      assertEquals(
          "55555555", HexFormat.of().formatHex(target, 3 + expected.length, target.length));
    }
  }

  @Test
  void aTargetOrLabelArrayThatIsTooShortIsRefusedBeforeAnythingIsWritten() {
    byte[] target = new byte[40];
    assertThrows(
        IndexOutOfBoundsException.class,
        () -> ImageRecordHeader.write(target, 1, -1, -1, LABELS, 4));
    assertThrows(
        IndexOutOfBoundsException.class,
        () -> ImageRecordHeader.write(target, 0, -1, -1, new float[1], 2));
    assertArrayEquals(new byte[40], target);
  }

  @Test
  void sizesCountOnlyTheLabelsAfterTheHeader() {
    assertEquals(24, ImageRecordHeader.bytes(0));
    assertEquals(24, ImageRecordHeader.bytes(1));
    assertEquals(32, ImageRecordHeader.bytes(2));
    assertEquals(24 + 4 * 1000, ImageRecordHeader.bytes(1000));
    assertEquals(Integer.MAX_VALUE - 3, ImageRecordHeader.bytes(536_870_905));
    assertThrows(IllegalArgumentException.class, () -> ImageRecordHeader.bytes(536_870_906));
    assertThrows(IllegalArgumentException.class, () -> ImageRecordHeader.bytes(-1));
  }

  @Test
  void aOneElementLabelArrayOfOtherWritersReadsAsOneLabelAfterTheHeader() throws Exception {
    ByteBuffer record = ByteBuffer.allocate(30).order(ByteOrder.LITTLE_ENDIAN);
    record.putInt(1).putFloat(9f).putLong(11).putLong(0).putFloat(4.25f);
    header.read(record.array(), 0, 30, 0);
    assertEquals(1, header.flag());
    assertEquals(9f, header.label());
    assertEquals(1, header.labelCount());
    assertEquals(4.25f, header.label(0));
    assertEquals(28, header.imageOffset());
    assertEquals(2, header.imageLength());
  }

  @Test
  void aRecordInTheMiddleOfAnArrayIsReadInPlace() throws Exception {
    byte[] bytes = written(42, 0, LABELS);
    byte[] array = new byte[100];
    Arrays.fill(array, (byte) 0xFF);
    System.arraycopy(bytes, 0, array, 13, bytes.length);
    header.read(array, 13, bytes.length + 10, 0);
    assertEquals(42, header.id());
    assertEquals(-2f, header.label(1));
    assertEquals(13 + bytes.length, header.imageOffset());
    assertEquals(10, header.imageLength());
  }

  @Test
  void everyTruncationBelowTheImageIsAnErrorThatNamesRecordAndLength() throws Exception {
    byte[] bytes = written(42, 0, LABELS);
    for (int length = 0; length < bytes.length; length++) {
      int cut = length;
      MalformedRecordException e =
          assertThrows(
              MalformedRecordException.class, () -> header.read(bytes, 0, cut, 5_000_000_000L));
      assertEquals(5_000_000_000L, e.offset());
      assertEquals(-1, e.line());
      assertEquals(length + " bytes", e.found());
      assertEquals(
          length < 24
              ? "a payload of at least 24 bytes"
              : "a payload of at least 40 bytes, as flag 4 announces that many labels",
          e.expected());
    }
    header.read(bytes, 0, bytes.length, 0);
    assertEquals(0, header.imageLength());
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        4,
        5,
        0x10000000,
        0x20000000,
        0x3FFFFFFF,
        0x40000000,
        0x40000003,
        0x7FFFFFFF,
        0x80000000,
        0xC0000000,
        0xCED7230A,
        0xFFFFFFFA,
        0xFFFFFFFF
      })
  void aFlagBeyondTheRecordIsNotBelieved(int flag) {
    byte[] bytes = new byte[24 + 3 * 4 + 3];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(flag);
    MalformedRecordException e =
        assertThrows(MalformedRecordException.class, () -> header.read(bytes, 0, bytes.length, 16));
    long unsigned = Integer.toUnsignedLong(flag);
    assertEquals(
        "malformed image record header: record at offset 16: expected a payload of at least "
            + (24 + 4 * unsigned)
            + " bytes, as flag "
            + unsigned
            + " announces that many labels, found 39 bytes",
        e.getMessage());
  }

  @Test
  void aRefusedRecordLeavesTheViewOnTheOneBefore() throws Exception {
    byte[] good = written(42, 0, LABELS);
    header.read(good, 0, good.length, 0);
    byte[] bad = written(43, 0, LABELS);
    assertThrows(MalformedRecordException.class, () -> header.read(bad, 0, 39, 100));
    assertEquals(42, header.id());
    assertEquals(4, header.labelCount());
  }

  @Test
  void labelsOutsideTheCountAreNotAnswered() throws Exception {
    byte[] bytes = Arrays.copyOf(written(42, 0, LABELS), 100);
    header.read(bytes, 0, bytes.length, 0);
    assertThrows(IndexOutOfBoundsException.class, () -> header.label(4));
    assertThrows(IndexOutOfBoundsException.class, () -> header.label(-1));
    header.read(written(1, 0, 2f), 0, 24, 0);
    assertThrows(IndexOutOfBoundsException.class, () -> header.label(1));
  }

  @Test
  void aRangeOutsideTheArrayIsACallersError() {
    assertThrows(IndexOutOfBoundsException.class, () -> header.read(new byte[30], 10, 24, 0));
  }
}
