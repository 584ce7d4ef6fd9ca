// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.split;

import dev.recordio.store.manifest.IdRanges;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import org.apache.hadoop.io.WritableUtils;

/**
 * A part of a snapshot that one task reads.
 *
 * @param generation the snapshot's, the same for all tasks of a job
 * @param ids the ids; records of them that are deleted are left out
 * @param start the bytes of the splits before it, about
 * @param bytes its bytes, about
 */
public record PlannedSplit(long generation, IdRanges ids, long start, long bytes)
    implements Serializable {
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVLong(out, generation);
    WritableUtils.writeVLong(out, start);
    WritableUtils.writeVLong(out, bytes);
    ids.write(out);
  }

  /** Reads what {@link #write} writes. */
  public static PlannedSplit read(DataInput in) throws IOException {
    long generation = WritableUtils.readVLong(in);
    long start = WritableUtils.readVLong(in);
    long bytes = WritableUtils.readVLong(in);
    return new PlannedSplit(generation, IdRanges.read(in), start, bytes);
  }
}
