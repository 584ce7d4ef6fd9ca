// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import dev.recordio.store.schema.StoreField;
import java.util.List;

/**
 * A field of a generation.
 *
 * @param number its number, never used for another field
 * @param field name, type and codec
 * @param group the group of fields whose values are stored side by side
 * @param deltas values that were written after their records, the oldest table first
 */
public record FieldEntry(int number, StoreField field, int group, List<DeltaRef> deltas) {
  /** Creates an entry. */
  public FieldEntry {
    deltas = List.copyOf(deltas);
  }

  /** Returns the same field with other deltas. */
  public FieldEntry withDeltas(List<DeltaRef> others) {
    return new FieldEntry(number, field, group, others);
  }
}
