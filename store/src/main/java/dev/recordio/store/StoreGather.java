// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.GatherBatch.Column;
import dev.recordio.store.ValueReader.IdList;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.read.PlaceLookup;
import dev.recordio.store.read.Places;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.schema.StoreSchema;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Reads values of one snapshot by id. First come the blocks of tables that are not in memory, then
 * the values: both are sorted, coalesced and read in parallel, as the keys {@code
 * recordio.gather.*} specify. Every value is checked by its CRC32C. For use by one thread.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class StoreGather implements Closeable {
  private final StoreTables tables;
  private final Manifest manifest;
  private final List<FieldEntry> fields;
  private final StoreSchema schema;
  private final PlaceLookup lookup;
  private final ValueReader values;
  private final List<Places> places = new ArrayList<>();
  private final Map<Integer, List<Integer>> fieldsByGroup = new LinkedHashMap<>();
  private final Deque<List<Column>> unused = new ArrayDeque<>();
  private final IdList list = new IdList();

  private boolean[] deleted = {};
  private Missing missing = Missing.FAIL;

  StoreGather(StoreTables tables, Manifest manifest, List<FieldEntry> fields, StoreSchema schema) {
    this.tables = tables;
    this.manifest = manifest;
    this.fields = fields;
    this.schema = schema;
    lookup = new PlaceLookup(tables);
    values = new ValueReader(tables, fields, places, list);
    for (int f = 0; f < fields.size(); f++) {
      places.add(new Places());
      fieldsByGroup.computeIfAbsent(fields.get(f).group(), group -> new ArrayList<>()).add(f);
    }
  }

  /** Specifies what is done with ids of deleted records; an error, unless this is called. */
  public StoreGather missing(Missing how) {
    missing = how;
    return this;
  }

  /** Returns the fields, in the order requested. */
  public StoreSchema schema() {
    return schema;
  }

  /**
   * Reads the records of a range.
   *
   * @param from the first id
   * @param to the id after the last one, as in Python's {@code range}
   * @param step the difference from one id to the next, not 0
   * @throws IOException as {@link #get}
   */
  public GatherBatch range(long from, long to, long step) throws IOException {
    if (step == 0) {
      throw new IllegalArgumentException("a step of 0");
    }
    long count =
        step > 0
            ? Math.max(0, (to - from + step - 1) / step)
            : Math.max(0, (from - to - step - 1) / -step);
    if (count > Integer.MAX_VALUE - 16) {
      throw new IllegalArgumentException(count + " records at a time");
    }
    long[] ids = new long[(int) count];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = from + i * step;
    }
    return get(ids);
  }

  /**
   * Reads records.
   *
   * @param ids the ids, in any order; one may come more than once
   * @throws IndexOutOfBoundsException when an id is not one of the store
   * @throws DeletedRecordException when a record is deleted, unless {@link #missing} says otherwise
   * @throws MalformedRecordException when something that was read is damaged
   */
  public GatherBatch get(long[] ids) throws IOException {
    for (long id : ids) {
      manifest.requireId(id);
    }
    try {
      return gather(ids);
    } catch (FileNotFoundException e) {
      throw explained(e);
    } catch (InternalError e) {
      // Of a mapped file; the JVM reports it some time after the read, whose checksum is wrong.
      throw new IOException(
          "a file of "
              + tables.paths().store()
              + " can't be read any more: it was cut, or its"
              + " disk fails",
          e);
    }
  }

  private GatherBatch gather(long[] requested) throws IOException {
    long[] ids = requested.clone();
    list.set(ids);
    boolean anyDeleted = findDeleted();
    if (anyDeleted && missing != Missing.ZERO) {
      ids = withoutDeleted(ids);
      list.set(ids);
      anyDeleted = findDeleted();
    }
    List<Column> columns = unused.isEmpty() ? newColumns() : unused.pop();
    int count = ids.length;
    columns.forEach(column -> column.reset(count));
    findPlaces();
    values.read(columns, anyDeleted ? deleted : null);
    columns.forEach(Column::fillAbsent);
    return new GatherBatch(this, schema, columns, ids, anyDeleted ? deletedPositions(ids) : null);
  }

  private List<Column> newColumns() {
    return fields.stream().map(field -> new Column(field.field())).toList();
  }

  private boolean findDeleted() throws IOException {
    if (manifest.deletions().isEmpty()) {
      return false;
    }
    if (deleted.length < list.size()) {
      deleted = new boolean[list.size()];
    }
    lookup.deletions(manifest, list.ids(), list.size(), deleted);
    for (int i = 0; i < list.size(); i++) {
      if (deleted[i]) {
        return true;
      }
    }
    return false;
  }

  private long[] withoutDeleted(long[] ids) throws DeletedRecordException {
    boolean[] gone = deletedPositions(ids);
    int left = 0;
    long[] kept = new long[ids.length];
    for (int i = 0; i < ids.length; i++) {
      if (!gone[i]) {
        kept[left++] = ids[i];
      } else if (missing == Missing.FAIL) {
        throw new DeletedRecordException(ids[i], manifest.generation());
      }
    }
    return Arrays.copyOf(kept, left);
  }

  private boolean[] deletedPositions(long[] ids) {
    boolean[] gone = new boolean[ids.length];
    for (int i = 0; i < list.size(); i++) {
      for (int k = 0; deleted[i] && k < list.count(i); k++) {
        gone[list.position(i, k)] = true;
      }
    }
    return gone;
  }

  private void findPlaces() throws IOException {
    for (List<Integer> group : fieldsByGroup.values()) {
      lookup.find(
          manifest,
          group.stream().map(fields::get).toList(),
          list.ids(),
          list.size(),
          group.stream().map(places::get).toList());
    }
  }

  /** A file that is missing: the generation may have been collected since it was opened. */
  private IOException explained(FileNotFoundException missingFile) throws IOException {
    var file = tables.paths().manifest(manifest.generation());
    if (file.getFileSystem(tables.conf()).exists(file)) {
      return missingFile;
    }
    return (IOException)
        new FileNotFoundException(
                "generation "
                    + manifest.generation()
                    + " of "
                    + tables.paths().store()
                    + " was collected while it was read: open the newest one")
            .initCause(missingFile);
  }

  /** Returns the bytes read so far of values and tables, gaps included. */
  @InterfaceAudience.Private
  public long bytesRead() {
    return values.bytesRead() + lookup.tables().bytesRead();
  }

  void release(List<Column> columns) {
    unused.push(columns);
  }

  @Override
  public void close() throws IOException {
    try (lookup) {
      values.close();
    }
  }
}
