// SPDX-License-Identifier: Apache-2.0
package dev.recordio.conf;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** A setting, of a key or of a list of inputs, that can't be meant so; the message names it. */
@InterfaceAudience.Public
@InterfaceStability.Stable
public final class InvalidSettingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Makes the error. */
  public InvalidSettingException(String message) {
    super(message);
  }
}
