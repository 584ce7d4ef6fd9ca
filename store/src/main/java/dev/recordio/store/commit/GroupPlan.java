// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.commit.RebalancePlan.RebalanceOptions;
import dev.recordio.store.commit.RebalancePlan.RebalanceTask;
import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.IdRanges;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.read.DeltaScan;
import dev.recordio.store.read.GroupPieces;
import dev.recordio.store.read.GroupPieces.Piece;
import dev.recordio.store.read.LiveChunks;
import dev.recordio.store.read.LiveChunks.Use;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.TableReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Decides what of one group a rebalance rewrites. Memory: an entry a chunk, and a piece. */
final class GroupPlan {
  /** Bytes of a task, in chunks, as long as there are few tasks. */
  private static final int TASK_CHUNKS = 4;

  /** Each task writes a table, which takes 150 bytes of the manifest: it stays small. */
  private static final int MAX_TASKS = 4096;

  /** Ranges beyond which everything is rewritten: each becomes a part of the manifest. */
  private static final int MAX_RANGES = 500;

  /** Row tables of a group, besides two for each chunk, beyond which everything is rewritten. */
  private static final int MAX_TABLES = 64;

  /** Deltas of a field beyond which they become one. */
  static final int MAX_DELTAS = 16;

  private final StoreTables tables;
  private final Manifest base;
  private final int group;
  private final List<FieldEntry> fields;
  private final GroupPieces pieces;
  private final Map<String, Use> live = new TreeMap<>();
  private final TableReader reader;

  /** What rewriting some chunks does to values that deltas have. */
  private static final class Effect {
    private final Map<String, Long> folded = new HashMap<>(); // bytes that leave other chunks
    private long copied; // bytes that stay in deltas
    private boolean any;
  }

  GroupPlan(StoreTables tables, Manifest base, int group, LiveChunks chunks, TableReader reader)
      throws IOException {
    this.tables = tables;
    this.base = base;
    this.group = group;
    this.reader = reader;
    fields = base.fieldsOf(group);
    pieces = new GroupPieces(reader, base.group(group).rows());
    for (Use use : chunks.all()) {
      if (use.group() == group) {
        live.put(use.chunk(), use);
      }
    }
  }

  /** Returns the tasks; none if the group is fine. */
  List<RebalanceTask> tasks(RebalanceOptions options, boolean renumber) throws IOException {
    boolean deltas = fields.stream().anyMatch(field -> !field.deltas().isEmpty());
    if (pieces.all().isEmpty() && !deltas) {
      return List.of();
    }
    if (renumber || hasManyTables(0) || options.sort() && (deltas || !pieces.areSorted())) {
      return everything(renumber);
    }
    Set<String> victims = new TreeSet<>();
    for (Use use : live.values()) {
      if (isBelow(use, use.liveBytes(), options.below())) {
        victims.add(use.chunk());
      }
    }
    for (boolean ofRows : new boolean[] {true, false}) {
      List<String> small = small(ofRows);
      if (small.size() > 1) {
        victims.addAll(small);
      }
    }
    boolean manyDeltas = fields.stream().anyMatch(field -> field.deltas().size() > MAX_DELTAS);
    return victims.isEmpty() && !manyDeltas ? List.of() : tasks(victims, options, manyDeltas);
  }

  /** A chunk without live values is always rewritten: no table is to name it. */
  private static boolean isBelow(Use use, long left, double below) {
    return left == 0 || left < below * use.storedBytes();
  }

  /** Whether rows are in more tables, or parts of tables, than the group's chunks ask for. */
  private boolean hasManyTables(int more) {
    return base.group(group).rows().size() + more > MAX_TABLES + 2 * live.size();
  }

  /** Returns the chunks that are less than half full: of rows, or those that only deltas need. */
  private List<String> small(boolean ofRows) {
    return live.values().stream()
        .filter(use -> use.liveBytes() > 0 && use.length() < base.chunkBytes() / 2)
        .map(Use::chunk)
        .filter(chunk -> pieces.has(chunk) == ofRows)
        .toList();
  }

  /** Adds victims until none of the chunks that are left, or made, is one the next time. */
  private List<RebalanceTask> tasks(
      Set<String> victims, RebalanceOptions options, boolean manyDeltas) throws IOException {
    while (true) {
      if (options.sort()) {
        addBetween(victims);
      }
      IdRanges ids = ids(victims);
      int ranges = ids.ranges().size();
      if (ranges > MAX_RANGES || hasManyTables(2 * ranges)) {
        return everything(false);
      }
      Effect effect = effect(ids, victims);
      Set<String> more = new TreeSet<>();
      effect.folded.forEach(
          (chunk, bytes) -> {
            long left = live.get(chunk).liveBytes() - bytes;
            if (left == 0 ? pieces.has(chunk) : isBelow(live.get(chunk), left, options.below())) {
              more.add(chunk);
            }
          });
      long rows = effect.folded.values().stream().mapToLong(Long::longValue).sum();
      rows += victims.stream().mapToLong(chunk -> live.get(chunk).liveBytes()).sum();
      rows -= effect.copied;
      if (isSmall(rows)) {
        more.addAll(small(true));
      }
      if (isSmall(effect.copied)) {
        more.addAll(small(false));
      }
      if (!victims.addAll(more)) {
        List<RebalanceTask> tasks = rows(cut(ids), false);
        if (effect.any || manyDeltas) {
          tasks.add(new RebalanceTask(group, true, false, ids, victims, effect.copied));
        }
        return tasks;
      }
    }
  }

