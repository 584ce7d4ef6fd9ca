// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.sagemaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages of SageMaker to rows: every type of tensor, and everything that is no row. */
class SageMakerRowTest {
  private static final String ONE = "0a0676616c756573"; // key: "values"
  private static final String LABEL = "1212" + ONE + "1208 1206 0a04 0000803f";

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }

  /** Returns a field that holds bytes of less than 128. */
  private static String field(int number, String content) {
    String digits = content.replace(" ", "");
    return String.format("%02x%02x", number << 3 | 2, digits.length() / 2) + digits;
  }

  /** Returns a message whose feature is a tensor, with label 1. */
  private static String row(int tensor, String content) {
    return field(1, ONE + field(2, field(tensor, content))) + LABEL;
  }

  private static String text(SageMakerRow row) {
    var text = new StringBuilder().append(row.label()).append(" of ").append(row.columns());
    text.append(row.isDense() ? " dense" : " sparse");
    for (int i = 0; i < row.entries(); i++) {
      text.append(' ')
          .append(row.isDense() ? i : row.keys()[i])
          .append(':')
          .append(row.values()[i]);
    }
    return text.toString();
  }

  private static String read(String digits) throws MalformedRecordException {
    byte[] message = hex(digits);
    byte[] around = new byte[message.length + 16];
    Arrays.fill(around, (byte) 0x7f);
    System.arraycopy(message, 0, around, 8, message.length);
    var row = new SageMakerRow();
    row.read(around, 8, 8 + message.length);
    String text = text(row);
    row.read(around, 8, 8 + message.length);
    assertEquals(text, text(row), "the same message again");
    return text;
  }

  @ParameterizedTest
  @CsvSource({
    // float32: packed, unpacked, in two pieces, with fields in another order
    "2, 0a0c 0000803f 0000003f 000010c0 1203 00037e 1a017f, 1.0 of 127 sparse 0:1.0 3:0.5 126:-2.25",
    "2, 0d0000803f 0d0000003f 1000 1003 187f, 1.0 of 127 sparse 0:1.0 3:0.5",
    "2, 0a040000803f 0d0000003f 120100 1003 1a017f, 1.0 of 127 sparse 0:1.0 3:0.5",
    "2, 1a017f 12020003 0a08 0000803f 0000003f, 1.0 of 127 sparse 0:1.0 3:0.5",
    "2, 0a08 0000803f 00000080 2205aabbccddee 2801, 1.0 of 2 dense 0:1.0 1:-0.0",
    "2, 0a04 0000c07f, 1.0 of 1 dense 0:NaN",
    "2, 0a04 0a23d7ce 120105 1a017f, 1.0 of 127 sparse 5:-1.80469888E9",
    // sparse without entries; dense with a shape; nothing at all
    "2, 1a017f, 1.0 of 127 dense",
    "2, 0a08 0000803f 0000003f 1a0102, 1.0 of 2 dense 0:1.0 1:0.5",
    "2, '', 1.0 of 0 dense",
    // float64 is rounded; infinity stays
    "3, 0a10 9a9999999999b93f 000000000000f07f, 1.0 of 2 dense 0:0.1 1:Infinity",
    "3, 09 000000000000f83f 100a 180b, 1.0 of 11 sparse 10:1.5",
    "3, 0a08 ffffffdfffffef47, 1.0 of 1 dense 0:3.4028235E38",
    // int32
    "7, 0a0b ffffffffffffffffff01 07 12020004 1a0105, 1.0 of 5 sparse 0:-1.0 4:7.0",
    "7, 0880808008, 1.0 of 1 dense 0:1.6777216E7",
    "7, 0a0a 80808080f8ffffffff01, 1.0 of 1 dense 0:-2.14748365E9",
    // the largest shape and key
    "2, 0a04 0000803f 1209 feffffffffffffff7f 1a09 ffffffffffffffff7f,"
        + " 1.0 of 9223372036854775807 sparse 9223372036854775806:1.0",
  })
  void tensorsOfEveryTypeAreRows(int tensor, String content, String expected) throws Exception {
    assertEquals(expected, read(row(tensor, content)));
  }

  @Test
  void otherFieldsAndTheOrderOfFieldsDoNotMatter() throws Exception {
    String feature = field(1, field(2, field(2, "0a040000803f")) + ONE); // the value comes first
    String label = field(2, ONE + "1801" + field(2, field(7, "0807") + field(5, "00")));
    String others = field(3, "6964") + field(4, "7b7d") + field(5, "78") + "3001" + "3d00000000";
    assertEquals("7.0 of 1 dense 0:1.0", read(others + label + feature + others));
    String withShape = field(2, ONE + field(2, field(3, "09 000000000000f83f 1a0101")));
    assertEquals("1.5 of 1 dense 0:1.0", read(feature + withShape));
  }

  @Test
  void truncationsAreErrorsOrLackTheLabel() throws Exception {
    byte[] message = hex(row(2, "0a0c 0000803f 0000003f 000010c0 1203 00037e 1a017f"));
    var row = new SageMakerRow();
    for (int length = 0; length < message.length; length++) {
      int to = length;
      var e =
          assertThrows(MalformedRecordException.class, () -> row.read(message, 0, to), "at " + to);
      assertTrue(e.offset() >= 0 && e.offset() <= to, e.getMessage());
    }
    row.read(message, 0, message.length);
    assertEquals("1.0 of 127 sparse 0:1.0 3:0.5 126:-2.25", text(row));
  }

  @Test
  void everyFlippedBitGivesARowOrAnErrorWithinTheMessage() throws Exception {
    byte[] message = hex(row(2, "0a0c 0000803f 0000003f 000010c0 1203 00037e 1a017f"));
    var row = new SageMakerRow();
    int errors = 0;
    for (int bit = 0; bit < 8 * message.length; bit++) {
      message[bit >> 3] ^= (byte) (1 << (bit & 7));
      try {
        row.read(message, 0, message.length);
        assertTrue(row.entries() <= 3);
      } catch (MalformedRecordException e) {
        errors++;
        assertTrue(e.offset() >= 0 && e.offset() <= message.length, e.getMessage());
      }
      message[bit >> 3] ^= (byte) (1 << (bit & 7));
    }
    assertTrue(errors > 200, "only " + errors);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "7 | 0881808008 | 14 | an int32 that float32 can hold exactly | 16777217",
        "7 | 0a05 ffffffff07 | 16 | an int32 that float32 can hold exactly | 2147483647",
        "7 | 0a05 8080808010 | 16 | an int32 that float32 can hold exactly | 4294967296",
        "7 | 0a05 01 81808008 | 17 | an int32 that float32 can hold exactly | 16777217",
        "3 | 0a08 000000f0ffffef47 | 16 | a float64 within the range of float32 |"
            + " 3.4028235677973366E38",
        "3 | 0a10 000000000000f03f ffffffffffffefff | 24 | a float64 within the range of float32 |"
            + " -1.7976931348623157E308",
        "2 | 0a08 0000803f 0000003f 12020303 1a0105 | 24 | ascending keys, so more than 3 | 3",
        "2 | 0a08 0000803f 0000003f 1003 1002 1a0105 | 26 | ascending keys, so more than 3 | 2",
        "2 | 0a04 0000803f 12017f 1a017f | 20 | a key below the shape, which is 127 | 127",
        "2 | 0a04 0000803f 120a ffffffffffffffffff01 1a017f | 20 |"
            + " a key below the shape, which is 127 | 18446744073709551615",
        "2 | 0a08 0000803f 0000003f 120103 1a0105 | 12 | as many keys as values |"
            + " 1 keys and 2 values",
        "2 | 120103 1a0105 | 12 | as many keys as values | 1 keys and 0 values",
        "2 | 0a04 0000803f 120103 | 12 | a shape, since there are keys | none",
        "2 | 0a04 0000803f 120103 1a020509 | 26 | a shape of one dimension: the columns |"
            + " 2 dimensions",
        "2 | 0a04 0000803f 1801 1801 | 22 | a shape of one dimension: the columns | 2 dimensions",
        "2 | 0a04 0000803f 1a0102 | 12 |"
            + " as many values as the shape, which is 2, since there are no keys | 1 values",
        "2 | 1a0a ffffffffffffffffff01 | 16 | at most 2^63 - 1 columns | 18446744073709551615",
        "9 | 0a03ffd8ff | 12 | a tensor of numbers | bytes",
        "4 | 0a03ffd8ff | 19 | a tensor of float32, float64 or int32 | none",
        "2 | 0a05 0000803f00 | 20 | 4 bytes | 1 until the end",
        "3 | 0a04 0000803f | 16 | 8 bytes | 4 until the end",
        "2 | 0801 | 14 | field 1 of type 5 | type 0",
        "3 | 0d00000000 | 14 | field 1 of type 1 | type 5",
        "7 | 0d00000000 | 14 | field 1 of type 0 | type 5",
        "2 | 1500000000 | 14 | field 2 of type 0 | type 5",
        "2 | 1d00000000 | 14 | field 3 of type 0 | type 5",
      })
  void whatIsNoRowIsAnErrorWithItsOffset(
      int tensor, String content, long offset, String expected, String found) {
    var e = assertThrows(MalformedRecordException.class, () -> read(row(tensor, content)));
    assertEquals(expected + ", found " + found, e.expected() + ", found " + e.found());
    assertEquals(offset, e.offset(), e.getMessage());
  }

  @Test
  void featureAndLabelAreOneEach() {
    String feature = field(1, ONE + field(2, field(2, "0a040000803f")));
    String other = field(1, "0a0161" + field(2, field(2, "0a040000803f")));
    assertError(feature, 20, "no label");
    assertError(LABEL, 20, "no feature");
    assertError("", 0, "no feature");
    assertError(feature + feature + LABEL, 20, "another one after it");
    assertError(feature + other + LABEL, 22, "another one, named \"a\"");
    assertError(other + LABEL, 2, "one named \"a\"");
    assertError(field(1, "0a00" + field(2, field(2, ""))) + LABEL, 2, "one named \"\"");
    assertError(field(1, field(2, field(2, ""))) + LABEL, 0, "one without a name");
    assertError(field(1, ONE) + LABEL, 0, "one without a value");
    assertError(feature + LABEL + LABEL, 40, "another one after it");
    assertError(feature + field(2, "0a0161"), 22, "one named \"a\"");
    String two = field(2, ONE + field(2, field(2, "0a08 0000803f 0000803f")));
    assertError(feature + two, 32, "2 numbers");
    assertError(feature + field(2, ONE + field(2, field(2, ""))), 32, "0 numbers");
    String keyed = field(2, ONE + field(2, field(2, "0a04 0000803f 1000 1801")));
    assertError(feature + keyed, 32, "one with keys");
    String bytes = field(2, ONE + field(2, field(9, "0a0101")));
    assertError(feature + bytes, 32, "bytes");
    String tensors = field(2, field(2, "0a040000803f") + field(3, "09000000000000f03f"));
    assertError(field(1, ONE + tensors) + LABEL, 20, "another one after it");
    String values = field(2, field(2, "0a040000803f"));
    assertError(field(1, ONE + values + values) + LABEL, 20, "another one after it");
    assertError("0801" + LABEL, 0, "type 0");
  }

  private static void assertError(String digits, long offset, String found) {
    var e = assertThrows(MalformedRecordException.class, () -> read(digits), found);
    assertEquals(found, e.found(), e.getMessage());
    assertEquals(offset, e.offset(), e.getMessage());
  }
}
