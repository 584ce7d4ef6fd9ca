// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

/** The counters of the csr job; their display names are in a resource next to the class. */
public enum CsrCounter {
  /** Rows written. */
  ROWS,
  /** Entries written. */
  ENTRIES,
  /** Shards written. */
  SHARDS,
  /** Shards beyond the bounds, because a single row or group is. */
  OVERSIZED_SHARDS,
  /** Bytes of the main files. */
  BYTES_OUT,
  /** Bytes of rows spilled to local disks. */
  SPILLED_BYTES,
  /** Violations of rules that were repaired. */
  REPAIRS
}
