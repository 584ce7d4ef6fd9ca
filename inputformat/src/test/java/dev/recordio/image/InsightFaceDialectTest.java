// SPDX-License-Identifier: Apache-2.0
package dev.recordio.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InsightFaceDialectTest {
  private static final InsightFaceDialect SET = InsightFaceDialect.of(58, 67);

  private static byte[] bookkeeping(long id, float... labels) {
    byte[] payload = new byte[ImageRecordHeader.bytes(labels.length)];
    ImageRecordHeader.write(payload, 0, id, 0, labels, labels.length);
    return payload;
  }

  private static byte[] image(long id, int bytes, float... labels) {
    byte[] payload = new byte[ImageRecordHeader.bytes(labels.length) + bytes];
    ImageRecordHeader.write(payload, 0, id, 0, labels, labels.length);
    return payload;
  }

  @Test
  void theKnownBytesOfKeyZeroAndOfAnIdentityAreRead() throws MalformedRecordException {
    byte[] zero =
        HexFormat.of().parseHex("0200000000000000000000000000000000000000000000000000684200008642");
    InsightFaceDialect found = InsightFaceDialect.ofRecord(zero, zero.length);
    assertEquals(57, found.images());
    assertEquals(9, found.identities());
    assertTrue(found.hasIdentityRecords());
    assertTrue(found.isExact());
    assertEquals(10, found.bookkeeping());
    assertFalse(found.isImage(zero, zero.length, 0));
    byte[] identity =
        HexFormat.of().parseHex("02000000000000003a0000000000000000000000000000000000803f00000040");
    assertFalse(found.isImage(identity, identity.length, 0));
    assertNull(InsightFaceDialect.ofRecord(identity, identity.length), "its key is not 0");
  }

  @Test
  void withoutRecordsOfIdentitiesTheSecondLabelIsTheirNumber() {
    InsightFaceDialect found = InsightFaceDialect.of(58, 9);
    assertEquals(57, found.images());
    assertEquals(9, found.identities());
    assertFalse(found.hasIdentityRecords());
    assertEquals(1, found.bookkeeping());
  }

  @ParameterizedTest
  @CsvSource({"0, 5", "-3, 5", "2.5, 5", "5, 7.5", "NaN, 5", "5, NaN", "5, -1", "Infinity, 5"})
  void otherLabelsAreNoBounds(float first, float second) {
    assertNull(InsightFaceDialect.of(first, second));
  }

  @Test
  void onlyTwoLabelsAndNothingElseUnderKeyZeroAreKeyZero() {
    byte[] two = bookkeeping(0, 58, 67);
    assertNotNull(InsightFaceDialect.ofRecord(two, 32));
    assertNull(InsightFaceDialect.ofRecord(two, 33), "an image of one byte");
    assertNull(InsightFaceDialect.ofRecord(image(0, 8, 58), 32), "flag 0, and eight bytes");
    assertNull(InsightFaceDialect.ofRecord(image(0, 4, 58), 28), "too short");
    assertNull(InsightFaceDialect.ofRecord(bookkeeping(7, 58, 67), 32), "another key");
  }

  @Test
  void boundsThatMayBeRoundedAreNotBelieved() throws MalformedRecordException {
    assertTrue(InsightFaceDialect.of(16_777_214, 16_777_215).isExact());
    InsightFaceDialect rounded = InsightFaceDialect.of(16_777_216, 16_777_226);
    assertFalse(rounded.isExact());
    assertFalse(InsightFaceDialect.of(16_777_000, 16_777_216).isExact(), "the second is as bad");
    assertTrue(rounded.isImage(image(16_777_217, 3, 1), 27, 0), "beyond the bound");
    assertFalse(rounded.isImage(bookkeeping(3, 90, 20), 32, 0), "within it, but empty");
  }

  @Test
  void imagesMayHaveTwoLabelsToo() throws MalformedRecordException {
    assertTrue(SET.isImage(image(1, 3, 4), 27, 0));
    assertTrue(SET.isImage(image(57, 1, 4, 1), 33, 0));
    assertTrue(InsightFaceDialect.UNKNOWN.isImage(image(99, 1, 4, 1), 33, 0));
  }

  @ParameterizedTest
  @CsvSource({"0", "58", "67", "-1"})
  void anImageOutOfBoundsIsAnError(long key) {
    byte[] image = image(key, 3, 4);
    var e =
        assertThrows(MalformedRecordException.class, () -> SET.isImage(image, image.length, 4404));
    assertEquals(4404, e.offset());
    assertTrue(e.expected().contains("1 to 57"), e.expected());
    assertTrue(e.found().contains(Long.toUnsignedString(key)), e.found());
  }

  @ParameterizedTest
  @CsvSource({"5", "57", "67", "-1"})
  void anEmptyRecordOutOfBoundsIsAnError(long key) {
    byte[] empty = bookkeeping(key, 1, 2);
    assertThrows(MalformedRecordException.class, () -> SET.isImage(empty, 32, 0));
    byte[] identity = bookkeeping(58, 1, 2);
    assertThrows(
        MalformedRecordException.class,
        () -> InsightFaceDialect.of(58, 9).isImage(identity, 32, 0),
        "where there are no identities");
  }

  @ParameterizedTest
  @CsvSource({"0, 2", "3, 2", "1, 59", "1.5, 2", "1, NaN", "-Infinity, 2"})
  void aRangeOutOfBoundsIsAnError(float from, float to) {
    byte[] identity = bookkeeping(60, from, to);
    assertThrows(MalformedRecordException.class, () -> SET.isImage(identity, 32, 0));
  }

  @Test
  void anIdentityMayHaveAllImagesOrNone() throws MalformedRecordException {
    assertFalse(SET.isImage(bookkeeping(60, 1, 58), 32, 0));
    assertFalse(SET.isImage(bookkeeping(60, 58, 58), 32, 0));
  }

  @Test
  void anotherKeyZeroIsAnError() {
    byte[] other = bookkeeping(0, 58, 68);
    assertThrows(MalformedRecordException.class, () -> SET.isImage(other, 32, 0));
  }

  @Test
  void aPayloadWithoutAHeaderIsAnErrorAtEveryLength() {
    byte[] image = image(5, 0, 1, 1, 1);
    for (int length = 0; length < image.length; length++) {
      int cut = length;
      assertThrows(MalformedRecordException.class, () -> SET.isImage(image, cut, 0), "" + length);
    }
  }
}
