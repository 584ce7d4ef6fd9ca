// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import dev.recordio.io.Stepwise;
import dev.recordio.wire.RecordIndexLayout;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/** The entries of consecutive records, as in the binary index. */
final class IndexBlock implements Writable {
  private static final int CAPACITY = 1 << 18;

  /** The entries, in the layout of the job's settings. */
  final byte[] entries = new byte[CAPACITY];

  /** Bytes of the entries. */
  int used;

  /** Offset after the last record. */
  long end;

  /** CRC32C of the block's range of the file, up to {@link #end}; valid only with checksums. */
  int stretchChecksum;

  /** When the file was changed last, in milliseconds since 1970, as it was listed. */
  long modified;

  /** Whether another entry of {@code layout} fits. */
  boolean hasRoom(RecordIndexLayout layout) {
    return CAPACITY - used >= layout.entryBytes();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(end);
    out.writeInt(stretchChecksum);
    out.writeLong(modified);
    out.writeInt(used);
    out.write(entries, 0, used);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    end = in.readLong();
    stretchChecksum = in.readInt();
    modified = in.readLong();
    used = in.readInt();
    if (used < 0 || used > entries.length) {
      throw Stepwise.malformed("not a block of an index", "up to " + entries.length, used + "");
    }
    in.readFully(entries, 0, used);
  }
}
