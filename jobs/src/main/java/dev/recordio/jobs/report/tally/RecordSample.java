// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report.tally;

import dev.recordio.order.Draws;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.io.Writable;

/**
 * Some records, drawn by a seed: those with the smallest of numbers that depend on the seed, the
 * name of their file and their offset alone. So they do not depend on the tasks.
 */
public final class RecordSample implements Writable {
  /** How many are drawn. */
  public static final int SIZE = 48;

  private final TreeSet<SampledRecord> records = new TreeSet<>();
  private long seed;
  private String path;
  private long key;

  /** Begins a file, or a part of one, whose records follow. */
  public void begin(long drawSeed, String file) {
    seed = drawSeed;
    path = file;
    key = Draws.mix(seed ^ hash(file.substring(file.lastIndexOf('/') + 1)));
  }

  /** FNV-1a, of UTF-16. */
  private static long hash(String name) {
    long hash = 0xCBF29CE484222325L;
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * 0x100000001B3L;
    }
    return hash;
  }

  /** Takes a record, which is kept if it is drawn so far. */
  public void add(long offset, int length) {
    long draw = Draws.mix(key + Draws.mix(offset));
    if (records.size() < SIZE || Long.compareUnsigned(draw, records.last().draw()) <= 0) {
      put(new SampledRecord(draw, path, offset, length));
    }
  }

  private void put(SampledRecord record) {
    records.add(record);
    if (records.size() > SIZE) {
      records.pollLast();
    }
  }

  /** Takes the records of another sample of the same seed. */
  public void add(RecordSample other) {
    other.records.forEach(this::put);
  }

  /** Returns the records that are drawn, in the order of their draws. */
  public List<SampledRecord> records() {
    return List.copyOf(records);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(records.size());
    for (SampledRecord record : records) {
      record.write(out);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    records.clear();
    for (int left = in.readInt(); left > 0; left--) {
      records.add(SampledRecord.read(in));
    }
  }
}
