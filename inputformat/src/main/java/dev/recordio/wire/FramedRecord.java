// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import static dev.recordio.wire.RecordIOFormat.HEADER_BYTES;

import dev.recordio.bytes.MalformedRecordException;

/**
 * A view of one record as it is in a file, with its headers and padding: what is copied when
 * records move from file to file. Its payload is available too; the framed bytes are never changed.
 *
 * <p>An instance is moved from record to record without allocation. It keeps a reference to the
 * array last given to {@link #read}. Not safe for use by several threads.
 */
public final class FramedRecord {
  private final RecordCursor cursor = new RecordCursor();
  private byte[] framed = {};
  private int from;
  private int length;
  private byte[] copy = {};
  private boolean joined;

  /**
   * Moves this view to another record.
   *
   * @param bytes array that holds the record
   * @param offset index of its first header
   * @param count its bytes, headers and padding included
   * @throws MalformedRecordException when the bytes are not exactly one record; offsets in it count
   *     from the record's first byte
   */
  public void read(byte[] bytes, int offset, int count) throws MalformedRecordException {
    framed = bytes;
    from = offset;
    length = count;
    joined = false;
    cursor.start(0, count);
    cursor.window(bytes, offset, offset + count, 0);
    RecordCursor.Step step = cursor.next();
    if (step == RecordCursor.Step.MALFORMED) {
      throw cursor.malformed();
    }
    if (step != RecordCursor.Step.RECORD || cursor.end() != count) {
      throw new MalformedRecordException(
          "not one whole record",
          null,
          0,
          -1,
          "a record of " + count + " bytes with its headers",
          step == RecordCursor.Step.RECORD ? cursor.end() + " bytes" : "no record");
    }
  }

  /** Returns the array that holds the record. */
  public byte[] bytes() {
    return framed;
  }

  /** Returns where the record's first header begins in {@link #bytes}. */
  public int offset() {
    return from;
  }

  /** Returns the record's bytes, headers and padding included. */
  public int length() {
    return length;
  }

  /** Returns the number of parts of the record, at least 1. */
  public int parts() {
    return cursor.parts();
  }

  /** Returns the length of the payload in bytes. */
  public int payloadLength() {
    return cursor.payloadLength();
  }

  /**
   * Returns the array that holds the payload: the record's when it has one part, else one in which
   * the parts are joined.
   */
  public byte[] payload() {
    if (parts() == 1) {
      return framed;
    }
    if (!joined) {
      if (copy.length < length) {
        copy = new byte[length];
      }
      System.arraycopy(framed, from, copy, 0, length);
      cursor.window(copy, 0, length, 0);
      cursor.payloadOffset();
      joined = true;
    }
    return copy;
  }

  /** Returns where the payload begins in {@link #payload}. */
  public int payloadOffset() {
    return (parts() == 1 ? from : 0) + HEADER_BYTES;
  }
}
