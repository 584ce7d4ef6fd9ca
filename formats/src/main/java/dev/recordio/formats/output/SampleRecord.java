// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.output;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.image.ImageContent;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.wire.FramedRecord;

/**
 * A record as outputs take it: with an image header its labels, key and image; without, its payload
 * as the image. Reused from record to record; its arrays are good until the next one.
 */
public final class SampleRecord {
  private final boolean hasHeader;
  private final ImageRecordHeader header = new ImageRecordHeader();
  private String path;
  private long offset;
  private long ordinal;
  private long key;
  private byte[] bytes;
  private int payloadOffset;
  private int payloadLength;
  private Object[] further = {};

  /**
   * Makes a view.
   *
   * @param hasHeader whether payloads begin with an image header
   */
  public SampleRecord(boolean hasHeader) {
    this.hasHeader = hasHeader;
  }

  /**
   * Moves this view to another record.
   *
   * @param ordinal its number in the export, from 0
   * @param key the key, unsigned, that it has outside of its payload
   * @param path the file that it is from, for errors
   * @param offset where it begins in that file, in bytes
   * @throws MalformedRecordException when it has no whole image header, and should
   */
  public void set(FramedRecord record, long ordinal, long key, String path, long offset)
      throws MalformedRecordException {
    this.path = path;
    this.offset = offset;
    this.ordinal = ordinal;
    this.key = key;
    bytes = record.payload();
    payloadOffset = record.payloadOffset();
    payloadLength = record.payloadLength();
    if (hasHeader) {
      try {
        header.read(bytes, payloadOffset, payloadLength, offset);
      } catch (MalformedRecordException e) {
        throw e.at(path);
      }
      this.key = header.id();
    }
  }

  /**
   * Moves this view to a sample that is in no file.
   *
   * @param payload its payload, with an image header if records have them
   * @param ordinal its number, from 0
   * @param ofKey the key, unsigned, that it has without a header
   * @param values of the further columns, in their order; null for none
   */
  public void set(byte[] payload, int length, long ordinal, long ofKey, Object[] values)
      throws MalformedRecordException {
    path = null;
    offset = ordinal;
    this.ordinal = ordinal;
    key = ofKey;
    bytes = payload;
    payloadOffset = 0;
    payloadLength = length;
    further = values;
    if (hasHeader) {
      header.read(bytes, 0, length, ordinal);
      key = header.id();
    }
  }

  /** Returns the value of a further column; null when it has none. */
  public Object further(int column) {
    return further[column];
  }

  /** Returns the number of the record in the export, from 0, in the order of the input. */
  public long ordinal() {
    return ordinal;
  }

  /** Returns the key, unsigned: the id of the header; without a header, the key in the index. */
  public long key() {
    return key;
  }

  /** Returns the high half of the key, unsigned; 0 without a header. */
  public long id2() {
    return hasHeader ? header.id2() : 0;
  }

  /** Whether the record has labels: without a header it has none. */
  public boolean hasLabels() {
    return hasHeader;
  }

  /** Returns the number of labels; 0 without a header. */
  public int labelCount() {
    return hasHeader ? header.labelCount() : 0;
  }

  public float label(int i) {
    return header.label(i);
  }

  /**
   * Whether the labels are one whole number that int64 holds, in the header itself: then {@code
   * (long) label(0)} is all of them.
   */
  public boolean hasIntegralLabel() {
    return hasHeader && header.flag() == 0 && isIntegral(header.label(0));
  }

  /**
   * Whether a label is a whole number that int64 holds, bit for bit: finite, and not -0.0, which no
   * whole number is.
   */
  public static boolean isIntegral(float label) {
    return Float.floatToRawIntBits((float) (long) label) == Float.floatToRawIntBits(label)
        && Math.abs(label) < 0x1p63f;
  }

  /**
   * Whether the header is the one that {@link ImageRecordHeader#write} makes of key and labels, and
   * every NaN the usual one: then they give it back, bit for bit.
   */
  public boolean hasUsualHeader() {
    if (!header.isUsual()) {
      return false;
    }
    for (int i = 0; i < header.labelCount(); i++) {
      float label = header.label(i);
      if (Float.floatToRawIntBits(label) != Float.floatToIntBits(label)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the bytes of the header where key and labels, bit for bit, do not give it back; 0 where
   * they do. It is at {@link #payloadOffset}.
   */
  public int oddHeaderBytes() {
    return hasHeader && !header.isUsual() ? payloadLength - imageLength() : 0;
  }

  /** Returns the array that holds image and payload. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns the index of the image's first byte; without a header it is the payload's. */
  public int imageOffset() {
    return hasHeader ? header.imageOffset() : payloadOffset;
  }

  public int imageLength() {
    return hasHeader ? header.imageLength() : payloadLength;
  }

  /** Returns the format of the image by its content. */
  public ImageContent content() {
    return ImageContent.of(bytes, imageOffset(), imageLength());
  }

  public int payloadOffset() {
    return payloadOffset;
  }

  /** Returns the bytes of the payload, header included. */
  public int payloadLength() {
    return payloadLength;
  }

  public MalformedRecordException malformed(String what, String expected, String found) {
    return new MalformedRecordException(what, path, offset, -1, expected, found);
  }
}
