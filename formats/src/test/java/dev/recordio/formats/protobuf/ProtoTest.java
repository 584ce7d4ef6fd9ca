// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.protobuf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.sagemaker.ProtoReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Protobuf's wire format: what the writer makes the reader reads, and nothing beyond the end. */
class ProtoTest {
  private static byte[] written(ProtoWriter out) {
    return Arrays.copyOf(out.array(), out.length());
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }

  /** Reads all fields of a message that is within other bytes, which must not be read. */
  private static List<String> fields(byte[] message) throws MalformedRecordException {
    byte[] around = new byte[message.length + 20];
    Arrays.fill(around, (byte) 0x01);
    System.arraycopy(message, 0, around, 7, message.length);
    var reader = new ProtoReader();
    reader.reset(around, 7, 7 + message.length, 7);
    var fields = new ArrayList<String>();
    while (reader.next()) {
      String value =
          reader.type() == ProtoReader.BYTES
              ? HexFormat.of().formatHex(around, reader.from(), reader.end())
              : Long.toString(reader.number());
      fields.add(reader.start() - 7 + ": " + reader.field() + " " + reader.type() + " " + value);
    }
    assertEquals(7 + message.length, reader.position());
    assertFalse(reader.next(), "the end stays the end");
    return fields;
  }

  /** One field of each type, and numbers at the bounds. */
  private static byte[] message() {
    var out = new ProtoWriter();
    out.varint(1, 300);
    out.bytes(2, new byte[] {9, 8, 7});
    out.tag(3, ProtoReader.FIXED32);
    out.fixed32(-2);
    out.tag(4, ProtoReader.FIXED64);
    out.fixed32(1);
    out.fixed32(-1);
    out.varint(536870911, -1);
    out.bytes(16, new byte[0]);
    return written(out);
  }

  @Test
  void fieldsOfAllTypesAreReadWithWhereTheyBegin() throws Exception {
    assertEquals(
        List.of(
            "0: 1 0 300",
            "3: 2 2 090807",
            "8: 3 5 -2",
            "13: 4 1 -4294967295",
            "22: 536870911 0 -1",
            "37: 16 2 "),
        fields(message()));
    assertEquals(
        "08ac02 1203090807 1dfeffffff 2101000000ffffffff f8ffffff0fffffffffffffffffff01 820100"
            .replace(" ", ""),
        HexFormat.of().formatHex(message()));
  }

  @Test
  void everyTruncationEndsBetweenFieldsOrIsAnErrorWithinTheMessage() {
    byte[] message = message();
    var ends = List.of(0, 3, 8, 13, 22, 37);
    for (int length = 0; length < message.length; length++) {
      byte[] cut = Arrays.copyOf(message, length);
      if (ends.contains(length)) {
        List<String> read = assertReads(cut);
        assertEquals(ends.indexOf(length), read.size());
      } else {
        var e = assertThrows(MalformedRecordException.class, () -> fields(cut), "at " + length);
        assertTrue(e.offset() >= 0 && e.offset() <= length, e.getMessage());
        assertEquals("malformed protobuf message", e.what());
      }
    }
  }

