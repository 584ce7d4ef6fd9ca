// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** ImageRecordIter's parameters, checked together. Immutable. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class AugmentOptions {
  private AugmentOptions() {}
}
