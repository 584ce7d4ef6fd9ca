// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.read;

import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.DeltaMeta;
import dev.recordio.store.layout.RowsMeta;
import dev.recordio.store.layout.TableLayout;
import org.apache.hadoop.fs.Path;

/**
 * A table whose description has been read.
 *
 * @param number its number among the opened ones
 * @param path its file
 * @param kind its kind
 * @param footer what its footer says
 * @param rows the description, of a row table
 * @param delta the description, of a delta table or one of deleted ids
 * @param chunks the numbers, in {@link StoreTables}, of its chunks
 */
public record OpenTable(
    int number,
    Path path,
    TableLayout.Kind kind,
    TableLayout.Footer footer,
    RowsMeta rows,
    DeltaMeta delta,
    int[] chunks) {
  /** Returns the chunks that it refers to. */
  public ChunkList chunkList() {
    return rows != null ? rows.chunks() : delta.chunks();
  }
}
