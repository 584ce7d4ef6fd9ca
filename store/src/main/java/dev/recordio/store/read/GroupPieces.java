// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.read;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.Pieces;
import dev.recordio.store.layout.RowsMeta;
import dev.recordio.store.manifest.RowsRef;
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
public final class GroupPieces {
  /**
   * Records that lie one after the other.
   *
   * @param from the first id
   * @param to the one after the last
   * @param chunk their chunk; null if they have no values
   * @param offset where the piece begins in it, in its table: earlier records may not count here
   * @param chunkBytes the length of the chunk's file; 0 if they have no values
   */
  public record Piece(long from, long to, String chunk, long offset, long chunkBytes) {}

  private final List<Piece> pieces = new ArrayList<>();
  private final Map<String, Long> records = new HashMap<>();

  /** Finds the pieces of some row tables, by ascending ids. */
  public GroupPieces(TableReader reader, List<RowsRef> rows) throws IOException {
    reader.openAll(
        rows.stream().map(ref -> new TableReader.Name(ref.file(), ref.bytes())).toList());
    for (RowsRef ref : rows) {
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
      long bytes = chunk == null ? 0 : meta.chunks().length(number);
      pieces.add(new Piece(from + shift, to + shift, chunk, of.offset(i), bytes));
      records.merge(chunk == null ? "" : chunk, to - from, Long::sum);
    }
  }

  /** Returns the pieces, by ascending ids. */
  public List<Piece> all() {
    return pieces;
  }

  /** Whether rows are in a chunk. */
  public boolean has(String chunk) {
    return records.containsKey(chunk);
  }

  /** Returns how many records are in a chunk. */
  public long records(String chunk) {
    return records.get(chunk);
  }

  /** Whether each chunk has consecutive ids, in the order of its bytes. */
  public boolean areSorted() {
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
