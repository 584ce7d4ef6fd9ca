// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.read;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.layout.ChunkLayout;
import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.RowsMeta;
import dev.recordio.store.layout.RowsMeta.Pieces;
import dev.recordio.store.manifest.Manifest.RowsRef;
import dev.recordio.store.read.StoreTables.OpenTable;
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
   * @param number the chunk's number in {@link StoreTables}; {@link ChunkList#NONE} without values
   * @param chunkBytes the length of the chunk's file
   * @param offset where they begin in it, about
   * @param bytes how many bytes they have in it, about
   */
  public record Piece(
      long from, long to, String chunk, int number, long chunkBytes, long offset, long bytes) {
    /** What a task does for a record without values counts as so many bytes. */
    private static final int MIN_RECORD_BYTES = 8;

    /** Returns records that have no values. */
    public static Piece withoutValues(long from, long to) {
      return new Piece(from, to, null, ChunkList.NONE, 0, 0, 0);
    }

    /** Whether the records have values. */
    public boolean hasValues() {
      return chunk != null;
    }

    /** Returns what reading {@code records} of them costs, in bytes. */
    public long cost(long records) {
      return Math.max(records * MIN_RECORD_BYTES, share(records));
    }

    /** Returns where in the chunk the record of an id begins, about. */
    public long offsetOf(long id) {
      return offset + share(id - from);
    }

    private long share(long records) {
      return (long) ((double) bytes * records / (to - from));
    }

    private Piece part(long first, long end) {
      long at = offsetOf(first);
      return new Piece(first, end, chunk, number, chunkBytes, at, offsetOf(end) - at);
    }
  }

  private final List<Piece> pieces = new ArrayList<>();
  private final Map<String, Long> records = new HashMap<>();

  /** Finds the pieces of some row tables, by ascending ids. */
  public GroupPieces(TableReader reader, List<RowsRef> rows) throws IOException {
    reader.openAll(rows);
    for (RowsRef ref : rows) {
      add(ref, reader.open(ref));
    }
  }

  private void add(RowsRef ref, OpenTable table) throws MalformedRecordException {
    RowsMeta meta = table.require(ref);
    Pieces of = meta.pieces();
    long end = ref.skip() + ref.count();
    long shift = ref.firstId() - ref.skip(); // from records of the table to ids
    for (int i = of.of(ref.skip()); i < of.size() && of.first(i) < end; i++) {
      long after = i + 1 < of.size() ? of.first(i + 1) : meta.count();
      Piece whole = Piece.withoutValues(of.first(i) + shift, after + shift);
      int chunk = of.chunk(i);
      if (chunk != ChunkList.NONE) {
        whole =
            new Piece(
                whole.from,
                whole.to,
                meta.chunks().name(chunk),
                table.chunks()[chunk],
                meta.chunks().length(chunk),
                of.offset(i),
                bytes(meta, i));
      }
      Piece piece =
          whole.part(Math.max(whole.from, ref.firstId()), Math.min(whole.to, ref.endId()));
      pieces.add(piece);
      records.merge(piece.hasValues() ? piece.chunk : "", piece.to - piece.from, Long::sum);
    }
  }

  /** Returns the bytes of a piece: up to what follows in its chunk. */
  private static long bytes(RowsMeta meta, int piece) {
    Pieces of = meta.pieces();
    long offset = of.offset(piece);
    boolean sameChunk =
        piece + 1 < of.size()
            && of.chunk(piece + 1) == of.chunk(piece)
            && of.offset(piece + 1) > offset;
    long end =
        sameChunk
            ? of.offset(piece + 1)
            : meta.chunks().length(of.chunk(piece)) - ChunkLayout.FOOTER_BYTES;
    return Math.max(0, end - offset);
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
