// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.gather.Gather;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.layout.ValueCodec;
import dev.recordio.store.layout.ValueCodecs;
import dev.recordio.store.layout.Words;
import dev.recordio.store.manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.read.PlaceLookup;
import dev.recordio.store.read.Places;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.schema.FieldType;
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
import java.util.zip.CRC32C;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Reads values of one snapshot by id. First the blocks of tables that are not in memory, then the
 * values: both sorted, joined and read side by side, as the keys {@code recordio.gather.*} specify.
 * Every value is checked by its CRC32C. For use by one thread.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class StoreGather implements Closeable {
  private final StoreTables tables;
  private final Manifest manifest;
  private final List<FieldEntry> fields;
  private final StoreSchema schema;
  private final PlaceLookup lookup;
  private final Gather gather;
  private final ValueCodec[] codecs;
  private final List<Places> places = new ArrayList<>();
  private final Map<Integer, List<Integer>> fieldsByGroup = new LinkedHashMap<>();
  private final Deque<List<FieldColumn>> unused = new ArrayDeque<>();
  private final IdList list = new IdList();
  private final CRC32C checksum = new CRC32C();

  private boolean[] deleted = {};
  private int[] requestedId = {}; // of a range of the gather: which id of the list
  private int[] requestedField = {};
  private Missing missing = Missing.FAIL;

  StoreGather(StoreTables tables, Manifest manifest, List<FieldEntry> fields, StoreSchema schema) {
    this.tables = tables;
    this.manifest = manifest;
    this.fields = fields;
    this.schema = schema;
    lookup = new PlaceLookup(tables);
    gather = Gather.ofVerified(tables.conf(), tables.chunkPaths());
    codecs = new ValueCodec[fields.size()];
    for (int f = 0; f < codecs.length; f++) {
      codecs[f] = ValueCodecs.of(fields.get(f).field().codec());
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
   * @param to the one after the last, as in Python's {@code range}
   * @param step what the next id is more than the last, not 0
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
      if (id < 0 || id >= manifest.length()) {
        throw new IndexOutOfBoundsException(
            "id " + id + " is not in the store: it has " + manifest.length() + " records");
      }
    }
    try {
      return gather(ids);
    } catch (FileNotFoundException e) {
      throw explained(e);
    } catch (InternalError e) {
      // Of a mapped file; the JVM reports it some time after the read, whose checksum is wrong.
      throw new IOException(
          "a file of " + tables.paths().store() + " can't be read any more: cut, or its disk fails",
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
    List<FieldColumn> columns = unused.isEmpty() ? newColumns() : unused.pop();
    int count = ids.length;
    columns.forEach(column -> column.reset(count));
    findPlaces();
    for (int f = 0; f < columns.size(); f++) {
      expect(columns.get(f), f);
    }
    read(columns);
    columns.forEach(FieldColumn::fillAbsent);
    return new GatherBatch(this, schema, columns, ids, anyDeleted ? deletedPositions(ids) : null);
  }

  private List<FieldColumn> newColumns() {
    return fields.stream().map(field -> new FieldColumn(field.field())).toList();
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

  private void expect(FieldColumn column, int f) {
    long bytes = 0;
    for (int i = 0; i < list.size(); i++) {
      int word = places.get(f).word(i);
      bytes += StoredWord.isAbsent(word) ? 0 : StoredWord.length(word);
    }
    column.expect(bytes);
  }

  private void read(List<FieldColumn> columns) throws IOException {
    gather.clear();
    for (int i = 0; i < list.size(); i++) {
      if (!manifest.deletions().isEmpty() && deleted[i]) {
        continue;
      }
      for (int f = 0; f < columns.size(); f++) {
        Places of = places.get(f);
        int word = of.word(i);
        if (!StoredWord.isAbsent(word)) {
          if (!gather.add(of.chunk(i), of.offset(i), StoredWord.space(word))) {
            take(columns);
            gather.add(of.chunk(i), of.offset(i), StoredWord.space(word));
          }
          note(gather.count() - 1, i, f);
        }
      }
    }
    take(columns);
  }

  private void note(int range, int id, int field) {
    if (range >= requestedId.length) {
      int size = Math.max(1024, 2 * range);
      requestedId = Arrays.copyOf(requestedId, size);
      requestedField = Arrays.copyOf(requestedField, size);
    }
    requestedId[range] = id;
    requestedField[range] = field;
  }

  private void take(List<FieldColumn> columns) throws IOException {
    gather.fetch();
    for (int range = 0; range < gather.count(); range++) {
      int id = requestedId[range];
      int f = requestedField[range];
      take(columns.get(f), f, id, gather.start(range), gather.length(range));
    }
    gather.clear();
  }

  private void take(FieldColumn column, int f, int id, int at, int space) throws IOException {
    byte[] bytes = gather.bytes();
    int stored = space - StoredWord.CHECKSUM_BYTES;
    checksum.reset();
    checksum.update(bytes, at, stored);
    if ((int) checksum.getValue() != Words.getInt(bytes, at + stored)) {
      throw damaged(
          f,
          id,
          stored,
          String.format("CRC32C 0x%08x", Words.getInt(bytes, at + stored)),
          String.format("0x%08x", (int) checksum.getValue()));
    }
    int word = places.get(f).word(id);
    int first = list.position(id, 0);
    FieldType type = fields.get(f).field().type();
    if (codecs[f] == null || StoredWord.isPlain(word)) {
      requireLength(type, f, id, stored);
      int to = column.place(first, stored);
      System.arraycopy(bytes, at, column.bytes(), to, stored);
    } else {
      int plain = stored < 4 ? -1 : Words.getInt(bytes, at);
      requireLength(type, f, id, plain);
      int to = column.place(first, plain);
      try {
        codecs[f].decompress(bytes, at + 4, stored - 4, column.bytes(), to, plain);
      } catch (IOException e) {
        throw damaged(
            f, id, 0, plain + " bytes under " + fields.get(f).field().codec(), e.getMessage());
      }
    }
    for (int k = 1; k < list.count(id); k++) {
      column.repeat(list.position(id, k), first);
    }
  }

  private void requireLength(FieldType type, int f, int id, int length)
      throws MalformedRecordException {
    if (length < 0 || !type.accepts(length)) {
      throw damaged(f, id, 0, "a value of the type " + type, length + " bytes");
    }
  }

  private MalformedRecordException damaged(
      int f, int id, int after, String expected, String found) {
    Places of = places.get(f);
    return new MalformedRecordException(
        "damaged value of field " + fields.get(f).field().name() + " of record " + list.ids()[id],
        tables.chunkPaths().get(of.chunk(id)).toString(),
        of.offset(id) + after,
        -1,
        expected,
        found);
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
    return gather.bytesRead() + lookup.tables().bytesRead();
  }

  void release(List<FieldColumn> columns) {
    unused.push(columns);
  }

  @Override
  public void close() throws IOException {
    try (lookup) {
      gather.close();
    }
  }
}
