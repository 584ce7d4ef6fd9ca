// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * A change of a store that is refused, since another writer has changed the same record or field
 * meanwhile. The store is as the other writer left it: read it, and decide again.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class StoreConflictException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long generation;

  /**
   * Creates the error.
   *
   * @param what what another writer did, such as {@code id 17 changed}
   * @param generation the generation in which it did so
   */
  public StoreConflictException(String what, long generation) {
    super("conflict: " + what + " in generation " + generation);
    this.generation = generation;
  }

  /** Returns the generation that contradicts the change. */
  public long generation() {
    return generation;
  }
}
