// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.conf.ConfKey;
import java.util.Iterator;

/**
 * The words that a key takes, as the completion candidates of the option that sets it: for an
 * option whose label does not list them, as {@code image|none} does. Picocli makes it without
 * arguments, so each option has a class.
 */
public abstract class KeyWords implements Iterable<String> {
  private final ConfKey key;

  /** Makes the candidates of a key. */
  protected KeyWords(ConfKey key) {
    this.key = key;
  }

  @Override
  public final Iterator<String> iterator() {
    return key.definition().type().words().iterator();
  }
}
