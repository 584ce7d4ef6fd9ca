// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.Pieces;
import dev.recordio.store.layout.RowsMeta;
import dev.recordio.store.manifest.GroupEntry;
import dev.recordio.store.manifest.Operation.IdRange;
import dev.recordio.store.manifest.RowsRef;
import dev.recordio.store.read.OpenTable;
import dev.recordio.store.read.TableReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which chunks have the records of a group, by ids: descriptions of its tables are all it reads.
 */
final class GroupPieces {
  /**
   * Records that lie one after the other.
   *
   * @param from the first id
   * @param to the one after the last
   * @param chunk their chunk; null if they have no values
   * @param offset where the piece begins in it, in its table: earlier records may not count here
   */
  record Piece(long from, long to, String chunk, long offset) {}

  private final List<Piece> pieces = new ArrayList<>();
  private final Map<String, Long> records = new HashMap<>();

  GroupPieces(TableReader reader, GroupEntry group) throws IOException {
    for (RowsRef ref : group.rows()) {
      OpenTable table = reader.open(ref.file(), ref.bytes());
      RowsMeta meta = table.rows();
      if (meta == null) {
        throw new MalformedRecordException(
            "wrong kind of table",
            table.path().toString(),
            8,
            -1,
            "a row table",
            table.kind().toString());
      }
      add(ref, meta);
    }
  }

  private void add(RowsRef ref, RowsMeta meta) {
    Pieces of = meta.pieces();
    for (int i = Math.max(0, of.of(ref.skip())); i < of.size(); i++) {
      long end = i + 1 < of.size() ? of.first(i + 1) : meta.count();
      long from = Math.max(of.first(i), ref.skip());
      long to = Math.min(end, ref.skip() + ref.count());
      if (from >= to) {
        return;
      }
      int number = of.chunk(i);
      String chunk = number == ChunkList.NONE ? null : meta.chunks().name(number);
      long shift = ref.firstId() - ref.skip();
      pieces.add(new Piece(from + shift, to + shift, chunk, of.offset(i)));
      records.merge(chunk == null ? "" : chunk, to - from, Long::sum);
    }
  }

  /** Returns the pieces, by ascending ids. */
  List<Piece> all() {
    return pieces;
  }

  /** Whether rows are in a chunk. */
  boolean has(String chunk) {
    return records.containsKey(chunk);
  }

  /** Returns how many records are in a chunk. */
  long records(String chunk) {
    return records.get(chunk);
  }

  /** Returns the ids of records in some chunks, and of those without values right after them. */
  List<IdRange> ranges(Set<String> chunks) {
    var ranges = new ArrayList<IdRange>();
    for (Piece piece : pieces) {
      boolean follows =
          piece.chunk() == null
              && !ranges.isEmpty()
              && ranges.get(ranges.size() - 1).to() == piece.from();
      if (follows || piece.chunk() != null && chunks.contains(piece.chunk())) {
        IdRanges.append(ranges, piece.from(), piece.to());
      }
    }
    return ranges;
  }

  /** Whether each chunk has consecutive ids, in the order of its bytes. */
  boolean areSorted() {
    Set<String> seen = new HashSet<>();
    Piece last = null;
    for (Piece piece : pieces) {
      if (piece.chunk() != null) {
        boolean same = last != null && last.chunk().equals(piece.chunk());
        if (same ? piece.offset() < last.offset() : !seen.add(piece.chunk())) {
          return false;
        }
        last = piece;
      }
    }
    return true;
  }
}
