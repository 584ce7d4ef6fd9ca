// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.split;

import dev.recordio.store.Snapshot;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest.GroupEntry;
import dev.recordio.store.read.GroupPieces;
import dev.recordio.store.read.GroupPieces.Piece;
import dev.recordio.store.read.TableReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Where the records of a snapshot lie, by the descriptions of its row tables. */
final class Segments {
  private Segments() {}

  /**
   * Returns the segments of the group with the most bytes that has one of the fields: ascending,
   * and together all ids.
   */
  static List<Piece> of(Snapshot snapshot, List<FieldEntry> fields) throws IOException {
    Manifest manifest = snapshot.manifest();
    Set<Integer> groups = fields.stream().map(FieldEntry::group).collect(Collectors.toSet());
    List<Piece> widest = List.of();
    long most = 0;
    try (var reader = new TableReader(snapshot.tables())) {
      for (GroupEntry group : manifest.groups()) {
        if (groups.contains(group.number())) {
          List<Piece> segments = new GroupPieces(reader, group.rows()).all();
          long bytes = segments.stream().mapToLong(Piece::bytes).sum();
          if (bytes > most) {
            most = bytes;
            widest = segments;
          }
        }
      }
    }
    return withGaps(widest, manifest.length());
  }

  private static List<Piece> withGaps(List<Piece> segments, long length) {
    var all = new ArrayList<Piece>();
    long next = 0;
    for (Piece segment : segments) {
      if (segment.from() > next) {
        all.add(Piece.withoutValues(next, segment.from()));
      }
      all.add(segment);
      next = segment.to();
    }
    if (next < length) {
      all.add(Piece.withoutValues(next, length));
    }
    return all;
  }
}
