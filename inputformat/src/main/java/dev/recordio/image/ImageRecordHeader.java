// SPDX-License-Identifier: Apache-2.0
package dev.recordio.image;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;
import java.util.Objects;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * The header that MXNet puts in front of the image bytes of a record. Every field is little-endian:
 *
 * <pre>
 * offset  type         field
 *  0      uint32       flag    0: one label, in the header. n &gt; 0: n labels follow the header
 *  4      float32      label   the label when flag = 0; readers ignore it otherwise
 *  8      uint64       id      key of the image
 * 16      uint64       id2     high half of a 128-bit key, 0 by convention
 * 24      float32 * n  labels  only when flag = n &gt; 0
 * 24+4n   bytes        image   to the end of the record; may be empty
 * </pre>
 *
 * <p>An instance is a view that can be moved from record to record without allocation. It keeps a
 * reference to the array last given to {@link #read}, so its answers hold only as long as those
 * bytes do. Not safe for use by several threads.
 *
 * <p>The rules are MXNet 1.9.1's ({@code recordio.py}, {@code image_recordio.h}).
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class ImageRecordHeader {
  /** Bytes of the header without the labels after it. */
  public static final int FIXED_BYTES = 24;

  private static final String WHAT = "malformed image record header";
  private static final int LABEL_AT = 4;
  private static final int ID_AT = 8;
  private static final int ID2_AT = 16;

  private byte[] record = new byte[FIXED_BYTES];
  private int start;
  private int length = FIXED_BYTES;
  private int flag;

  /** A view of an all-zero header until {@link #read} is called. */
  public ImageRecordHeader() {}

  /**
   * Moves this view to another record. After an exception the view still shows the previous record.
   *
   * @param record array that holds the record's payload, without RecordIO framing
   * @param offset index of the payload's first byte
   * @param length bytes of the payload
   * @param recordOffset where the record is in its file; only used in errors
   * @throws MalformedRecordException if the payload is shorter than 24 bytes, or shorter than the
   *     labels that the flag announces (nothing is allocated because of the flag)
   */
  public void read(byte[] record, int offset, int length, long recordOffset)
      throws MalformedRecordException {
    Objects.checkFromIndexSize(offset, length, record.length);
    int flag = flagOf(record, offset, length, recordOffset);
    this.record = record;
    this.start = offset;
    this.length = length;
    this.flag = flag;
  }

  /**
   * Returns the key of a record, from the header's fixed fields alone.
   *
   * @param fixed the payload's first 24 bytes, or all if there are fewer
   * @param length bytes of the whole payload
   * @param recordOffset where the record is in its file; only used in errors
   * @throws MalformedRecordException as {@link #read} does
   */
  public static long id(byte[] fixed, int length, long recordOffset)
      throws MalformedRecordException {
    flagOf(fixed, 0, length, recordOffset);
    return LittleEndian.getLong(fixed, ID_AT);
  }

  /** Returns the key in the fixed fields of a header, which an array begins with. */
  @InterfaceAudience.Private
  public static long key(byte[] fixed) {
    return LittleEndian.getLong(fixed, ID_AT);
  }

  /** Returns the high half of a 128-bit key in the fixed fields, which an array begins with. */
  @InterfaceAudience.Private
  public static long highKey(byte[] fixed) {
    return LittleEndian.getLong(fixed, ID2_AT);
  }

  /**
   * Returns the first label of a header that {@link #fits}.
   *
   * @param start the payload's first 28 bytes, or all if there are fewer
   */
  @InterfaceAudience.Private
  public static float firstLabel(byte[] start) {
    return label(start, 0);
  }

  /**
   * Returns a label of a header that {@link #fits}.
   *
   * @param start the payload's first bytes: up to the end of this label, or all if there are fewer
   * @param i which one, from 0; one that the header has
   */
  @InterfaceAudience.Private
  public static float label(byte[] start, int i) {
    boolean isFixed = LittleEndian.getInt(start, 0) == 0;
    int at = isFixed ? LABEL_AT : FIXED_BYTES + i * Float.BYTES;
    return LittleEndian.getFloat(start, at);
  }

  /**
   * Returns how many labels a record has, from its first bytes alone.
   *
   * @param start the payload's first 24 bytes or more, or all if there are fewer
   * @param length bytes of the whole payload
   * @param recordOffset where the record is in its file; only used in errors
   * @throws MalformedRecordException as {@link #read} does
   */
  @InterfaceAudience.Private
  public static int labelCount(byte[] start, int length, long recordOffset)
      throws MalformedRecordException {
    return Math.max(1, flagOf(start, 0, length, recordOffset));
  }

  /**
   * Returns the first label of a record, from its first bytes alone.
   *
   * @param start the payload's first 28 bytes, or all if there are fewer
   * @param length bytes of the whole payload
   * @param recordOffset where the record is in its file; only used in errors
   * @throws MalformedRecordException as {@link #read} does
   */
  public static float firstLabel(byte[] start, int length, long recordOffset)
      throws MalformedRecordException {
    flagOf(start, 0, length, recordOffset);
    return firstLabel(start);
  }

  /**
   * Whether a payload may begin with such a header: it is long enough for the labels that the flag
   * announces. Other content passes by accident only when its first four bytes are a small number.
   *
   * @param bytes holds the payload's first bytes
   * @param offset index of the first one
   * @param count how many are there
   * @param length bytes of the whole payload
   */
  public static boolean fits(byte[] bytes, int offset, int count, int length) {
    return count >= FIXED_BYTES
        && Integer.compareUnsigned(
                LittleEndian.getInt(bytes, offset), (length - FIXED_BYTES) / Float.BYTES)
            <= 0;
  }

  /** Returns the bytes of a header that {@link #fits}, labels included. */
  public static int bytesOf(byte[] bytes, int offset) {
    return FIXED_BYTES + LittleEndian.getInt(bytes, offset) * Float.BYTES;
  }

  /** Returns the flag, when a payload of {@code length} bytes has room for what it announces. */
  private static int flagOf(byte[] record, int offset, int length, long recordOffset)
      throws MalformedRecordException {
    if (length < FIXED_BYTES) {
      throw new MalformedRecordException(
          WHAT,
          null,
          recordOffset,
          -1,
          "a payload of at least " + FIXED_BYTES + " bytes",
          length + " bytes");
    }
    int flag = LittleEndian.getInt(record, offset);
    if (Integer.compareUnsigned(flag, (length - FIXED_BYTES) / Float.BYTES) > 0) {
      long labels = Integer.toUnsignedLong(flag);
      throw new MalformedRecordException(
          WHAT,
          null,
          recordOffset,
          -1,
          "a payload of at least "
              + (FIXED_BYTES + labels * Float.BYTES)
              + " bytes, as flag "
              + labels
              + " announces that many labels",
          length + " bytes");
    }
    return flag;
  }

  /** The flag: 0 when the only label is in the header, else the number of labels after it. */
  public int flag() {
    return flag;
  }

  /**
   * The header's own label field, whatever the flag says. With labels after the header its value
   * has no meaning: im2rec.py writes 0, im2rec.cc the first label.
   */
  public float label() {
    return floatAt(start + LABEL_AT);
  }

  /** Key of the image, an unsigned number. */
  public long id() {
    return LittleEndian.getLong(record, start + ID_AT);
  }

  /** High half of a 128-bit key, an unsigned number; 0 by convention. */
  public long id2() {
    return LittleEndian.getLong(record, start + ID2_AT);
  }

  /** Number of labels: the flag, or 1 when the flag is 0. */
  public int labelCount() {
    return flag == 0 ? 1 : flag;
  }

  /**
   * One label.
   *
   * @param i which one, from 0
   * @throws IndexOutOfBoundsException unless {@code 0 <= i < labelCount()}
   */
  public float label(int i) {
    Objects.checkIndex(i, labelCount());
    return flag == 0 ? label() : floatAt(start + FIXED_BYTES + i * Float.BYTES);
  }

  /** Index of the first image byte in the array given to {@link #read}. */
  public int imageOffset() {
    return start + headerBytes();
  }

  /** Bytes of the image, 0 for an empty one. */
  public int imageLength() {
    return length - headerBytes();
  }

  /**
   * Whether {@link #write} would write this header for its key and labels: not when the flag is 1,
   * nor when it is larger and the header's own label is not 0.
   */
  public boolean isUsual() {
    return flag == 0 || flag > 1 && Float.floatToRawIntBits(label()) == 0;
  }

  private int headerBytes() {
    return FIXED_BYTES + flag * Float.BYTES;
  }

  private float floatAt(int index) {
    return LittleEndian.getFloat(record, index);
  }

  /**
   * Bytes that {@link #write} needs: 24 for no label or one, else 24 and 4 for each label.
   *
   * @throws IllegalArgumentException if the count is negative or the header would pass 2 GiB
   */
  public static int bytes(int labelCount) {
    if (labelCount < 0 || labelCount > (Integer.MAX_VALUE - FIXED_BYTES) / Float.BYTES) {
      throw new IllegalArgumentException("an image record cannot have " + labelCount + " labels");
    }
    return labelCount <= 1 ? FIXED_BYTES : FIXED_BYTES + labelCount * Float.BYTES;
  }

  /**
   * Writes a header as {@code im2rec.py --pack-label} does: one label goes into the header with
   * flag 0; several follow the header with flag n, and the header's label is 0. No label at all is
   * written as the one label 0, since the format can't express none.
   *
   * @param target gets {@link #bytes bytes(labelCount)} bytes
   * @param offset index of the first byte written
   * @param id key of the image, unsigned
   * @param id2 high half of the key, 0 by convention
   * @param labels at least {@code labelCount} labels, written bit for bit
   * @param labelCount how many of them to write
   * @throws IndexOutOfBoundsException if the target or the labels are too short; nothing is written
   */
  public static void write(
      byte[] target, int offset, long id, long id2, float[] labels, int labelCount) {
    Objects.checkFromIndexSize(offset, bytes(labelCount), target.length);
    Objects.checkFromIndexSize(0, labelCount, labels.length);
    LittleEndian.putInt(target, offset, labelCount <= 1 ? 0 : labelCount);
    LittleEndian.putInt(
        target, offset + LABEL_AT, labelCount == 1 ? Float.floatToRawIntBits(labels[0]) : 0);
    LittleEndian.putLong(target, offset + ID_AT, id);
    LittleEndian.putLong(target, offset + ID2_AT, id2);
    if (labelCount > 1) {
      for (int i = 0, at = offset + FIXED_BYTES; i < labelCount; i++, at += Float.BYTES) {
        LittleEndian.putFloat(target, at, labels[i]);
      }
    }
  }
}
