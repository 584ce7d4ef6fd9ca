// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.image.ImageContent;
import dev.recordio.image.ImageRecordHeader;
import java.io.IOException;

/**
 * What a record holds, in the 64 bits that the census notes of it: whether it has an image header,
 * the first label, the format of the image.
 */
public final class RecordContent {
  private static final int FORMAT_AT = Float.SIZE;
  private static final int FORMAT_MASK = 0xFF;
  private static final long HEADER = 1L << 40;
  private static final long ONE_LABEL = 1L << 41;
  private static final long ID2 = 1L << 42;
  private static final long LARGE_ID = 1L << 43;
  private static final long ODD_HEADER = 1L << 44;

  private RecordContent() {}

  /** Notes the content of records. */
  static final class Reader implements CensusNote.Reader {
    /** Of most records: the header, a few labels, the first bytes of the image. */
    private static final int FIRST_BYTES = 128;

    private final ImageRecordHeader header = new ImageRecordHeader();
    private byte[] bytes = new byte[FIRST_BYTES];

    @Override
    public long note(RecordRangeReader record) throws IOException {
      int there = record.prefix(bytes);
      if (!ImageRecordHeader.fits(bytes, 0, there, record.payloadLength())) {
        return of(ImageContent.of(bytes, 0, there));
      }
      int image = ImageRecordHeader.bytesOf(bytes, 0);
      if (image + ImageContent.HEAD_BYTES > bytes.length) {
        bytes = new byte[image + FIRST_BYTES]; // as many labels as the record has bytes for
        there = record.prefix(bytes);
      }
      header.read(bytes, 0, there, record.offset());
      return of(header, ImageContent.of(bytes, image, there - image));
    }
  }

  /**
   * Returns the bits of a record with an image header.
   *
   * @param format of the image
   */
  static long of(ImageRecordHeader header, ImageContent format) {
    return HEADER
        | Float.floatToRawIntBits(header.label(0)) & 0xFFFFFFFFL
        | (header.flag() == 0 ? ONE_LABEL : 0)
        | (header.id2() != 0 ? ID2 : 0)
        | (header.id() < 0 ? LARGE_ID : 0)
        | (header.isUsual() ? 0 : ODD_HEADER)
        | (long) format.ordinal() << FORMAT_AT;
  }

  /** Returns the bits of a record without an image header, with the format of its payload. */
  static long of(ImageContent format) {
    return (long) format.ordinal() << FORMAT_AT;
  }

  /** Whether the record is as long as the labels that its header announces require. */
  public static boolean hasHeader(long bits) {
    return (bits & HEADER) != 0;
  }

  /** Whether the high half of the key is not 0. */
  public static boolean hasId2(long bits) {
    return (bits & ID2) != 0;
  }

  /** Whether the key is 2^63 or more. */
  public static boolean hasLargeId(long bits) {
    return (bits & LARGE_ID) != 0;
  }

  /** Whether key and labels alone do not give the header back. */
  public static boolean hasOddHeader(long bits) {
    return (bits & ODD_HEADER) != 0;
  }

  /** Returns the first label. */
  public static float label(long bits) {
    return Float.intBitsToFloat((int) bits);
  }

  /**
   * Whether the only label is a whole number that int64 holds: finite, and not -0.0, which no whole
   * number is.
   */
  public static boolean isIntegral(long bits) {
    return (bits & ONE_LABEL) != 0 && isIntegral(label(bits));
  }

  /** Whether a label is a whole number that int64 holds, bit for bit. */
  public static boolean isIntegral(float label) {
    return Float.floatToRawIntBits((float) (long) label) == Float.floatToRawIntBits(label)
        && Math.abs(label) < 0x1p63f;
  }

  /** Returns the format of the image, or of the payload where there is no header. */
  public static ImageContent format(long bits) {
    return ImageContent.of((int) (bits >>> FORMAT_AT) & FORMAT_MASK);
  }
}
