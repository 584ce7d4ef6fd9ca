// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** The counters of the csr job; their display names stand in a resource beside the class. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public enum CsrCounter {
  /** Rows written. */
  ROWS,
  /** Entries written. */
  ENTRIES,
  /** Shards written. */
  SHARDS,
  /** Shards beyond the bounds, since one row or one group alone is. */
  OVERSIZED_SHARDS,
  /** Bytes of the main files. */
  BYTES_OUT,
  /** Bytes of rows that waited on local disks. */
  SPILLED_BYTES,
  /** Broken rules that were repaired. */
  REPAIRS
}
