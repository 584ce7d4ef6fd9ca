// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** How records and rows are kept. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
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
      };

  private PlacedItems() {}
}
