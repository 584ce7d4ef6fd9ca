// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** What a gather does with ids of deleted records. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum Missing {
  /** An error. */
  FAIL,
  /** A record without values: zeros, where they have a fixed shape. */
  ZERO,
  /** The record is left out. */
  SKIP
}
