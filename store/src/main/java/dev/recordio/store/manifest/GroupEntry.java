// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import java.util.List;

/**
 * A group of fields whose values are stored side by side.
 *
 * @param number its number, never used for another group
 * @param rows where its records are, by ascending ids; records with ids between them have no values
 */
public record GroupEntry(int number, List<RowsRef> rows) {
  /** Creates an entry. */
  public GroupEntry {
    rows = List.copyOf(rows);
  }
}
