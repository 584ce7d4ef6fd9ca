// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.gather.Gather;
import dev.recordio.fs.stream.LocalMap;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.layout.ValueCodec;
import dev.recordio.store.layout.ValueCodecs;
import dev.recordio.store.manifest.FieldEntry;
import dev.recordio.store.read.Places;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.schema.FieldType;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Reads values whose places are known into columns, and checks each. Those of a chunk that is in
 * memory are copied once, to where they stay; values of other files come through the {@link
 * Gather}.
 */
final class ValueReader implements Closeable {
  private final StoreTables tables;
  private final List<FieldEntry> fields;
  private final List<Places> places;
  private final IdList ids;
  private final Gather gather;
  private final ValueCodec[] codecs;
  private final CRC32C checksum = new CRC32C();

  private int[] requestedId = {}; // of a range of the gather: which id of the list
  private int[] requestedField = {};
  private byte[] compressed = {};
  private long copied;

  /**
   * Creates a reader; opens nothing yet.
   *
   * @param places of each field, the places of its values, by the ids' numbers in the list
   * @param ids the ids to read, as they are at each {@link #read}
   */
  ValueReader(StoreTables tables, List<FieldEntry> fields, List<Places> places, IdList ids) {
    this.tables = tables;
    this.fields = fields;
    this.places = places;
    this.ids = ids;
    gather = Gather.ofVerified(tables.conf(), tables.chunkPaths());
    codecs = new ValueCodec[fields.size()];
    for (int f = 0; f < codecs.length; f++) {
      codecs[f] = ValueCodecs.of(fields.get(f).field().codec());
    }
  }

  /**
   * Reads the values of all ids of the list.
   *
   * @param columns receives them, by field; is reset
   * @param deleted which ids are left out; null: none
   * @throws MalformedRecordException when a value is damaged
   */
  void read(List<FieldColumn> columns, boolean[] deleted) throws IOException {
    FieldColumn[] to = columns.toArray(FieldColumn[]::new);
    Places[] from = places.toArray(Places[]::new);
    for (int f = 0; f < to.length; f++) {
      to[f].expect(from[f].bytes(ids.size()));
    }
    gather.clear();
    int mapped = -1; // the chunk of the map
    LocalMap map = null;
    for (int i = 0; i < ids.size(); i++) {
      for (int f = 0; f < to.length && (deleted == null || !deleted[i]); f++) {
        int word = from[f].word(i);
        if (StoredWord.isAbsent(word)) {
          continue;
        }
        int chunk = from[f].chunk(i);
        if (chunk != mapped) {
          map = gather.map(chunk);
          mapped = chunk;
        }
        if (map == null) {
          request(to, i, f);
        } else {
          copy(map, to[f], f, i);
        }
      }
    }
    take(to);
  }

  private void request(FieldColumn[] columns, int i, int f) throws IOException {
    Places from = places.get(f);
    int space = StoredWord.space(from.word(i));
    if (!gather.add(from.chunk(i), from.offset(i), space)) {
      take(columns);
      gather.add(from.chunk(i), from.offset(i), space);
    }
    int range = gather.count() - 1;
    if (range >= requestedId.length) {
      int size = Math.max(1024, 2 * range);
      requestedId = Arrays.copyOf(requestedId, size);
      requestedField = Arrays.copyOf(requestedField, size);
    }
    requestedId[range] = i;
    requestedField[range] = f;
  }

  private void take(FieldColumn[] columns) throws IOException {
    gather.fetch();
    for (int range = 0; range < gather.count(); range++) {
      int i = requestedId[range];
      int f = requestedField[range];
      take(columns[f], f, i, gather.bytes(), gather.start(range));
    }
    gather.clear();
  }

  private void take(FieldColumn column, int f, int i, byte[] bytes, int at) throws IOException {
    int stored = StoredWord.space(places.get(f).word(i)) - StoredWord.CHECKSUM_BYTES;
    check(bytes, at, stored, LittleEndian.getInt(bytes, at + stored), f, i);
    if (isPlain(f, i)) {
      int to = place(column, f, i, stored);
      System.arraycopy(bytes, at, column.bytes(), to, stored);
    } else {
      decompress(column, f, i, bytes, at, stored);
    }
    repeat(column, i);
  }

  /** Copies a value, and checks the copy: it is still in the processor's cache. */
  private void copy(LocalMap map, FieldColumn column, int f, int i) throws IOException {
    Places from = places.get(f);
    int space = StoredWord.space(from.word(i));
    if (from.offset(i) + space > map.length()) {
      throw damaged(f, i, 0, space + " bytes", "a file of " + map.length());
    }
    copied += space;
    if (!isPlain(f, i)) {
      if (compressed.length < space) {
        compressed = new byte[Math.max(space, Math.min(2 * compressed.length, 1 << 20))];
      }
      map.read(from.offset(i), compressed, 0, space);
      take(column, f, i, compressed, 0);
      return;
    }
    int stored = space - StoredWord.CHECKSUM_BYTES;
    int to = place(column, f, i, stored);
    map.read(from.offset(i), column.bytes(), to, stored);
    check(column.bytes(), to, stored, map.littleEndianInt(from.offset(i) + stored), f, i);
    repeat(column, i);
  }

  private boolean isPlain(int f, int i) {
    return codecs[f] == null || StoredWord.isPlain(places.get(f).word(i));
  }

  private void check(byte[] bytes, int at, int count, int expected, int f, int i)
      throws MalformedRecordException {
    checksum.reset();
    checksum.update(bytes, at, count);
    int found = (int) checksum.getValue();
    if (found != expected) {
      throw damaged(
          f, i, count, String.format("CRC32C 0x%08x", expected), String.format("0x%08x", found));
    }
  }

  /** Returns where a value of that length goes in its column. */
  private int place(FieldColumn column, int f, int i, int length) throws MalformedRecordException {
    FieldType type = column.field().type();
    if (length < 0 || !type.accepts(length)) {
      throw damaged(f, i, 0, "a value of the type " + type, length + " bytes");
    }
    return column.place(ids.position(i, 0), length);
  }

  private void decompress(FieldColumn column, int f, int i, byte[] bytes, int at, int stored)
      throws MalformedRecordException {
    int plain = stored < 4 ? -1 : LittleEndian.getInt(bytes, at);
    int to = place(column, f, i, plain);
    try {
      codecs[f].decompress(bytes, at + 4, stored - 4, column.bytes(), to, plain);
    } catch (IOException e) {
      String expected = plain + " bytes under " + fields.get(f).field().codec();
      throw damaged(f, i, 0, expected, e.getMessage());
    }
  }

  private void repeat(FieldColumn column, int i) {
    for (int k = 1; k < ids.count(i); k++) {
      column.repeat(ids.position(i, k), ids.position(i, 0));
    }
  }

  private MalformedRecordException damaged(int f, int i, int after, String expected, String found) {
    Places of = places.get(f);
    return new MalformedRecordException(
        "damaged value of field " + fields.get(f).field().name() + " of record " + ids.ids()[i],
        tables.chunkPaths().get(of.chunk(i)).toString(),
        of.offset(i) + after,
        -1,
        expected,
        found);
  }

  /** Returns the bytes read so far, gaps included. */
  long bytesRead() {
    return copied + gather.bytesRead();
  }

  @Override
  public void close() throws IOException {
    gather.close();
  }
}
