// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.read;

import dev.recordio.store.layout.DeltaMeta;
import dev.recordio.store.layout.RowsMeta;
import dev.recordio.store.layout.TableLayout;
import dev.recordio.store.layout.TableMeta;
import org.apache.hadoop.fs.Path;

/**
 * A table whose description has been read.
 *
 * @param number its number among the opened ones
 * @param path its file
 * @param kind its kind
 * @param footer what its footer says
 * @param meta the description
 * @param chunks the numbers, in {@link StoreTables}, of its chunks
 */
public record OpenTable(
    int number,
    Path path,
    TableLayout.Kind kind,
    TableLayout.Footer footer,
    TableMeta meta,
    int[] chunks) {
  /** Returns the description of a row table; null of another one. */
  public RowsMeta rows() {
    return meta instanceof RowsMeta rows ? rows : null;
  }

  /** Returns the description of a delta table, or one of deleted ids; null of another one. */
  public DeltaMeta delta() {
    return meta instanceof DeltaMeta delta ? delta : null;
  }
}
