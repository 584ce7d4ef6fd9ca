// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.train;

import dev.recordio.xgboost.ColumnMap;
import dev.recordio.xgboost.ColumnSet;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.hadoop.io.WritableUtils;

/** Makes the one map of all workers, of the columns that occur in the rows of any of them. */
final class ColumnUnion {
  private ColumnUnion() {}

  /** Returns the map; all workers must call it, and all get the same. */
  static ColumnMap of(ColumnSet mine, Exchange exchange) throws IOException {
    var union = new ColumnSet();
    for (byte[] columns : exchange.all(bytes(mine.sorted()))) {
      addAll(union, columns);
    }
    return ColumnMap.compact(union);
  }

  /** The differences, each in as many bytes as it needs. */
  private static byte[] bytes(long[] ascending) throws IOException {
    var bytes = new ByteArrayOutputStream(2 * ascending.length + Long.BYTES);
    var out = new DataOutputStream(bytes);
    out.writeInt(ascending.length);
    long last = 0;
    for (long column : ascending) {
      WritableUtils.writeVLong(out, column - last);
      last = column;
    }
    return bytes.toByteArray();
  }

  private static void addAll(ColumnSet union, byte[] bytes) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(bytes));
    long column = 0;
    for (int i = in.readInt(); i > 0; i--) {
      column += WritableUtils.readVLong(in);
      union.add(column);
    }
  }
}
