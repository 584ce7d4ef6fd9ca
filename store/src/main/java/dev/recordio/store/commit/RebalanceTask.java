// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.manifest.IdRanges;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;

/**
 * A part of a rebalance: the records of one group with some ids are written as rows; or the deltas
 * of a group's fields become one each.
 *
 * @param group the group
 * @param deltas whether deltas are written
 * @param closeUp whether deleted records are left out of rows
 * @param ids the ids whose records this task writes as rows; for deltas, the ids of rows that any
 *     task writes, so that no delta needs them
 * @param chunks for deltas: the chunks whose values are copied
 * @param bytes about how many bytes are written
 */
public record RebalanceTask(
    int group, boolean deltas, boolean closeUp, IdRanges ids, Set<String> chunks, long bytes) {

  /** Writes it as bytes, big-endian as {@link DataOutput} does. */
  public void write(DataOutput to) throws IOException {
    to.writeInt(group);
    to.writeBoolean(deltas);
    to.writeBoolean(closeUp);
    ids.write(to);
    to.writeInt(chunks.size());
    for (String chunk : chunks) {
      to.writeUTF(chunk);
    }
    to.writeLong(bytes);
  }

  /** Reads what {@link #write} wrote. */
  public static RebalanceTask read(DataInput from) throws IOException {
    int group = from.readInt();
    boolean deltas = from.readBoolean();
    boolean closeUp = from.readBoolean();
    IdRanges ids = IdRanges.read(from);
    var chunks = new TreeSet<String>();
    for (int i = from.readInt(); i > 0; i--) {
      chunks.add(from.readUTF());
    }
    return new RebalanceTask(group, deltas, closeUp, ids, chunks, from.readLong());
  }
}
