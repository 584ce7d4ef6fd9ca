// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.read;

import dev.recordio.store.layout.DeltaBlock;
import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.read.StoreTables.OpenTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Steps through the entries of several delta tables at once that count, in the order of ids: of
 * entries with the same id the newest delta's does. Several scans may share a reader. Memory: some
 * blocks of each table.
 */
public final class DeltaScan {
  private static final int BLOCKS_AT_A_TIME = 16;

  private final TableReader reader;
  private final List<Table> tables = new ArrayList<>(); // the oldest first, with an entry each
  private final DeltaScan deleted; // ids that are left out; null: none
  private boolean moreDeleted;
  private Table current;

  /** Opens deltas, the oldest first. */
  public DeltaScan(TableReader reader, List<DeltaRef> deltas) throws IOException {
    this(reader, deltas, List.of());
  }

  /**
   * Opens deltas, the oldest first.
   *
   * @param deletions tables of ids that are left out
   */
  public DeltaScan(TableReader reader, List<DeltaRef> deltas, List<DeltaRef> deletions)
      throws IOException {
    this.reader = reader;
    for (DeltaRef delta : deltas) {
      var table = new Table(delta);
      if (table.next()) {
        tables.add(table);
      }
    }
    deleted = deletions.isEmpty() ? null : new DeltaScan(reader, deletions);
    moreDeleted = deleted != null && deleted.next();
  }

  /** Steps to the next id that is not left out; false after the last one. */
  public boolean next() throws IOException {
    while (step()) {
      while (moreDeleted && deleted.id() < id()) {
        moreDeleted = deleted.next();
      }
      if (!moreDeleted || deleted.id() != id()) {
        return true;
      }
    }
    return false;
  }

  private boolean step() throws IOException {
    if (current != null) {
      long done = current.id();
      for (var each = tables.iterator(); each.hasNext(); ) {
        Table table = each.next();
        if (table.id() == done && !table.next()) {
          each.remove();
        }
      }
    }
    current = null;
    for (Table table : tables) {
      if (current == null || table.id() <= current.id()) {
        current = table;
      }
    }
    return current != null;
  }

  /** Returns the id of the current entry. */
  public long id() {
    return current.id();
  }

  /** Returns the {@code StoredWord} of its value. */
  public int word() {
    return current.block.word(current.entry);
  }

  /** Returns the number, in {@link StoreTables}, of its chunk; -1 of an absent value. */
  public int chunk() {
    int chunk = current.block.chunk(current.entry);
    return chunk < 0 ? chunk : current.table.chunks()[chunk];
  }

  /** Returns where its value begins in the chunk. */
  public long offset() {
    return current.block.offset(current.entry);
  }

  /** One table. */
  private final class Table {
    private final DeltaRef ref;
    private final OpenTable table;
    private final List<DeltaBlock> ready = new ArrayList<>();
    private int nextBlock; // of the table
    private int inReady = -1;
    private DeltaBlock block;
    private int entry;

    Table(DeltaRef ref) throws IOException {
      this.ref = ref;
      table = reader.open(ref);
    }

    boolean next() throws IOException {
      entry++;
      if (block == null || entry == block.size()) {
        if (++inReady >= ready.size() && !fetch()) {
          return false;
        }
        block = ready.get(inReady);
        entry = 0;
      }
      return id() < ref.end();
    }

    private boolean fetch() throws IOException {
      ready.clear();
      inReady = 0;
      int first = nextBlock;
      long count = table.delta() == null ? 0 : table.delta().blocks();
      reader.begin();
      while (nextBlock < count
          && nextBlock - first < BLOCKS_AT_A_TIME
          && reader.request(table, nextBlock)) {
        nextBlock++;
      }
      reader.fetch();
      for (int i = first; i < nextBlock; i++) {
        ready.add((DeltaBlock) reader.take(table, i, i - first));
      }
      return !ready.isEmpty();
    }

    long id() {
      return block.id(entry);
    }
  }
}