  /**
   * Adds the chunks with ids between the ids of others: what is rewritten together gets chunks
   * together, which are in the order of ids only if nothing else is between them.
   */
  private void addBetween(Set<String> chunks) {
    List<IdRanges.Range> ranges = ids(chunks).ranges();
    for (Piece piece : pieces.all()) {
      if (ranges.size() > 1
          && piece.hasValues()
          && piece.from() > ranges.get(0).from()
          && piece.to() < ranges.get(ranges.size() - 1).to()) {
        chunks.add(piece.chunk());
      }
    }
  }

  private boolean isSmall(long bytes) {
    return bytes > 0 && bytes < base.chunkBytes() / 2;
  }

  private Effect effect(IdRanges ids, Set<String> victims) throws IOException {
    var effect = new Effect();
    for (FieldEntry field : fields) {
      for (DeltaRef delta : field.deltas()) {
        ChunkList list = reader.open(delta).meta().chunks();
        for (int i = 0; i < list.size(); i++) {
          effect.any |= victims.contains(list.name(i));
        }
      }
      var entry = new DeltaScan(reader, field.deltas(), base.deletions());
      while (entry.next()) {
        boolean inside = ids.contains(entry.id());
        effect.any |= inside;
        if (!StoredWord.isAbsent(entry.word())) {
          String chunk = tables.chunkName(entry.chunk());
          long space = StoredWord.space(entry.word());
          if (victims.contains(chunk)) {
            effect.copied += inside ? 0 : space;
          } else if (inside) {
            effect.folded.merge(chunk, space, Long::sum);
          }
        }
      }
    }
    return effect;
  }

  /** Returns the ids of records in some chunks, and of those without values right after them. */
  private IdRanges ids(Set<String> chunks) {
    var ranges = new ArrayList<IdRanges.Range>();
    for (Piece piece : pieces.all()) {
      boolean follows =
          piece.chunk() == null
              && !ranges.isEmpty()
              && ranges.get(ranges.size() - 1).to() == piece.from();
      if (follows || piece.chunk() != null && chunks.contains(piece.chunk())) {
        ranges.add(new IdRanges.Range(piece.from(), piece.to()));
      }
    }
    return new IdRanges(ranges);
  }

  private List<RebalanceTask> everything(boolean closeUp) {
    return rows(cut(IdRanges.of(0, base.length())), closeUp);
  }

  private List<RebalanceTask> rows(List<IdRanges> parts, boolean closeUp) {
    var tasks = new ArrayList<RebalanceTask>();
    for (IdRanges part : parts) {
      tasks.add(new RebalanceTask(group, false, closeUp, part, Set.of(), bytes(part)));
    }
    return tasks;
  }

  /** Cuts ids into parts of some chunks each, between pieces. */
  private List<IdRanges> cut(IdRanges ids) {
    var parts = new ArrayList<IdRanges>();
    double all = live.values().stream().mapToDouble(Use::liveBytes).sum();
    double taskBytes = Math.max((double) TASK_CHUNKS * base.chunkBytes(), all / MAX_TASKS);
    long from = 0;
    double bytes = 0;
    for (Piece piece : pieces.all()) {
      long to = piece.to();
      boolean inside = ids.contains(piece.from());
      bytes += inside ? bytes(piece) : 0;
      if (bytes >= taskBytes) {
        parts.add(ids.within(from, to));
        from = to;
        bytes = 0;
      }
    }
    IdRanges rest = ids.within(from, base.length());
    if (rest.equals(IdRanges.NONE)) {
      return parts;
    }
    if (!parts.isEmpty() && bytes < base.chunkBytes() / 2.0) {
      rest = parts.remove(parts.size() - 1).union(rest);
    }
    parts.add(rest);
    return parts;
  }

  /** About how many bytes of a piece are live. */
  private double bytes(Piece piece) {
    Use use = piece.chunk() == null ? null : live.get(piece.chunk());
    return use == null
        ? 0
        : (double) use.liveBytes() * (piece.to() - piece.from()) / pieces.records(piece.chunk());
  }

  private long bytes(IdRanges part) {
    double bytes = 0;
    for (Piece piece : pieces.all()) {
      bytes += part.contains(piece.from()) ? bytes(piece) : 0;
    }
    return Math.round(bytes);
  }
}
