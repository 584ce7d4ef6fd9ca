// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** What becomes of the last items of an epoch that do not fill a batch. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum Tail {
  /** A batch of fewer items. */
  EMIT,
  /** The items are left out. */
  DROP,
  /** The batch is filled up with its last item. */
  PAD,
  /** The batch is filled up with the first items of the same epoch. */
  WRAP
}
