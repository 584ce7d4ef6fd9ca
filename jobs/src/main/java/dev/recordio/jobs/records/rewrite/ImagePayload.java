// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.rewrite;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.records.census.ClassLabel;
import dev.recordio.jobs.records.copy.CopyEntry;
import dev.recordio.jobs.records.copy.RecordSource;
import dev.recordio.wire.FramedRecord;
import java.io.IOException;
import java.util.Arrays;

/** An image record of the input, and the payload that it becomes under another header. */
final class ImagePayload {
  private final ImageRecordHeader header = new ImageRecordHeader();
  private byte[] bytes = new byte[1 << 16];
  private float[] labels = new float[1];
  private byte[] record;
  private int length;

  /**
   * Reads a record.
   *
   * @throws MalformedRecordException when it has no image header, or the file has changed
   */
  void read(CopyEntry entry, RecordSource source) throws IOException {
    FramedRecord framed = source.read(entry);
    record = framed.payload();
    try {
      header.read(record, framed.payloadOffset(), framed.payloadLength(), entry.offset);
    } catch (MalformedRecordException e) {
      throw e.at(source.path(entry));
    }
  }

  /** Returns the header of the record that was read. */
  ImageRecordHeader header() {
    return header;
  }

  /**
   * Returns which label of the record is its class; {@link ClassLabel#UNKNOWN} where nothing says
   * so.
   *
   * @throws MalformedRecordException when it has too few labels
   */
  int column(ClassLabel classes, CopyEntry entry, RecordSource source) throws IOException {
    try {
      return classes.of(source.isFaceSet(entry), header.labelCount(), entry.offset);
    } catch (MalformedRecordException e) {
      throw e.at(source.path(entry));
    }
  }

  /** Returns the labels of the record that was read, in an array that is used again. */
  float[] labels() {
    int count = header.labelCount();
    labels = labels.length < count ? new float[count] : labels;
    for (int i = 0; i < count; i++) {
      labels[i] = header.label(i);
    }
    return labels;
  }

  /** Returns the array that holds the image of the record that was read. */
  byte[] image() {
    return record;
  }

  /**
   * Makes the payload: the image under a new header.
   *
   * @param labels a single one goes into the header, several go after it
   * @param count how many
   */
  void write(long id, long id2, float[] labels, int count) {
    int headerBytes = ImageRecordHeader.bytes(count);
    length = Math.addExact(headerBytes, header.imageLength());
    if (bytes.length < length) {
      bytes = new byte[Math.max(length, (int) Math.min(2L * bytes.length, Integer.MAX_VALUE - 8))];
    }
    ImageRecordHeader.write(bytes, 0, id, id2, labels, count);
    System.arraycopy(record, header.imageOffset(), bytes, headerBytes, header.imageLength());
  }

  /** Makes a payload without an image. */
  void writeEmpty(long id, float... labels) {
    length = ImageRecordHeader.bytes(labels.length);
    Arrays.fill(bytes, 0, length, (byte) 0);
    ImageRecordHeader.write(bytes, 0, id, 0, labels, labels.length);
  }

  /** Returns the array that begins with the payload. */
  byte[] bytes() {
    return bytes;
  }

  /** Returns the bytes of the payload. */
  int length() {
    return length;
  }
}
