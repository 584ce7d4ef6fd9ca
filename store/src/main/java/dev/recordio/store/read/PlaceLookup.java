// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.read;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.layout.ChunkLayout;
import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.DeltaBlock;
import dev.recordio.store.layout.DeltaMeta;
import dev.recordio.store.layout.RowBlock;
import dev.recordio.store.layout.RowsMeta;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.layout.TableLayout;
import dev.recordio.store.layout.TableMeta.Block;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest.RowsRef;
import dev.recordio.store.read.StoreTables.OpenTable;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Finds the places of values: in the row tables of the field's group and then, the oldest first, in
 * the deltas of the field; each wins over what came before it. For use by one thread.
 *
 * <p>Blocks of tables that are not in memory are read side by side, as many at a time as fit into a
 * batch of the gather.
 */
public final class PlaceLookup implements Closeable {
  /** Takes what a block has of some ids. */
  private interface Found {
    void in(Block block, long number, int from, int to) throws IOException;
  }

  private final TableReader reader;
  private final List<Block> blocks = new ArrayList<>(); // of the current batch
  private final List<Long> numbers = new ArrayList<>();

  /** Creates a lookup; opens nothing yet. */
  public PlaceLookup(StoreTables tables) {
    reader = new TableReader(tables);
  }

  /** Returns what reads the tables. */
  public TableReader tables() {
    return reader;
  }

  /**
   * Finds which ids are deleted.
   *
   * @param ids ascending, different ids
   * @param count how many they are
   * @param deleted is set for each of them
   */
  public void deletions(Manifest manifest, long[] ids, int count, boolean[] deleted)
      throws IOException {
    Arrays.fill(deleted, 0, count, false);
    for (DeltaRef ref : manifest.deletions()) {
      delta(ref, ids, count, (table, block, entry, i) -> deleted[i] = true);
    }
  }

  /**
   * Finds the values of some fields of one group.
   *
   * @param fields entries of the manifest, all of one group
   * @param ids ascending, different ids
   * @param count how many they are
   * @param places receives the places, for each field
   */
  public void find(
      Manifest manifest, List<FieldEntry> fields, long[] ids, int count, List<Places> places)
      throws IOException {
    places.forEach(each -> each.reset(count));
    rows(manifest.group(fields.get(0).group()).rows(), fields, ids, count, places);
    for (int f = 0; f < fields.size(); f++) {
      Places to = places.get(f);
      reader.openAll(fields.get(f).deltas());
      for (DeltaRef ref : fields.get(f).deltas()) {
        delta(ref, ids, count, (table, block, entry, i) -> set(to, table, block, entry, i));
      }
    }
  }

  private static void set(Places to, OpenTable table, DeltaBlock block, int entry, int i)
      throws MalformedRecordException {
    int word = block.word(entry);
    if (StoredWord.isAbsent(word)) {
      to.set(i, ChunkList.NONE, 0, word);
    } else {
      int chunk = block.chunk(entry);
      set(to, table, i, chunk, block.offset(entry), word);
    }
  }

  private static void set(Places to, OpenTable table, int i, int chunk, long offset, int word)
      throws MalformedRecordException {
    long end = table.meta().chunks().length(chunk) - ChunkLayout.FOOTER_BYTES;
    if (offset < ChunkLayout.HEADER_BYTES || offset > end - StoredWord.space(word)) {
      throw table.wrong(
          "wrong place of a value",
          table.footer().metaAt(),
          "one in its chunk, whose records end at " + end,
          StoredWord.space(word) + " bytes at " + offset);
    }
    to.set(i, table.chunks()[chunk], offset, word);
  }

  /** Takes the entry of a delta for id {@code i} of the list. */
  private interface Entry {
    void found(OpenTable table, DeltaBlock block, int entry, int i) throws IOException;
  }

