// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import dev.recordio.io.Stepwise;
import dev.recordio.wire.RecordIndexLayout;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.Partitioner;

/** The entries of consecutive records, as in the binary index. */
final class IndexBlock implements Writable {
  private static final int CAPACITY = 1 << 18;

  /** The entries, in the layout of the job's settings. */
  final byte[] entries = new byte[CAPACITY];

  /** Bytes of the entries. */
  int used;

  /** Offset of the first record. */
  long begin;

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
    out.writeLong(begin);
    out.writeLong(end);
    out.writeInt(stretchChecksum);
    out.writeLong(modified);
    out.writeInt(used);
    out.write(entries, 0, used);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    begin = in.readLong();
    end = in.readLong();
    stretchChecksum = in.readInt();
    modified = in.readLong();
    used = in.readInt();
    in.readFully(entries, 0, used);
  }

  /** What blocks are sorted by: the file, then the offset of the first record. */
  static final class Place implements WritableComparable<Place> {
    /** The file of records, as a path. */
    final Text file = new Text();

    private long begin;

    void set(String path, long offset) {
      file.set(path);
      begin = offset;
    }

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
    public int compareTo(Place other) {
      int byFile = file.compareTo(other.file);
      return byFile != 0 ? byFile : Long.compare(begin, other.begin);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Place place && compareTo(place) == 0;
    }

    @Override
    public int hashCode() {
      return 31 * file.hashCode() + Long.hashCode(begin);
    }
  }

  /** One call of the reducer for each file. */
  static final class ByFile extends WritableComparator {
    ByFile() {
      super(Place.class, true);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public int compare(WritableComparable left, WritableComparable right) {
      return ((Place) left).file.compareTo(((Place) right).file);
    }
  }

  /** All blocks of a file to one reducer. */
  static final class FilePartitioner extends Partitioner<Place, IndexBlock> {
    @Override
    public int getPartition(Place place, IndexBlock block, int partitions) {
      return (place.file.hashCode() & Integer.MAX_VALUE) % partitions;
    }
  }
}
