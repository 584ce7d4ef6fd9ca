// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** What a parser does with text that its format does not allow. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum ParseMode {
  /** The first line that breaks a rule is an error with its place. */
  STRICT,
  /** Broken rules are repaired as {@link ParseRule#repair} says, and counted. */
  LENIENT,
  /**
   * Text is read as dmlc-core's parsers read it, for data that only they have read so far: 32-bit
   * indices wrap, letters are skipped. Only numbers are rounded correctly. Nothing is counted.
   */
  DMLC
}
