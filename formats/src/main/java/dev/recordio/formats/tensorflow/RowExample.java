// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.tensorflow;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.protobuf.ProtoWriter;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.layout.ShardEncoder;

/**
 * A row as {@code tf.train.Example}, for {@code tf.io.SparseFeature}: {@code indices} (int64),
 * {@code values} (float), {@code label} (float), and where rows have them {@code weight} (float)
 * and {@code qid} (int64). A row without entries has both lists, empty.
 */
final class RowExample {
  static final byte[] QID = ProtoWriter.utf8("qid");
  private static final byte[] INDICES = ProtoWriter.utf8("indices");
  private static final byte[] LABEL = ProtoWriter.utf8("label");
  private static final byte[] VALUES = ProtoWriter.utf8("values");
  private static final byte[] WEIGHT = ProtoWriter.utf8("weight");

  private final ExampleWriter example = new ExampleWriter();

  /** Returns a row, valid until the next one is asked for or the block changes. */
  ExampleWriter of(CsrBlock block, int row, boolean weight, boolean qid) {
    int from = block.offset(row);
    int entries = block.offset(row + 1) - from;
    example.clear();
    if (block.isWide()) {
      example.int64s(INDICES, block.wideIndices(), from, entries);
    } else {
      example.int64s(INDICES, block.indices(), from, entries);
    }
    example.oneFloat(LABEL, block.labels()[row]);
    if (qid) {
      example.int64(QID, block.qids()[row]);
    }
    example.floats(VALUES, block.values(), from, entries);
    if (weight) {
      example.oneFloat(WEIGHT, block.weights()[row]);
    }
    return example;
  }

  /**
   * Validates the numbers of rows.
   *
   * @throws MalformedRecordException for an index or query id beyond 2^63 - 1, without a path
   */
  static void check(CsrBlock block) throws MalformedRecordException {
    for (int row = 0; block.hasQid() && row < block.rows(); row++) {
      fit(block, row, "query ids", block.qids()[row]);
    }
    for (int row = 0; block.isWide() && row < block.rows(); row++) {
      for (int i = block.offset(row); i < block.offset(row + 1); i++) {
        fit(block, row, "indices", block.wideIndices()[i]);
      }
    }
  }

  private static void fit(CsrBlock block, int row, String what, long number)
      throws MalformedRecordException {
    if (number < 0) {
      String expected = what + " below 2^63, as tf.train.Example holds them";
      throw ShardEncoder.refused(block, row, expected, Long.toUnsignedString(number));
    }
  }
}
