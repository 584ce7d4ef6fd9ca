// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.fs.gather.Gather;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.jobs.store.output.OutputFiles;
import dev.recordio.store.Snapshot;
import dev.recordio.store.commit.RebalancePlan;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest.GroupEntry;
import dev.recordio.store.read.LiveChunks;
import dev.recordio.store.read.PlaceLookup;
import dev.recordio.store.read.Places;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.schema.FieldCodec;
import dev.recordio.store.schema.FieldType;
import dev.recordio.store.schema.StoreField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of a generation and of its fields.
 *
 * @param chunks how many chunks tables name
 * @param storedBytes the bytes of all values in them, checksums included
 * @param liveBytes the bytes of the values that are live
 * @param utilisation live bytes by stored bytes of all chunks; 1 when there are none
 * @param zrecordUtilisation the sum over groups of fields of live values, by the sum of the values
 *     that full chunks, as many as the group has, would hold at the mean length of its live values;
 *     1 when there are none. A chunk with one larger record counts as full
 * @param chunksByUse how many chunks have up to 10 % live bytes, how many up to 20 %, ...
 * @param rebalance why the store should be rebalanced; null: there is no reason
 */
public record StoreSizes(
    long chunks,
    long storedBytes,
    long liveBytes,
    double utilisation,
    double zrecordUtilisation,
    List<FieldSize> fields,
    List<Long> chunksByUse,
    String rebalance) {
  /** The number of classes of {@link #chunksByUse}. */
  public static final int USE_CLASSES = 10;

  /**
   * A field.
   *
   * @param rawBytes the bytes of its live values
   * @param storedBytes those that they take in chunks, with checksums
   * @param estimated whether they come from some of the records
   */
  public record FieldSize(StoreField field, long rawBytes, long storedBytes, boolean estimated) {}

  /** What is live in the chunks of a group. */
  private record GroupSize(long values, long bytes, double capacity) {}

  /** Makes a pass over the tables of a generation, and reads some values under a codec. */
  public static StoreSizes of(Snapshot snapshot) throws IOException {
    Manifest manifest = snapshot.manifest();
    LiveChunks chunks = LiveChunks.of(snapshot.tables(), manifest);
    double live = 0;
    double capacity = 0;
    FieldSize[] fields = new FieldSize[manifest.fields().size()];
    for (GroupEntry group : manifest.groups()) {
      GroupSize size = size(chunks, group.number(), manifest.chunkBytes());
      live += size.values;
      capacity += size.capacity;
      List<FieldEntry> entries = manifest.fieldsOf(group.number());
      List<FieldSize> sizes = fields(snapshot, entries, size);
      for (int i = 0; i < entries.size(); i++) {
        fields[manifest.fields().indexOf(entries.get(i))] = sizes.get(i);
      }
    }
    long stored = chunks.storedBytes();
    return new StoreSizes(
        chunks.all().size(),
        stored,
        chunks.liveBytes(),
        stored == 0 ? 1 : (double) chunks.liveBytes() / stored,
        capacity == 0 ? 1 : live / capacity,
        List.of(fields),
        chunksByUse(chunks),
        RebalancePlan.reason(manifest, chunks));
  }

  /** Returns the plan of a command that writes records as files for NumPy. */
  static WritePlan plan(
      String output,
      int shards,
      Snapshot snapshot,
      List<StoreField> fields,
      long records,
      boolean withIds)
      throws IOException {
    long bytes = withIds ? records * Long.BYTES : 0;
    double part = (double) records / Math.max(1, snapshot.length() - snapshot.deleted());
    for (FieldSize size : of(snapshot).fields) {
      bytes += fields.contains(size.field()) ? Math.round(part * size.rawBytes()) : 0;
    }
    long files = (long) shards * (OutputFiles.count(fields) + (withIds ? 1 : 0));
    return WritePlan.local(output, shards, bytes, files);
  }

  private static List<Long> chunksByUse(LiveChunks live) {
    var chunks = new Long[USE_CLASSES];
    Arrays.fill(chunks, 0L);
    for (LiveChunks.Use use : live.all()) {
      double part = (double) use.liveBytes() / Math.max(1, use.storedBytes());
      chunks[Math.min(USE_CLASSES - 1, (int) (Math.max(0, part) * USE_CLASSES))]++;
    }
    return List.of(chunks);
  }

  private static GroupSize size(LiveChunks chunks, int group, long chunkBytes) {
    long values = 0;
    long bytes = 0;
    long full = 0;
    for (LiveChunks.Use use : chunks.all()) {
      if (use.group() == group && use.liveValues() > 0) {
        values += use.liveValues();
        bytes += use.liveBytes();
        full += Math.max(chunkBytes, use.storedBytes());
      }
    }
    return new GroupSize(values, bytes, bytes == 0 ? 0 : full * ((double) values / bytes));
  }

  private static List<FieldSize> fields(Snapshot snapshot, List<FieldEntry> entries, GroupSize all)
      throws IOException {
    if (entries.size() == 1) {
      StoreField field = entries.get(0).field();
      FieldType type = field.type();
      boolean raw = field.codec() == FieldCodec.RAW;
      if (type.isFixed() || raw) {
        long bytes = type.isFixed() ? all.values * type.unitBytes() : all.bytes - 4 * all.values;
        return List.of(new FieldSize(field, bytes, all.bytes, false));
      }
    }
    if (all.values == 0) {
      return entries.stream().map(entry -> new FieldSize(entry.field(), 0, 0, false)).toList();
    }
    var sample = new Sample(snapshot, entries);
    List<FieldSize> sizes = new ArrayList<>();
    // The pass has the exact sum over the fields of the group: an estimate only divides it.
    double scale =
        sample.whole ? 1 : (double) all.bytes / Math.max(1, Arrays.stream(sample.stored).sum());
    for (int i = 0; i < entries.size(); i++) {
      sizes.add(
          new FieldSize(
              entries.get(i).field(),
              Math.round(sample.raw[i] * scale),
              Math.round(sample.stored[i] * scale),
              !sample.whole));
    }
    return sizes;
  }

  /**
   * The bytes of values of some fields of a group, of all live records or of some of them at equal
   * distances. Of values under a codec only the first four bytes are read: their plain length.
   */
  private static final class Sample {
    private static final int MAX_RECORDS = 1 << 15;
    private static final int LENGTH_BYTES = 4;

    private final boolean whole;
    private final long[] raw;
    private final long[] stored;

    Sample(Snapshot snapshot, List<FieldEntry> fields) throws IOException {
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
  }
}
