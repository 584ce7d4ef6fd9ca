// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import dev.recordio.jobs.cli.result.GrowingBytes;
import dev.recordio.reader.Batch;
import dev.recordio.reader.Record;
import dev.recordio.reader.RecordBatch;
import dev.recordio.reader.Row;
import dev.recordio.reader.RowBatch;
import dev.recordio.reader.store.StoreItem;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.IndexType;
import dev.recordio.sparse.layout.RowBlockEncoder;
import dev.recordio.sparse.layout.ShardShape;
import dev.recordio.store.StoreRecord;
import java.io.IOException;
import java.util.List;

/**
 * Which bytes an item is written as; programs at the other end of a pipe read them:
 *
 * <ul>
 *   <li>a record: its payload;
 *   <li>a record of a store: its values one after the other, nothing for those that are absent;
 *   <li>a row, or a batch of rows: a row block with 64-bit indices, and with values even if all are
 *       1. It has weights, query ids and fields where the rows have them. Where a mode of parsing
 *       accepts text that has weights or query ids in some rows only, rows without them have 1 and
 *       0 if a row before them in the same piece of the text has some;
 *   <li>a batch of anything else, and items of several readers together: the number of its items,
 *       the number of those that only fill up, the length of each in bytes, all of these as 32 bits
 *       little-endian, then what each item is written as.
 * </ul>
 */
final class WrittenForms {
  private final GrowingBytes to;
  private final RowBlockEncoder encoder = new RowBlockEncoder(IndexType.UINT64);
  private final CsrBlock rows = new CsrBlock();
  private final CsrSource source = CsrSource.of(rows);

  /** Creates one that adds items to {@code to}. */
  WrittenForms(GrowingBytes to) {
    this.to = to;
  }

  /** Adds an item. */
  void add(Object item) throws IOException {
    if (item instanceof Record record) {
      to.drain(record.bytes(), record.offset(), record.length());
    } else if (item instanceof StoreItem stored) {
      addValues(stored.record());
    } else if (item instanceof Row row) {
      addRows(row.block(), row.row(), row.row() + 1);
    } else if (item instanceof RowBatch several) {
      addRows(several.block(), 0, several.size());
    } else if (item instanceof RecordBatch records) {
      addRecords(records);
    } else if (item instanceof Batch<?> batch) {
      int lengths = begin(batch.size(), batch.fill());
      for (int i = 0; i < batch.size(); i++) {
        addPart(batch.get(i), lengths + Integer.BYTES * i);
      }
    } else if (item instanceof List<?> together) {
      int lengths = begin(together.size(), 0);
      for (int i = 0; i < together.size(); i++) {
        addPart(together.get(i), lengths + Integer.BYTES * i);
      }
    } else {
      throw unknown(item);
    }
  }

  /** Returns the error for items of a kind that can't be written. */
  static IllegalStateException unknown(Object item) {
    return new IllegalStateException("no written form of items of " + item.getClass());
  }

  /** Adds the rows {@code begin .. end} as a row block. */
  private void addRows(CsrBlock block, int begin, int end) throws IOException {
    rows.clear();
    rows.addRows(block, begin, end);
    encoder.write(source, ShardShape.of(source), false, to);
  }

  /** Adds the counts, and room for the lengths; returns where that is. */
  private int begin(int size, int fill) {
    to.putInt(size);
    to.putInt(fill);
    int lengths = to.length();
    for (int i = 0; i < size; i++) {
      to.putInt(0);
    }
    return lengths;
  }

  private void addPart(Object part, int length) throws IOException {
    int from = to.length();
    add(part);
    to.setInt(length, to.length() - from);
  }

  private void addValues(StoreRecord record) {
    for (int field = 0; field < record.schema().fields().size(); field++) {
      if (record.isPresent(field)) {
        to.drain(record.bytes(field), record.start(field), record.length(field));
      }
    }
  }

  /** Adds payloads that are one after the other already. */
  private void addRecords(RecordBatch records) {
    int size = records.size();
    to.putInt(size);
    to.putInt(records.fill());
    for (int i = 0; i < size; i++) {
      to.putInt(records.start(i + 1) - records.start(i));
    }
    to.drain(records.payloads(), records.start(0), records.start(size) - records.start(0));
  }

  /** Adds only the payloads, or row blocks, of what is in an item and does not only fill up. */
  void addPayloads(Object item) throws IOException {
    if (item instanceof RowBatch several) {
      if (several.size() > several.fill()) {
        addRows(several.block(), 0, several.size() - several.fill());
      }
    } else if (item instanceof Batch<?> batch) {
      for (int i = 0; i < batch.size() - batch.fill(); i++) {
        addPayloads(batch.get(i));
      }
    } else if (item instanceof List<?> together) {
      for (Object part : together) {
        addPayloads(part);
      }
    } else {
      add(item);
    }
  }
}
