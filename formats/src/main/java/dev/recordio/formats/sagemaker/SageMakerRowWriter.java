// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.sagemaker;

import dev.recordio.formats.protobuf.ProtoWriter;
import java.nio.charset.StandardCharsets;

/**
 * Writes sparse rows as messages {@code aialgs.data.Record}, the bytes that protobuf's own writer
 * makes: float32, the feature and the label named {@code values}, the shape [columns]. A row
 * without entries has a shape alone.
 *
 * <p>Rules: record.proto of aws/sagemaker-python-sdk; fields in the order of their numbers.
 */
public final class SageMakerRowWriter {
  private static final int FEATURES = 1;
  private static final int LABEL = 2;
  private static final int NAME = 1;
  private static final int VALUE = 2;
  private static final int FLOAT32 = 2;
  private static final int VALUES = 1;
  private static final int KEYS = 2;
  private static final int SHAPE = 3;

  private static final byte[] NAMED = "values".getBytes(StandardCharsets.US_ASCII);
  private static final int NAME_BYTES = ProtoWriter.sizeOfBytes(NAME, NAMED.length);

  private SageMakerRowWriter() {}

  /**
   * Returns the bytes of a message.
   *
   * @param entries of the row
   * @param keyBytes of their columns as varints, {@link #keyBytes}
   * @param columns the shape, unsigned
   */
  public static long size(int entries, long keyBytes, long columns) {
    long tensor = tensorBytes(entries, keyBytes, columns);
    return sizeOf(FEATURES, entryBytes(tensor)) + sizeOf(LABEL, entryBytes(labelTensorBytes()));
  }

  /** Returns the bytes of the columns {@code from .. to} of an array, as varints. */
  public static long keyBytes(int[] keys, int from, int to) {
    long bytes = 0;
    for (int i = from; i < to; i++) {
      bytes += ProtoWriter.sizeOfVarint(keys[i]);
    }
    return bytes;
  }

  /** Returns the bytes of the columns {@code from .. to} of an array, unsigned, as varints. */
  public static long keyBytes(long[] keys, int from, int to) {
    long bytes = 0;
    for (int i = from; i < to; i++) {
      bytes += ProtoWriter.sizeOfVarint(keys[i]);
    }
    return bytes;
  }

  /**
   * Writes what comes before the columns of a row, if it has entries; {@code keyBytes} bytes of
   * columns, each a {@link ProtoWriter#varint(long)}, must follow, then {@link #end}. The message's
   * {@link #size} must be below 2^31.
   *
   * @param values of the row's entries, from {@code from} on
   */
  public static void begin(
      ProtoWriter out, float[] values, int from, int entries, long keyBytes, long columns) {
    long tensor = tensorBytes(entries, keyBytes, columns);
    beginTensor(out, FEATURES, tensor);
    if (entries > 0) {
      out.begin(VALUES, Float.BYTES * entries);
      out.floats(values, from, entries);
      out.begin(KEYS, (int) keyBytes);
    }
  }

  /** Writes what comes after the columns of a row. */
  public static void end(ProtoWriter out, long columns, float label) {
    out.begin(SHAPE, ProtoWriter.sizeOfVarint(columns));
    out.varint(columns);
    beginTensor(out, LABEL, labelTensorBytes());
    out.begin(VALUES, Float.BYTES);
    out.fixed32(Float.floatToRawIntBits(label));
  }

  private static void beginTensor(ProtoWriter out, int map, long tensor) {
    out.begin(map, (int) entryBytes(tensor));
    out.bytes(NAME, NAMED);
    out.begin(VALUE, (int) sizeOf(FLOAT32, tensor));
    out.begin(FLOAT32, (int) tensor);
  }

  private static long entryBytes(long tensor) {
    return NAME_BYTES + sizeOf(VALUE, sizeOf(FLOAT32, tensor));
  }

  private static long tensorBytes(int entries, long keyBytes, long columns) {
    long lists = entries == 0 ? 0 : sizeOf(VALUES, 4L * entries) + sizeOf(KEYS, keyBytes);
    return lists + sizeOf(SHAPE, ProtoWriter.sizeOfVarint(columns));
  }

  private static long labelTensorBytes() {
    return sizeOf(VALUES, Float.BYTES);
  }

  private static long sizeOf(int field, long count) {
    return ProtoWriter.sizeOfTag(field) + ProtoWriter.sizeOfVarint(count) + count;
  }
}
