// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.manifest.Manifest.RowsRef;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;

/**
 * What one task wrote for a commit of several tasks: tables, and all files.
 *
 * @param records how many records there are
 * @param rows the row table of each group; none where no record has a value
 * @param deltas the delta table of each field
 * @param files all files that were written
 */
public record WrittenTables(
    long records, Map<Integer, RowsRef> rows, Map<Integer, DeltaRef> deltas, List<Path> files) {

  /** Writes it as bytes, big-endian as {@link DataOutput} does. */
  public void write(DataOutput to) throws IOException {
    to.writeLong(records);
    to.writeInt(rows.size());
    for (Map.Entry<Integer, RowsRef> entry : rows.entrySet()) {
      RowsRef ref = entry.getValue();
      to.writeInt(entry.getKey());
      to.writeUTF(ref.file());
      to.writeLong(ref.bytes());
      to.writeLong(ref.firstId());
      to.writeLong(ref.skip());
      to.writeLong(ref.count());
    }
    to.writeInt(deltas.size());
    for (Map.Entry<Integer, DeltaRef> entry : deltas.entrySet()) {
      DeltaRef ref = entry.getValue();
      to.writeInt(entry.getKey());
      to.writeUTF(ref.file());
      to.writeLong(ref.bytes());
      to.writeLong(ref.count());
      to.writeLong(ref.first());
      to.writeLong(ref.last());
      to.writeLong(ref.end());
    }
    to.writeInt(files.size());
    for (Path file : files) {
      to.writeUTF(file.toString());
    }
  }

  /** Reads what {@link #write} wrote. */
  public static WrittenTables read(DataInput from) throws IOException {
    long records = from.readLong();
    var rows = new TreeMap<Integer, RowsRef>();
    for (int i = from.readInt(); i > 0; i--) {
      int group = from.readInt();
      String file = from.readUTF();
      long bytes = from.readLong();
      long first = from.readLong();
      rows.put(group, new RowsRef(file, bytes, first, from.readLong(), from.readLong()));
    }
    var deltas = new TreeMap<Integer, DeltaRef>();
    for (int i = from.readInt(); i > 0; i--) {
      int field = from.readInt();
      String file = from.readUTF();
      long bytes = from.readLong();
      long count = from.readLong();
      long first = from.readLong();
      long last = from.readLong();
      deltas.put(field, new DeltaRef(file, bytes, count, first, last, from.readLong()));
    }
    var files = new ArrayList<Path>();
    for (int i = from.readInt(); i > 0; i--) {
      files.add(new Path(from.readUTF()));
    }
    return new WrittenTables(records, rows, deltas, files);
  }
}
