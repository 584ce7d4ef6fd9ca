// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.RowTraits;
import dev.recordio.sparse.sagemaker.SageMakerRow;

/** The rows of payloads that are SageMaker's messages, one row each, all of the same shape. */
final class SageMakerRows implements RecordRowReader.RecordRows {
  private static final int MOST_ROWS = 1 << 10; // of a block
  private static final int ENOUGH_ENTRIES = 1 << 16;

  private final SageMakerRow row = new SageMakerRow();
  private final RowTraits traits;
  private final long features;
  private byte[] bytes;
  private int from;
  private int end;

  /**
   * Creates the maker of rows.
   *
   * @param traits of the rows before, whose shape holds; gets the shape of the first row otherwise
   * @param features the most columns; 0 for any number
   */
  SageMakerRows(RowTraits traits, long features) {
    this.traits = traits;
    this.features = features;
  }

  @Override
  public void begin(byte[] payload, int begin, int length) {
    bytes = payload;
    from = begin;
    end = begin + length;
  }

  @Override
  public boolean next(CsrBlock block) throws MalformedRecordException {
    row.read(bytes, from, end);
    long columns = row.columns();
    if (features > 0 && columns > features) {
      throw malformed(
          "index-too-large",
          "a shape of at most " + features + ", as " + LibSvmConf.FEATURES + " says",
          columns);
    }
    if (!traits.columns(columns)) {
      throw malformed(
          "shape that differs", "the shape of the records before, " + traits.columns(), columns);
    }
    block.addRow(row.label());
    if (row.isDense()) {
      block.addDense(row.values(), row.entries());
    } else {
      block.addSparse(row.keys(), row.values(), row.entries());
    }
    return false;
  }

  private static MalformedRecordException malformed(String what, String expected, long columns) {
    return new MalformedRecordException(what, null, 0, -1, expected, Long.toString(columns));
  }

  @Override
  public boolean isFull(CsrBlock block) {
    return block.rows() >= MOST_ROWS || block.entries() >= ENOUGH_ENTRIES;
  }
}
