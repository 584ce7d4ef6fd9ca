// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import dev.recordio.wire.RecordIndexLayout;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/** The entries of records that follow each other, as the binary index has them. */
final class IndexBlock implements Writable {
  private static final int CAPACITY = 1 << 18;

  /** The entries, in the layout that the job's settings give. */
  final byte[] entries = new byte[CAPACITY];

  /** Bytes of the entries. */
  int used;

  /** Offset behind the last record. */
  long end;

  /** CRC32C of the stretch of the file up to {@link #end}; of use only with checksums. */
  int stretchChecksum;

  /** Whether another entry of {@code layout} fits. */
  boolean hasRoom(RecordIndexLayout layout) {
    return CAPACITY - used >= layout.entryBytes();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(end);
    out.writeInt(stretchChecksum);
    out.writeInt(used);
    out.write(entries, 0, used);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    end = in.readLong();
    stretchChecksum = in.readInt();
    used = in.readInt();
    in.readFully(entries, 0, used);
  }
}
