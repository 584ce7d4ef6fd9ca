// SPDX-License-Identifier: Apache-2.0
package dev.recordio.conf;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** An invalid setting of a key or in a list of inputs; the message names it. */
@InterfaceAudience.Public
@InterfaceStability.Stable
public final class InvalidSettingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Creates the error. */
  public InvalidSettingException(String message) {
    super(message);
  }
}
