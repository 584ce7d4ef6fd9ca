// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange.copy;

import dev.recordio.jobs.arrange.census.SourceTable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/** Where the record stands that comes next in a shard. Reused entry by entry. */
final class CopyEntry implements Writable {
  /** The file's place among the {@link SourceTable}'s. */
  int file;

  /** Where the record's first header, or the row's line, begins, in bytes. */
  long offset;

  /** The record's bytes, headers and padding included; of a row, its line and a line feed. */
  int length;

  /** The record's key, unsigned, where keys are kept. */
  long key;

  /** Whether it comes earlier in the input. */
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
