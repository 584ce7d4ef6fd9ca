// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.commit.GroupPieces.Piece;
import dev.recordio.store.layout.Ledger;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Operation.IdRange;
import dev.recordio.store.read.DeltaScan;
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

  private final StoreTables tables;
  private final Manifest base;
  private final int group;
  private final List<FieldEntry> fields;
  private final GroupPieces pieces;
  private final Map<String, Ledger.Account> live = new TreeMap<>();
  private final TableReader reader;

  /** What rewriting some chunks does to values that deltas have. */
  private static final class Effect {
    private final Map<String, Long> folded = new HashMap<>(); // bytes that leave other chunks
    private long copied; // bytes that stay in deltas
    private boolean any;
  }

  GroupPlan(StoreTables tables, Manifest base, int group, Ledger sum, TableReader reader)
      throws IOException {
    this.tables = tables;
    this.base = base;
    this.group = group;
    this.reader = reader;
    fields = base.fieldsOf(group);
    pieces = new GroupPieces(reader, base.group(group));
    for (Ledger.Account account : sum.accounts()) {
      if (account.group() == group && !account.isDead()) {
        live.put(account.chunk(), account);
      }
    }
  }

  /** Returns the tasks; none if the group is fine. */
  List<RebalanceTask> tasks(RebalanceOptions options, boolean renumber) throws IOException {
    boolean deltas = fields.stream().anyMatch(field -> !field.deltas().isEmpty());
    if (pieces.all().isEmpty() && !deltas) {
      return List.of();
    }
    if (renumber || options.sort() && (deltas || !pieces.areSorted())) {
      return everything(renumber);
    }
    Set<String> victims = new TreeSet<>();
    for (Ledger.Account account : live.values()) {
      if (isBelow(account, account.liveBytes(), options.below())) {
        victims.add(account.chunk());
      }
    }
    for (boolean ofRows : new boolean[] {true, false}) {
      List<String> small = small(ofRows);
      if (small.size() > 1) {
        victims.addAll(small);
      }
    }
    return victims.isEmpty() ? List.of() : tasks(victims, options.below());
  }

  private static boolean isBelow(Ledger.Account account, long left, double below) {
    return left < below * account.storedBytes();
  }

  /** Returns the chunks that are less than half full: of rows, or those that only deltas need. */
  private List<String> small(boolean ofRows) {
    return live.values().stream()
        .filter(account -> account.length() < base.chunkBytes() / 2)
        .map(Ledger.Account::chunk)
        .filter(chunk -> pieces.has(chunk) == ofRows)
        .toList();
  }

  /** Adds victims until none of the chunks that are left, or made, is one the next time. */
  private List<RebalanceTask> tasks(Set<String> victims, double below) throws IOException {
    while (true) {
      List<IdRange> ranges = pieces.ranges(victims);
      if (ranges.size() > MAX_RANGES) {
        return everything(false);
      }
      Effect effect = effect(ranges, victims);
      Set<String> more = new TreeSet<>();
      effect.folded.forEach(
          (chunk, bytes) -> {
            long left = live.get(chunk).liveBytes() - bytes;
            if (left > 0 && isBelow(live.get(chunk), left, below)) {
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
        List<RebalanceTask> tasks = rows(cut(ranges), false);
        if (effect.any) {
          tasks.add(new RebalanceTask(group, true, false, ranges, victims, effect.copied));
        }
        return tasks;
      }
    }
  }

  private boolean isSmall(long bytes) {
    return bytes > 0 && bytes < base.chunkBytes() / 2;
  }

  private Effect effect(List<IdRange> ranges, Set<String> victims) throws IOException {
    var effect = new Effect();
    for (FieldEntry field : fields) {
      try (var deltas = new LiveDeltas(reader, field, base.deletions())) {
        while (deltas.next()) {
          DeltaScan entry = deltas.entry();
          boolean inside = IdRanges.contains(ranges, entry.id());
          effect.any |= inside;
          if (!StoredWord.isAbsent(entry.word())) {
            String chunk = tables.chunkName(entry.chunk());
            long space = StoredWord.space(entry.word());
            if (victims.contains(chunk)) {
              effect.any = true;
              effect.copied += inside ? 0 : space;
            } else if (inside) {
              effect.folded.merge(chunk, space, Long::sum);
            }
          }
        }
      }
    }
    return effect;
  }

  private List<RebalanceTask> everything(boolean closeUp) {
    return rows(cut(List.of(new IdRange(0, base.length()))), closeUp);
  }

  private List<RebalanceTask> rows(List<List<IdRange>> parts, boolean closeUp) {
    var tasks = new ArrayList<RebalanceTask>();
    for (List<IdRange> part : parts) {
      tasks.add(new RebalanceTask(group, false, closeUp, part, Set.of(), bytes(part)));
    }
    return tasks;
  }

  /** Cuts ids into parts of some chunks each, between pieces. */
  private List<List<IdRange>> cut(List<IdRange> ranges) {
    var parts = new ArrayList<List<IdRange>>();
    double all = live.values().stream().mapToDouble(Ledger.Account::liveBytes).sum();
    double taskBytes = Math.max((double) TASK_CHUNKS * base.chunkBytes(), all / MAX_TASKS);
    long from = 0;
    double bytes = 0;
    for (Piece piece : pieces.all()) {
      long to = piece.to();
      boolean inside = IdRanges.contains(ranges, piece.from());
      bytes += inside ? bytes(piece) : 0;
      if (bytes >= taskBytes) {
        parts.add(IdRanges.both(ranges, List.of(new IdRange(from, to))));
        from = to;
        bytes = 0;
      }
    }
    List<IdRange> rest =
        from < base.length()
            ? IdRanges.both(ranges, List.of(new IdRange(from, base.length())))
            : List.of();
    if (rest.isEmpty()) {
      return parts;
    }
    if (!parts.isEmpty() && bytes < base.chunkBytes() / 2.0) {
      var last = new ArrayList<>(parts.remove(parts.size() - 1));
      rest.forEach(range -> IdRanges.append(last, range.from(), range.to()));
      rest = last;
    }
    parts.add(rest);
    return parts;
  }

  /** About how many bytes of a piece are live. */
  private double bytes(Piece piece) {
    Ledger.Account account = piece.chunk() == null ? null : live.get(piece.chunk());
    return account == null
        ? 0
        : (double) account.liveBytes()
            * (piece.to() - piece.from())
            / pieces.records(piece.chunk());
  }

  private long bytes(List<IdRange> part) {
    double bytes = 0;
    for (Piece piece : pieces.all()) {
      bytes += IdRanges.contains(part, piece.from()) ? bytes(piece) : 0;
    }
    return Math.round(bytes);
  }
}
