// SPDX-License-Identifier: Apache-2.0
package dev.recordio.task;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** The counters of sparse rows; their display names are in a resource beside the class. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum RowCounter {
  /** Rows read. */
  ROWS_READ,
  /** Lines read, rows or not; records, for row blocks. */
  LINES_READ,
  /** Bytes read from input files, before decompression. */
  BYTES_READ,
  /** Rows read that have a weight. */
  ROWS_WITH_WEIGHT,
  /** Rows read that have a query id. */
  ROWS_WITH_QUERY_ID,
  /** Entries read that have a value. */
  ENTRIES_WITH_VALUE,
  /** Entries read without a value, which is 1 then. */
  ENTRIES_WITHOUT_VALUE,
  /** Rows written. */
  ROWS_WRITTEN;

  /** The group of the counters of broken rules, which are named as docs/rows.md names them. */
  @InterfaceAudience.Private public static final String RULES = "Rules of rows";
}
