// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import dev.recordio.io.Stepwise;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.Partitioner;

/** The position of a block of entries: sorted by file, then by the offset of the first record. */
final class BlockKey implements WritableComparable<BlockKey> {
  /** The file of records, as a path. */
  final Text file = new Text();

  /** Offset of the block's first record. */
  long begin;

  @Override
  public void write(DataOutput out) throws IOException {
    file.write(out);
    out.writeLong(begin);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    file.readFields(in, Stepwise.MAX_TEXT_BYTES);
    begin = in.readLong();
  }

  @Override
  public int compareTo(BlockKey other) {
    int byFile = file.compareTo(other.file);
    return byFile != 0 ? byFile : Long.compare(begin, other.begin);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BlockKey key && compareTo(key) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * file.hashCode() + Long.hashCode(begin);
  }

  /** One call of the reducer for each file. */
  static final class ByFile extends WritableComparator {
    ByFile() {
      super(BlockKey.class, true);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public int compare(WritableComparable left, WritableComparable right) {
      return ((BlockKey) left).file.compareTo(((BlockKey) right).file);
    }
  }

  /** All blocks of a file to one reducer. */
  static final class FilePartitioner extends Partitioner<BlockKey, IndexBlock> {
    @Override
    public int getPartition(BlockKey key, IndexBlock block, int partitions) {
      return (key.file.hashCode() & Integer.MAX_VALUE) % partitions;
    }
  }
}
