// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.store;

import dev.recordio.spark.scan.ScanCounters;
import dev.recordio.store.StoreRecord;
import dev.recordio.store.split.PlannedSplit;
import dev.recordio.store.split.StoreSplitReader;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.types.StructType;

/** The records of a split as rows; one row object is reused. */
public final class StoreRows implements PartitionReader<InternalRow> {
  private static final int ID = -1;

  private final StoreSplitReader reader;
  private final Object[] values;
  private final InternalRow row;
  private final int[] fields; // of columns; or ID
  private final StoreValue[] makers;

  StoreRows(Configuration conf, Path store, StructType wanted, PlannedSplit split)
      throws IOException {
    // Counters without an accumulator are dropped.
    reader =
        new StoreSplitReader(conf, store, StoreColumns.fields(wanted), split, new ScanCounters());
    values = new Object[wanted.size()];
    row = new GenericInternalRow(values);
    fields = new int[values.length];
    makers = new StoreValue[values.length];
    StoreRecord record = reader.record();
    for (int i = 0; i < values.length; i++) {
      String name = wanted.fields()[i].name();
      fields[i] = name.equals(StoreColumns.ID) ? ID : record.field(name);
      makers[i] = fields[i] == ID ? null : StoreValue.of(record.schema().fields().get(fields[i]));
    }
  }

  @Override
  public boolean next() throws IOException {
    if (!reader.next()) {
      return false;
    }
    StoreRecord record = reader.record();
    for (int i = 0; i < values.length; i++) {
      int field = fields[i];
      if (field == ID) {
        values[i] = record.id();
      } else {
        values[i] = record.isPresent(field) ? makers[i].of(record, field) : null;
      }
    }
    return true;
  }

  @Override
  public InternalRow get() {
    return row;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