  private void delta(DeltaRef ref, long[] ids, int count, Entry entries) throws IOException {
    int from = lowerBound(ids, count, ref.first());
    int to = lowerBound(ids, count, Math.min(ref.last() + 1, ref.end()));
    if (from >= to) {
      return;
    }
    OpenTable table = reader.open(ref);
    DeltaMeta meta = table.delta();
    if (meta == null) {
      throw table.wrong(
          "wrong kind of table",
          8,
          "the kind that the manifest names it as",
          table.kind().toString());
    }
    blocks(
        table,
        ids,
        from,
        to,
        meta::blockOf,
        (block, number, first, end) -> {
          var delta = (DeltaBlock) block;
          for (int i = first; i < end; i++) {
            int entry = delta.find(ids[i]);
            if (entry >= 0) {
              entries.found(table, delta, entry, i);
            }
          }
        });
  }

  private static int lowerBound(long[] ids, int count, long id) {
    int found = Arrays.binarySearch(ids, 0, count, id);
    return found >= 0 ? found : -found - 1;
  }

  private void rows(
      List<RowsRef> refs, List<FieldEntry> fields, long[] ids, int count, List<Places> places)
      throws IOException {
    var wanted = new ArrayList<RowsRef>();
    for (RowsRef ref : refs) {
      if (lowerBound(ids, count, ref.firstId()) < lowerBound(ids, count, ref.endId())) {
        wanted.add(ref);
      }
    }
    reader.openAll(wanted);
    for (RowsRef ref : wanted) {
      int from = lowerBound(ids, count, ref.firstId());
      int to = lowerBound(ids, count, ref.endId());
      rows(ref, fields, ids, from, to, places);
    }
  }

  private void rows(
      RowsRef ref, List<FieldEntry> fields, long[] ids, int from, int to, List<Places> places)
      throws IOException {
    OpenTable table = reader.open(ref);
    RowsMeta meta = table.require(ref);
    int[] numbers = fields.stream().mapToInt(field -> meta.indexOf(field.number())).toArray();
    long shift = ref.skip() - ref.firstId(); // from an id to a record's number in the table
    blocks(
        table,
        ids,
        from,
        to,
        id -> (id + shift) / TableLayout.BLOCK_ENTRIES,
        (block, number, first, end) -> {
          var rows = (RowBlock) block;
          for (int i = first; i < end; i++) {
            int record = (int) (ids[i] + shift - number * TableLayout.BLOCK_ENTRIES);
            for (int f = 0; f < numbers.length; f++) {
              int word = numbers[f] < 0 ? StoredWord.ABSENT : rows.word(numbers[f], record);
              if (!StoredWord.isAbsent(word)) {
                long offset = rows.offset(numbers[f], record);
                set(places.get(f), table, i, chunk(table, rows.chunk(record)), offset, word);
              }
            }
          }
        });
  }

  private static int chunk(OpenTable table, int chunk) throws MalformedRecordException {
    if (chunk == ChunkList.NONE) {
      throw table.wrong(
          "wrong piece of a table",
          table.footer().metaAt(),
          "a chunk, for a record with values",
          "none");
    }
    return chunk;
  }

  /** Passes the ids to the blocks that may have them, as many blocks at a time as can be read. */
  private void blocks(
      OpenTable table, long[] ids, int from, int to, LongUnaryOperator of, Found found)
      throws IOException {
    for (int start = from; start < to; ) {
      int end = request(table, ids, start, to, of);
      reader.fetch();
      int next = start;
      int read = 0;
      for (int b = 0; b < blocks.size(); b++) {
        long number = numbers.get(b);
        Block block = blocks.get(b);
        if (block == null) {
          block = reader.take(table, number, read++);
        }
        int first = next;
        while (next < end && of.applyAsLong(ids[next]) == number) {
          next++;
        }
        found.in(block, number, first, next);
      }
      start = end;
    }
  }

  private int request(OpenTable table, long[] ids, int from, int to, LongUnaryOperator of) {
    reader.begin();
    blocks.clear();
    numbers.clear();
    long last = -1;
    for (int i = from; i < to; i++) {
      long number = of.applyAsLong(ids[i]);
      if (number != last) {
        Block block = reader.cached(table, number);
        if (block == null && !reader.request(table, number)) {
          return i;
        }
        blocks.add(block);
        numbers.add(number);
        last = number;
      }
    }
    return to;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