  private static List<String> assertReads(byte[] message) {
    try {
      return fields(message);
    } catch (MalformedRecordException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void varintsOfEveryLengthComeBackAndHaveTheSizeThatIsReported() throws Exception {
    var out = new ProtoWriter();
    var reader = new ProtoReader();
    for (int bits = 0; bits < 64; bits++) {
      for (long around = -1; around <= 1; around++) {
        long number = (1L << bits) + around;
        out.clear();
        out.varint(number);
        assertEquals(ProtoWriter.sizeOfVarint(number), out.length(), Long.toHexString(number));
        int significant = Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(number));
        assertEquals((significant + 6) / 7, out.length(), Long.toHexString(number));
        reader.reset(out.array(), 0, out.length(), 0);
        assertEquals(number, reader.packedVarint());
        assertTrue(reader.isAtEnd());
        for (int cut = 0; cut < out.length(); cut++) {
          reader.reset(out.array(), 0, cut, 0);
          var e = assertThrows(MalformedRecordException.class, reader::packedVarint);
          assertEquals("the end after " + cut + " bytes", e.found());
        }
      }
    }
    assertEquals(1, ProtoWriter.sizeOfVarint(0));
    assertEquals(10, ProtoWriter.sizeOfVarint(-1));
  }

  @Test
  void numberOfElevenBytesIsAnError() throws Exception {
    var reader = new ProtoReader();
    reader.reset(hex("8080808080808080808000"), 0, 11, 0);
    var e = assertThrows(MalformedRecordException.class, reader::packedVarint);
    assertEquals(0, e.offset());
    reader.reset(hex("8180808080808080808000"), 0, 10, 0);
    assertThrows(MalformedRecordException.class, reader::packedVarint);
    reader.reset(hex("85808000"), 0, 4, 0);
    assertEquals(5, reader.packedVarint(), "more bytes than it needs");
  }

  @Test
  void sizesOfTagsAreThoseOfTheirNumbers() {
    for (int field : new int[] {1, 15, 16, 2047, 2048, 262143, 262144, 536870911}) {
      var out = new ProtoWriter();
      out.tag(field, ProtoReader.BYTES);
      assertEquals(out.length(), ProtoWriter.sizeOfTag(field), "field " + field);
      out.clear();
      out.bytes(field, new byte[200]);
      assertEquals(out.length(), ProtoWriter.sizeOfBytes(field, 200), "field " + field);
    }
    assertThrows(
        ArithmeticException.class, () -> ProtoWriter.sizeOfBytes(1, Integer.MAX_VALUE - 5));
    assertEquals(Integer.MAX_VALUE, ProtoWriter.sizeOfBytes(1, Integer.MAX_VALUE - 6));
  }

  @ParameterizedTest
  @CsvSource({
    "0b, 0, type 3",
    "0800 0c, 2, type 4",
    "0e, 0, type 6",
    "0f, 0, type 7",
    "00, 0, 0",
    "8080808010, 0, 536870912",
    "ffffffffffffffffff01, 0, 2305843009213693951",
    "0a02 01, 1, 2",
    "0aff ffff ffff ffff ffff 01, 1, 18446744073709551615",
    "0d010203, 1, 3 until the end",
    "0901020304050607, 1, 7 until the end",
  })
  void badFieldIsAnErrorWithItsOffset(String digits, long offset, String found) {
    var e = assertThrows(MalformedRecordException.class, () -> fields(hex(digits)));
    assertEquals(offset, e.offset(), e.getMessage());
    assertEquals(found, e.found());
  }

  @Test
  void nestedMessagesAndPackedListsEndWhereTheirFieldDoes() throws Exception {
    byte[] message = hex("0a04 0a02 0801 1208 01000000 02000000 1a02 ac02");
    var outer = new ProtoReader();
    var middle = new ProtoReader();
    var inner = new ProtoReader();
    outer.reset(message, 0, message.length, 0);
    assertTrue(outer.next());
    middle.enter(outer);
    assertTrue(middle.next());
    inner.enter(middle);
    assertTrue(inner.next());
    assertEquals(1, inner.number());
    assertFalse(inner.next());
    assertFalse(middle.next());
    assertTrue(outer.next());
    inner.enter(outer);
    assertEquals(1, inner.packedFixed32());
    assertEquals(2, inner.packedFixed32());
    assertTrue(inner.isAtEnd());
    assertThrows(MalformedRecordException.class, inner::packedFixed32);
    inner.enter(outer);
    assertEquals(0x200000001L, inner.packedFixed64());
    assertThrows(MalformedRecordException.class, inner::packedFixed64);
    assertTrue(outer.next());
    inner.enter(outer);
    assertEquals(300, inner.packedVarint());
    assertTrue(inner.isAtEnd());
    assertFalse(outer.next());
  }

  @Test
  void fieldOfAnotherTypeIsNoMessage() throws Exception {
    byte[] message = hex("0800 1001");
    var outer = new ProtoReader();
    outer.reset(message, 0, message.length, 0);
    outer.next();
    outer.next();
    var e = assertThrows(MalformedRecordException.class, () -> new ProtoReader().enter(outer));
    assertEquals(2, e.offset());
    assertEquals("field 2 of type 2", e.expected());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 1023, 1024, 1025, 100_000})
  void arrayGrowsAndKeepsWhatWasWritten(int count) throws Exception {
    var floats = new float[count + 3];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = i * 0.5f;
    }
    var out = new ProtoWriter();
    out.varint(7);
    out.begin(1, 4 * count);
    out.floats(floats, 3, count);
    out.bytes(2, new byte[] {1});
    var reader = new ProtoReader();
    reader.reset(out.array(), 1, out.length(), 0);
    assertTrue(reader.next());
    assertEquals(4 * count, reader.end() - reader.from());
    var list = new ProtoReader();
    list.enter(reader);
    for (int i = 0; i < count; i++) {
      assertEquals(floats[3 + i], Float.intBitsToFloat(list.packedFixed32()));
    }
    assertTrue(list.isAtEnd());
    assertTrue(reader.next());
    assertEquals(2, reader.field());
    out.clear();
    out.bytes(1, ProtoWriter.utf8("\u00e9"));
    assertArrayEquals(hex("0a02c3a9"), written(out));
  }
}
