// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.split;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.Snapshot;
import dev.recordio.store.layout.ChunkLayout;
import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.Pieces;
import dev.recordio.store.layout.RowsMeta;
import dev.recordio.store.manifest.FieldEntry;
import dev.recordio.store.manifest.GroupEntry;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.RowsRef;
import dev.recordio.store.read.OpenTable;
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
  static List<Segment> of(Snapshot snapshot, List<FieldEntry> fields) throws IOException {
    Manifest manifest = snapshot.manifest();
    Set<Integer> groups = fields.stream().map(FieldEntry::group).collect(Collectors.toSet());
    List<Segment> widest = List.of();
    long most = 0;
    try (var reader = new TableReader(snapshot.tables())) {
      for (GroupEntry group : manifest.groups()) {
        if (groups.contains(group.number())) {
          List<Segment> segments = of(reader, group);
          long bytes = segments.stream().mapToLong(Segment::bytes).sum();
          if (bytes > most) {
            most = bytes;
            widest = segments;
          }
        }
      }
    }
    return withGaps(widest, manifest.length());
  }

  private static List<Segment> of(TableReader reader, GroupEntry group) throws IOException {
    List<OpenTable> tables =
        reader.openAll(
            group.rows().stream()
                .map(ref -> new TableReader.Name(ref.file(), ref.bytes()))
                .toList());
    var segments = new ArrayList<Segment>();
    for (int i = 0; i < tables.size(); i++) {
      add(tables.get(i), group.rows().get(i), segments);
    }
    return segments;
  }

  private static void add(OpenTable table, RowsRef ref, List<Segment> segments)
      throws MalformedRecordException {
    RowsMeta rows = table.rows();
    if (rows == null || rows.count() < ref.skip() + ref.count()) {
      throw new MalformedRecordException(
          "wrong table",
          table.path().toString(),
          0,
          -1,
          "a row table of at least " + (ref.skip() + ref.count()) + " records",
          rows == null ? table.kind().name() : rows.count() + " records");
    }
    Pieces pieces = rows.pieces();
    long end = ref.skip() + ref.count();
    for (int i = pieces.of(ref.skip()); i < pieces.size() && pieces.first(i) < end; i++) {
      long first = pieces.first(i);
      long after = i + 1 < pieces.size() ? pieces.first(i + 1) : rows.count();
      int chunk = pieces.chunk(i);
      long shift = ref.firstId() - ref.skip(); // from records of the table to ids
      Segment whole =
          chunk == ChunkList.NONE
              ? Segment.withoutValues(first + shift, after + shift)
              : new Segment(
                  first + shift,
                  after + shift,
                  table.chunks()[chunk],
                  rows.chunks().length(chunk),
                  pieces.offset(i),
                  bytes(rows, i));
      segments.add(part(whole, ref));
    }
  }

  /** Returns the bytes of a piece: up to what follows in its chunk. */
  private static long bytes(RowsMeta rows, int piece) {
    Pieces pieces = rows.pieces();
    long offset = pieces.offset(piece);
    boolean sameChunk =
        piece + 1 < pieces.size()
            && pieces.chunk(piece + 1) == pieces.chunk(piece)
            && pieces.offset(piece + 1) > offset;
    long end =
        sameChunk
            ? pieces.offset(piece + 1)
            : rows.chunks().length(pieces.chunk(piece)) - ChunkLayout.FOOTER_BYTES;
    return Math.max(0, end - offset);
  }

  private static Segment part(Segment whole, RowsRef ref) {
    long from = Math.max(whole.from(), ref.firstId());
    long to = Math.min(whole.to(), ref.endId());
    long offset = whole.offsetOf(from);
    return new Segment(
        from, to, whole.chunk(), whole.chunkBytes(), offset, whole.offsetOf(to) - offset);
  }

  private static List<Segment> withGaps(List<Segment> segments, long length) {
    var all = new ArrayList<Segment>();
    long next = 0;
    for (Segment segment : segments) {
      if (segment.from() > next) {
        all.add(Segment.withoutValues(next, segment.from()));
      }
      all.add(segment);
      next = segment.to();
    }
    if (next < length) {
      all.add(Segment.withoutValues(next, length));
    }
    return all;
  }
}
