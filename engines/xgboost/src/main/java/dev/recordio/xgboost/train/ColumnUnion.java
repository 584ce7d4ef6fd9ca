// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.train;

import dev.recordio.io.ColumnSets;
import dev.recordio.sparse.ColumnMap;
import dev.recordio.sparse.ColumnSet;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Makes the one map of all workers, of the columns that occur in the rows of any of them. */
final class ColumnUnion {
  private ColumnUnion() {}

  /** Returns the map; all workers must call it, and all get the same. */
  static ColumnMap of(ColumnSet mine, Exchange exchange) throws IOException {
    var bytes = new ByteArrayOutputStream();
    ColumnSets.write(mine, new DataOutputStream(bytes));
    var union = new ColumnSet();
    for (byte[] columns : exchange.all(bytes.toByteArray())) {
      ColumnSets.addAll(union, new DataInputStream(new ByteArrayInputStream(columns)));
    }
    return ColumnMap.compact(union);
  }
}
