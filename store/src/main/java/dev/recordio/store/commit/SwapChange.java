// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.IdRanges;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.Builder;
import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest.GroupEntry;
import dev.recordio.store.manifest.Manifest.Operation;
import dev.recordio.store.read.PlaceLookup;
import dev.recordio.store.read.Places;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.write.DeltaWriter;
import dev.recordio.store.write.StoreWriting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;

/**
 * Records that are deleted in zrecord's way: one by one, the largest id first, the last record
 * takes the place of each, and the store is one record shorter. What is moved is the last place,
 * also a deleted record's.
 */
public final class SwapChange extends RecordChange {
  /**
   * Creates the change.
   *
   * @param ids the ids, ascending, each once, of records that are not deleted
   */
  public SwapChange(StoreTables tables, StoreWriting files, long[] ids) {
    super(tables, files, ids);
  }

  @Override
  void apply(Builder next, Manifest head) throws IOException {
    Map<Long, Long> origins = origins(ids(), next.length);
    long[] targets = origins.keySet().stream().mapToLong(Long::longValue).sorted().toArray();
    long[] moved = LongStream.of(targets).map(origins::get).sorted().toArray();
    long length = next.length - ids().length;
    var deltas = new ArrayList<DeltaRef>();
    try (var lookup = new PlaceLookup(tables())) {
      clip(next, length);
      for (FieldEntry field : head.fields()) {
        DeltaRef delta = moveValues(lookup, head, field, targets, moved, origins, length);
        if (delta != null) {
          next.addDelta(field.number(), delta);
          deltas.add(delta);
        }
      }
      DeltaRef deletions = moveDeletions(lookup, head, targets, moved, origins, length);
      if (deletions != null) {
        next.deletions.add(deletions);
      }
    }
    IdRanges ranges = IdRanges.of(length, next.length);
    next.length = length;
    next.operation = new Operation(Operation.SWAP, ids().length, deltas, ranges);
  }

  /** Returns, for each id whose place another record takes and that is left, that record's id. */
  static Map<Long, Long> origins(long[] ids, long oldLength) {
    Map<Long, Long> origins = new HashMap<>();
    long length = oldLength;
    for (int i = ids.length - 1; i >= 0; i--) {
      long last = --length;
      Long origin = origins.remove(last);
      if (last != ids[i]) {
        origins.put(ids[i], origin == null ? last : origin);
      }
    }
    return origins;
  }

  private static void clip(Builder next, long length) {
    for (GroupEntry group : List.copyOf(next.groups)) {
      next.setRows(
          group.number(),
          group.rows().stream()
              .map(rows -> rows.slice(0, length))
              .filter(Objects::nonNull)
              .toList());
    }
    for (FieldEntry field : List.copyOf(next.fields)) {
      next.setDeltas(field.number(), clip(field.deltas(), length));
    }
    List<DeltaRef> deletions = clip(next.deletions, length);
    next.deletions.clear();
    next.deletions.addAll(deletions);
  }

  private static List<DeltaRef> clip(List<DeltaRef> deltas, long length) {
    return deltas.stream().map(delta -> delta.clip(length)).filter(Objects::nonNull).toList();
  }

  /** Writes the places of the moved records' values, by the ids that they have now. */
  private DeltaRef moveValues(
      PlaceLookup lookup,
      Manifest head,
      FieldEntry field,
      long[] targets,
      long[] moved,
      Map<Long, Long> origins,
      long length)
      throws IOException {
    var places = new Places();
    lookup.find(head, List.of(field), moved, moved.length, List.of(places));
    var list = new ChunkList();
    try (var table = DeltaWriter.ofPlaces(attempt(), list)) {
      for (long target : targets) {
        int i = Arrays.binarySearch(moved, origins.get(target));
        int word = places.word(i);
        int chunk =
            StoredWord.isAbsent(word) ? ChunkList.NONE : tables().number(list, places.chunk(i));
        table.add(target, chunk, places.offset(i), word);
      }
      return table.finish(length);
    }
  }

  private DeltaRef moveDeletions(
      PlaceLookup lookup,
      Manifest head,
      long[] targets,
      long[] moved,
      Map<Long, Long> origins,
      long length)
      throws IOException {
    boolean[] deleted = new boolean[moved.length];
    lookup.deletions(head, moved, moved.length, deleted);
    try (var table = DeltaWriter.ofDeletions(attempt())) {
      for (long target : targets) {
        if (deleted[Arrays.binarySearch(moved, origins.get(target))]) {
          table.add(target);
        }
      }
      return table.finish(length);
    }
  }
}
