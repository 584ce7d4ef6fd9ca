// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.manifest.DeltaRef;
import dev.recordio.store.manifest.FieldEntry;
import dev.recordio.store.manifest.GroupEntry;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Operation.IdRange;
import dev.recordio.store.manifest.RowsRef;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What other writers updated, deleted and appended since a change was begun. */
final class Meanwhile {
  private final Map<Integer, List<DeltaRef>> deltasByField = new HashMap<>();
  private final Map<Integer, List<IdRange>> rangesByGroup = new HashMap<>();
  private final List<DeltaRef> all = new ArrayList<>();
  private Manifest last;

  /** Begins with the generation on which the change was begun. */
  Meanwhile(Manifest base) {
    last = base;
  }

  /** Adds the next generation. */
  void add(Manifest other) {
    Set<String> own =
        other.operation().deltas().stream().map(DeltaRef::file).collect(Collectors.toSet());
    for (FieldEntry field : other.fields()) {
      field.deltas().stream()
          .filter(ref -> own.contains(ref.file()))
          .forEach(
              ref ->
                  deltasByField
                      .computeIfAbsent(field.number(), number -> new ArrayList<>())
                      .add(ref));
    }
    all.addAll(other.operation().deltas());
    for (IdRange range : other.operation().ranges()) {
      for (GroupEntry group : other.groups()) {
        if (hasNewRows(group, range)) {
          List<IdRange> ranges =
              rangesByGroup.computeIfAbsent(group.number(), number -> new ArrayList<>());
          ranges.add(range);
          ranges.sort(Comparator.comparingLong(IdRange::from));
        }
      }
    }
    last = other;
  }

  private boolean hasNewRows(GroupEntry group, IdRange range) {
    Set<String> known = files(last, group.number());
    return group.rows().stream()
        .anyMatch(
            ref ->
                ref.firstId() == range.from()
                    && ref.endId() == range.to()
                    && !known.contains(ref.file()));
  }

  /** Returns the row tables of a group of a generation. */
  static Set<String> files(Manifest manifest, int group) {
    return manifest.groups().stream()
        .filter(entry -> entry.number() == group)
        .flatMap(entry -> entry.rows().stream())
        .map(RowsRef::file)
        .collect(Collectors.toSet());
  }

  /** Returns the new deltas of a field, the oldest first. */
  List<DeltaRef> deltas(int field) {
    return deltasByField.getOrDefault(field, List.of());
  }

  /** Returns all new deltas, and deletions. */
  List<DeltaRef> deltas() {
    return all;
  }

  /** Returns the ids that got rows in a group. */
  List<IdRange> ranges(int group) {
    return rangesByGroup.getOrDefault(group, List.of());
  }
}
