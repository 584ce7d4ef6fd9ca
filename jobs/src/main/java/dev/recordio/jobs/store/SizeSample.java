// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.fs.gather.Gather;
import dev.recordio.store.Snapshot;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.read.PlaceLookup;
import dev.recordio.store.read.Places;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.schema.FieldCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of values of some fields of a group, of all live records or of some of them at equal
 * distances. Of values under a codec only the first four bytes are read: their plain length.
 */
final class SizeSample {
  private static final int MAX_RECORDS = 1 << 15;
  private static final int LENGTH_BYTES = 4;

  private final boolean whole;
  private final long[] raw;
  private final long[] stored;

  SizeSample(Snapshot snapshot, List<FieldEntry> fields) throws IOException {
    long length = snapshot.length();
    whole = length <= MAX_RECORDS;
    raw = new long[fields.size()];
    stored = new long[fields.size()];
    long[] ids = new long[(int) Math.min(length, MAX_RECORDS)];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = whole ? i : (long) ((double) length / MAX_RECORDS * i);
    }
    List<Places> places = new ArrayList<>();
    fields.forEach(field -> places.add(new Places()));
    boolean[] deleted = new boolean[ids.length];
    StoreTables tables = snapshot.tables();
    try (var lookup = new PlaceLookup(tables);
        var gather = new Gather(tables.conf(), tables.chunkPaths())) {
      lookup.deletions(snapshot.manifest(), ids, ids.length, deleted);
      lookup.find(snapshot.manifest(), fields, ids, ids.length, places);
      for (int f = 0; f < raw.length; f++) {
        sum(f, fields.get(f), places.get(f), deleted, gather);
      }
    }
  }

  private void sum(int f, FieldEntry field, Places places, boolean[] deleted, Gather gather)
      throws IOException {
    boolean isRaw = field.field().codec() == FieldCodec.RAW;
    for (int i = 0; i < deleted.length; i++) {
      int word = places.word(i);
      if (deleted[i] || StoredWord.isAbsent(word)) {
        continue;
      }
      stored[f] += StoredWord.space(word);
      if (field.field().type().isFixed()) {
        raw[f] += field.field().type().unitBytes();
      } else if (isRaw || StoredWord.isPlain(word)) {
        raw[f] += StoredWord.length(word);
      } else if (!gather.add(places.chunk(i), places.offset(i), LENGTH_BYTES)) {
        take(f, gather);
        gather.add(places.chunk(i), places.offset(i), LENGTH_BYTES);
      }
    }
    take(f, gather);
  }

  private void take(int f, Gather gather) throws IOException {
    gather.fetch();
    for (int i = 0; i < gather.count(); i++) {
      raw[f] += LittleEndian.getInt(gather.bytes(), gather.start(i));
    }
    gather.clear();
  }

  /** Whether it has all records. */
  boolean isWhole() {
    return whole;
  }

  /** Returns the bytes of the values of a field. */
  long rawBytes(int field) {
    return raw[field];
  }

  /** Returns those that they take in chunks. */
  long storedBytes(int field) {
    return stored[field];
  }

  /** Returns those that all of them take in chunks. */
  long storedBytes() {
    long sum = 0;
    for (long bytes : stored) {
      sum += bytes;
    }
    return sum;
  }
}
