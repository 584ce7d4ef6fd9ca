// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.manifest.Manifest;
import java.io.IOException;

/**
 * A change of a store, whose chunks are written, and which is put on whatever generation is the
 * newest when it is published.
 */
public interface Change {
  /**
   * Whether nothing that other writers do can contradict the change, as for appended records. What
   * they did is not read then, and {@link #check} is never called.
   */
  default boolean isIndependent() {
    return false;
  }

  /**
   * Looks at a generation that another writer made since the change was begun. Each is passed once,
   * in order.
   *
   * @throws StoreConflictException when what it did contradicts the change
   */
  void check(Manifest other) throws IOException;

  /**
   * Returns the generation after {@code head}, as the change makes it. All that depends on ids, or
   * on other tables, is written anew by each call.
   *
   * @throws StoreConflictException when the change contradicts {@code head}
   */
  Manifest apply(Manifest head) throws IOException;

  /**
   * Takes note that a manifest of {@link #apply} never becomes a generation: the tables that only
   * it names can be deleted. What is left gc finds.
   */
  default void lost(Manifest manifest) throws IOException {}

  /**
   * Takes note that nobody knows whether the last manifest of {@link #apply} is, or becomes, a
   * generation: no file that it names may be removed. If it is none, gc finds them.
   */
  default void unanswered() {}

  /** Returns for how long the change has had files that no generation names, in milliseconds. */
  long ageMillis();

  /**
   * Checks whether all files of the change are still there: called before it is published when they
   * are so old that gc, with another clock, may have removed them.
   *
   * @throws java.io.FileNotFoundException when one is not
   */
  void requireFiles() throws IOException;
}
