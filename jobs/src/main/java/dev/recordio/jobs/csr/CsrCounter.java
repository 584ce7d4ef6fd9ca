// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** The counters of the csr job; their display names are in a resource next to the class. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
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
