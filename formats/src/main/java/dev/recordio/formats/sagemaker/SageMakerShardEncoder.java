// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.sagemaker;

import dev.recordio.bytes.Drain;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.protobuf.ProtoWriter;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.RowSort;
import dev.recordio.sparse.layout.ColumnsPlace;
import dev.recordio.sparse.layout.ShardCounts;
import dev.recordio.sparse.layout.ShardEncoder;
import dev.recordio.sparse.layout.ShardRows;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Shards as SageMaker's RecordIO-protobuf: a record a row, in the order of the rows, columns
 * ascending. A record is a message {@code aialgs.data.Record}, the bytes that protobuf's own writer
 * makes: float32, the feature and the label named {@code values}, the shape [columns]. A row
 * without entries has a shape alone. Records are framed plainly, in one part, and never escaped:
 * magic, length, payload, zeros to a multiple of 4. There is no place for weights, query ids and
 * fields; the latter are left out.
 */
public final class SageMakerShardEncoder implements ShardEncoder {
  // record.proto of aws/sagemaker-python-sdk.
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

  private static final int BUFFER = 1 << 16;
  private static final long MAX_ENTRY_BYTES = Float.BYTES + 10; // the longest varint
  private static final long MAX_FIXED_BYTES = 128; // of a row, all lengths included

  private final int maxPayload;
  private final RowSort sort = new RowSort();
  private final ProtoWriter out = new ProtoWriter();

  public SageMakerShardEncoder() {
    this(RecordIOFormat.MAX_PAYLOAD_BYTES);
  }

  SageMakerShardEncoder(int maxPayload) {
    this.maxPayload = maxPayload;
  }

  @Override
  public String suffix() {
    return ".pbr";
  }

  @Override
  public boolean measuresRows() {
    return true;
  }

  @Override
  public long rowBytes(CsrBlock block, int row, ShardCounts counts) {
    long payload = payload(block, row, keyBytes(block, row), counts.columns());
    return RecordIOFormat.HEADER_BYTES + RecordIOFormat.align(payload);
  }

  private static long payload(CsrBlock block, int row, long keyBytes, long columns) {
    return size(block.offset(row + 1) - block.offset(row), keyBytes, columns);
  }

  private static long keyBytes(CsrBlock block, int row) {
    int from = block.offset(row);
    int to = block.offset(row + 1);
    return block.isWide()
        ? keyBytes(block.wideIndices(), from, to)
        : keyBytes(block.indices(), from, to);
  }

  /** Puts the columns of rows in order, too, so that one that is there twice is found. */
  @Override
  public void check(CsrBlock block) throws MalformedRecordException {
    if (block.rows() > 0 && (block.hasWeight() || block.hasQid())) {
      throw ShardEncoder.refused(
          block,
          0,
          "rows without weights and query ids, which have no place in SageMaker's records"
              + " (--without weight,qid leaves them out)",
          block.hasWeight()
              ? "weight " + block.weights()[0]
              : "query id " + Long.toUnsignedString(block.qids()[0]));
    }
    sort.sort(block);
    for (int row = 0; row < block.rows(); row++) {
      int from = block.offset(row);
      int to = block.offset(row + 1);
      for (int i = from + 1; i < to; i++) {
        if (block.index(i - 1) == block.index(i)) {
          String column = Long.toUnsignedString(block.index(i));
          throw ShardEncoder.refused(
              block, row, "each column once in a row", "column " + column + " (from 0) twice");
        }
      }
      if (MAX_ENTRY_BYTES * (to - from) + MAX_FIXED_BYTES > maxPayload) {
        requireFits(block, row);
      }
    }
  }

  private void requireFits(CsrBlock block, int row) throws MalformedRecordException {
    long bytes = payload(block, row, keyBytes(block, row), -1L); // the longest number of columns
    if (bytes > maxPayload) {
      throw ShardEncoder.refused(
          block, row, "a row whose record has at most " + maxPayload + " bytes", bytes + " bytes");
    }
  }

  @Override
  public ColumnsPlace write(ShardRows shard, Drain drain) throws IOException {
    if (shard.shape().hasWeight() || shard.shape().hasQid()) {
      throw new IllegalArgumentException(
          "SageMaker's records have no place for weights and query ids: leave them out with"
              + " --without weight,qid");
    }
    shard.shape().requireColumns(shard.columns());
    CsrSource rows = shard.shape().ascending(shard.source());
    out.clear();
    rows.pass(block -> write(block, shard.columns(), drain));
    flush(drain);
    return null;
  }

  private void write(CsrBlock block, long columns, Drain drain) throws IOException {
    float[] values = block.values();
    for (int row = 0; row < block.rows(); row++) {
      int from = block.offset(row);
      int entries = block.offset(row + 1) - from;
      long keyBytes = keyBytes(block, row);
      int payload = (int) payload(block, row, keyBytes, columns);
      out.fixed32(RecordIOFormat.MAGIC);
      out.fixed32(payload);
      begin(out, values, from, entries, keyBytes, columns);
      for (int i = from; i < from + entries; i++) {
        out.varint(block.index(i));
      }
      end(out, columns, block.labels()[row]);
      out.zeros((int) (RecordIOFormat.align(payload) - payload));
      if (out.length() >= BUFFER) {
        flush(drain);
      }
    }
  }

  private void flush(Drain drain) throws IOException {
    drain.drain(out.array(), 0, out.length());
    out.clear();
  }

  /**
   * Returns the bytes of a message.
   *
   * @param entries of the row
   * @param keyBytes of their columns as varints, {@link #keyBytes}
   * @param columns the shape, unsigned
   */
  static long size(int entries, long keyBytes, long columns) {
    long tensor = tensorBytes(entries, keyBytes, columns);
    return sizeOf(FEATURES, entryBytes(tensor)) + sizeOf(LABEL, entryBytes(labelTensorBytes()));
  }

  /** Returns the bytes of the columns {@code from .. to} of an array, as varints. */
  static long keyBytes(int[] keys, int from, int to) {
    long bytes = 0;
    for (int i = from; i < to; i++) {
      bytes += ProtoWriter.sizeOfVarint(keys[i]);
    }
    return bytes;
  }

  /** Returns the bytes of the columns {@code from .. to} of an array, unsigned, as varints. */
  static long keyBytes(long[] keys, int from, int to) {
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
  static void begin(
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
  static void end(ProtoWriter out, long columns, float label) {
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
