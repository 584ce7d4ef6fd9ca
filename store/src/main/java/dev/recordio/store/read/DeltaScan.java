// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.read;

import dev.recordio.store.layout.DeltaBlock;
import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.read.StoreTables.OpenTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Steps through the entries of a delta table that count, in the order of their ids. Several scans
 * may share a reader. Memory: some blocks.
 */
public final class DeltaScan {
  private static final int BLOCKS_AT_A_TIME = 16;

  private final TableReader reader;
  private final DeltaRef ref;
  private final OpenTable table;
  private final List<DeltaBlock> ready = new ArrayList<>();
  private int nextBlock; // of the table
  private int inReady = -1;
  private DeltaBlock block;
  private int entry;

  /** Opens a table; {@link #next} steps to its first entry. */
  public DeltaScan(TableReader reader, DeltaRef ref) throws IOException {
    this.reader = reader;
    this.ref = ref;
    table = reader.open(ref.file(), ref.bytes());
  }

  /** Steps to the next entry; false after the last one. */
  public boolean next() throws IOException {
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

  /** Returns the id of the current entry. */
  public long id() {
    return block.id(entry);
  }

  /** Returns the {@code StoredWord} of its value. */
  public int word() {
    return block.word(entry);
  }

  /** Returns the number, in {@link StoreTables}, of its chunk; -1 of an absent value. */
  public int chunk() {
    int chunk = block.chunk(entry);
    return chunk < 0 ? chunk : table.chunks()[chunk];
  }

  /** Returns where its value begins in the chunk. */
  public long offset() {
    return block.offset(entry);
  }
}
