// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import dev.recordio.conf.RecordIOConf;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** What a reader does with damaged records ({@link RecordIOConf#CORRUPT_POLICY}). */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum DamagePolicy {
  /** Throw an error that names file and offset. */
  FAIL,
  /** Continue at the next record start, and count. */
  SKIP,
  /** As {@link #SKIP}, and write down file, range and reason. */
  QUARANTINE
}
