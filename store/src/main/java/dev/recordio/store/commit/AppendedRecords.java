// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest.GroupEntry;
import dev.recordio.store.manifest.Manifest.RowsRef;
import dev.recordio.store.write.RowsWriter;
import dev.recordio.store.write.StoreWriting;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes records that are to be appended: values of all fields, into chunks and one row table a
 * group. For use by one thread.
 */
public final class AppendedRecords implements Closeable {
  private final StoreWriting files;
  private final List<RowsWriter> writers = new ArrayList<>();
  private final List<Integer> groups = new ArrayList<>();
  private final List<int[]> fieldsOfGroups = new ArrayList<>(); // indexes in the manifest
  private final byte[][] bytes;
  private final int[] offsets;
  private final int[] lengths; // -1: absent
  private long records;

  /**
   * Creates a writer; files are created with the first values.
   *
   * @param base gives the fields and their groups
   * @param files notes the files
   */
  public AppendedRecords(Manifest base, StoreWriting files) {
    this.files = files;
    int n = base.fields().size();
    bytes = new byte[n][];
    offsets = new int[n];
    lengths = new int[n];
    Arrays.fill(lengths, -1);
    for (GroupEntry group : base.groups()) {
      List<FieldEntry> fields = base.fieldsOf(group.number());
      groups.add(group.number());
      writers.add(new RowsWriter(files, fields, base.chunkBytes()));
      fieldsOfGroups.add(fields.stream().mapToInt(base.fields()::indexOf).toArray());
    }
  }

  /**
   * Sets a value of the next record. The array must not change before {@link #add}.
   *
   * @param field the field's number in the manifest's list
   */
  public void set(int field, byte[] value, int offset, int length) {
    bytes[field] = value;
    offsets[field] = offset;
    lengths[field] = length;
  }

  /** Adds the record; fields that were not set have no value. */
  public void add() throws IOException {
    for (int g = 0; g < writers.size(); g++) {
      RowsWriter writer = writers.get(g);
      for (int field : fieldsOfGroups.get(g)) {
        if (lengths[field] < 0) {
          writer.addAbsent();
        } else {
          writer.add(bytes[field], offsets[field], lengths[field]);
        }
      }
      writer.endRecord();
    }
    Arrays.fill(bytes, null);
    Arrays.fill(lengths, -1);
    records++;
  }

  /** Returns how many records have been added. */
  public long records() {
    return records;
  }

  /** Ends all chunks and tables. */
  public WrittenTables finish() throws IOException {
    Map<Integer, RowsRef> rows = new TreeMap<>();
    for (int g = 0; g < writers.size(); g++) {
      RowsRef ref = writers.get(g).finish(0);
      if (ref != null) {
        rows.put(groups.get(g), ref);
      }
    }
    return new WrittenTables(records, rows, Map.of(), files.files());
  }

  @Override
  public void close() throws IOException {
    close(0);
  }

  /** Closes all, whatever goes wrong with one. */
  private void close(int i) throws IOException {
    if (i < writers.size()) {
      try (RowsWriter writer = writers.get(i)) {
        close(i + 1);
      }
    }
  }
}
