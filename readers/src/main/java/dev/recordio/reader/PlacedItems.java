// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.sparse.CsrBlock;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;

/** How records and rows are kept. */
public final class PlacedItems {
  /** The longest payload that is touched: of a longer one, the processor asks for the rest. */
  private static final int TOUCHED_BYTES = 1 << 10;

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
        public Record copy(Record item, Record old) {
          int length = item.length();
          Record copy = old != null && fits(old.bytes().length, length) ? old : new Record();
          byte[] bytes = copy == old ? old.bytes() : new byte[length];
          System.arraycopy(item.bytes(), item.offset(), bytes, 0, length);
          copy.setPayload(bytes, 0, length);
          return placed(copy, item);
        }

        @Override
        public long touch(Record item) {
          int length = item.length();
          if (length == 0 || length > TOUCHED_BYTES) {
            return 0;
          }
          int last = item.offset() + length - 1;
          return item.bytes()[item.offset()] + item.bytes()[last] + item.position();
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
        public Row copy(Row item, Row old) {
          int entries = Math.max(1, item.entries());
          boolean fits = old != null && fits(old.block().values().length, entries);
          CsrBlock block = fits ? old.block() : new CsrBlock(1, entries);
          block.clear();
          block.addRows(item.block(), item.row(), item.row() + 1);
          Row copy = fits ? old : new Row();
          copy.setRow(block, 0);
          return placed(copy, item);
        }
      };

  private PlacedItems() {}

  /** Whether an array can be used again: it is long enough, and little of it would be wasted. */
  private static boolean fits(int array, int length) {
    return array >= length && array / 2 <= length;
  }

  private static <T extends Placed> T placed(T copy, T item) {
    copy.setPlace(item.position(), item.ordinal(), item.path(), item.fileOffset());
    return copy;
  }

  /** The places of the items of a batch. Files are kept once for each run of items of one file. */
  static final class Places {
    private long[] positions = new long[64];
    private long[] ordinals = new long[64];
    private long[] offsets = new long[64];
    private Path[] paths = new Path[1]; // of each run
    private int[] ends = new int[1]; // of each run: the item after its last one
    private int runs;
    private int run; // of the item whose place was asked for last

    /** Sets the place of item {@code i}: the first one, or that after the item set last. */
    void set(int i, Placed item) {
      if (i == positions.length) {
        positions = Arrays.copyOf(positions, 2 * i);
        ordinals = Arrays.copyOf(ordinals, 2 * i);
        offsets = Arrays.copyOf(offsets, 2 * i);
      }
      positions[i] = item.position();
      ordinals[i] = item.ordinal();
      offsets[i] = item.fileOffset();
      if (i == 0) {
        runs = 0;
        run = 0;
      }
      if (runs == 0 || paths[runs - 1] != item.path()) {
        beginRun(item.path());
      }
      ends[runs - 1] = i + 1;
    }

    private void beginRun(Path path) {
      if (runs == paths.length) {
        paths = Arrays.copyOf(paths, 4 * runs);
        ends = Arrays.copyOf(ends, 4 * runs);
      }
      paths[runs++] = path;
    }

    /** Gives a view the place of item {@code i}, which has been set. */
    void get(int i, Placed view) {
      if (i >= ends[run] || run > 0 && i < ends[run - 1]) {
        run = i == ends[run] ? run + 1 : find(i);
      }
      view.setPlace(positions[i], ordinals[i], paths[run], offsets[i]);
    }

    /** Returns the run of an item: the first one that ends after it. */
    private int find(int i) {
      int low = 0;
      int high = runs - 1;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (ends[middle] <= i) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }
  }
}
