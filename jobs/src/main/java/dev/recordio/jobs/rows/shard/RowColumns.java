// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.formats.parquet.ParquetOutput;
import dev.recordio.sparse.CsrBlock;
import java.util.SortedMap;
import org.apache.parquet.schema.MessageType;

/** The columns of Parquet that rows become. */
interface RowColumns {
  /** Returns the columns, and their types. */
  MessageType schema();

  /** Adds what the footer says of these columns. */
  default void describe(SortedMap<String, String> metadata) {}

  /** Takes the writers of a row group, which has just begun. */
  void begin(ParquetOutput file);

  /** Writes the values of a row; the row is ended by the caller. */
  void write(CsrBlock block, int row);
}
