// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/** The location of the next record of a shard. Reused entry by entry. */
public final class CopyEntry implements Writable {
  /** The number of the file in the input. */
  public int file;

  /** The offset of the record's first header, or of the row's line, in bytes. */
  public long offset;

  /** The record's bytes, headers and padding included; for a row, its line and a line feed. */
  public int length;

  /** The record's key, unsigned, if keys are kept. */
  public long key;

  public void set(int inFile, long at, int bytes, long recordKey) {
    file = inFile;
    offset = at;
    length = bytes;
    key = recordKey;
  }

  /** Whether it is earlier in the input. */
  boolean isBefore(CopyEntry other) {
    return file != other.file ? file < other.file : offset < other.offset;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, file);
    WritableUtils.writeVLong(out, offset);
    WritableUtils.writeVInt(out, length);
    WritableUtils.writeVLong(out, key);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    file = WritableUtils.readVInt(in);
    offset = WritableUtils.readVLong(in);
    length = WritableUtils.readVInt(in);
    key = WritableUtils.readVLong(in);
  }
}
