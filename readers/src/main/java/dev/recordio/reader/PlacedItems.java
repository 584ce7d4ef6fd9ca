// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.sparse.CsrBlock;

/** How records and rows are kept. */
public final class PlacedItems {
  /** Records. */
  public static final Items<Record> RECORDS =
      new Items<>() {
        @Override
        public Schema schema() {
          return Schema.RECORD;
        }

        @Override
        public String kind() {
          return "record";
        }

        @Override
        public Batch<Record> newBatch() {
          return new RecordBatch();
        }

        @Override
        public long bytes(Record item) {
          return item.length();
        }

        @Override
        public Record copy(Record item) {
          var copy = new Record();
          copy.setPayload(item.copy(), 0, item.length());
          return placed(copy, item);
        }
      };

  /** Sparse rows. */
  public static final Items<Row> ROWS =
      new Items<>() {
        @Override
        public Schema schema() {
          return Schema.ROW;
        }

        @Override
        public String kind() {
          return "row";
        }

        @Override
        public Batch<Row> newBatch() {
          return new RowBatch();
        }

        @Override
        public long bytes(Row item) {
          return RowBatch.bytes(1, item.entries());
        }

        @Override
        public Row copy(Row item) {
          var block = new CsrBlock(1, Math.max(1, item.entries()));
          block.addRows(item.block(), item.row(), item.row() + 1);
          var copy = new Row();
          copy.setRow(block, 0);
          return placed(copy, item);
        }
      };

  private PlacedItems() {}

  private static <T extends Placed> T placed(T copy, T item) {
    copy.setPlace(item.position(), item.ordinal(), item.path(), item.fileOffset());
    return copy;
  }
}
