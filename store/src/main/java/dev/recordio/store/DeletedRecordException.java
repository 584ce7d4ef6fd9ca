// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** A record that was requested, but is deleted. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class DeletedRecordException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long id;

  DeletedRecordException(long id, long generation) {
    super("record " + id + " is deleted in generation " + generation);
    this.id = id;
  }

  /** Returns its id. */
  public long id() {
    return id;
  }
}
