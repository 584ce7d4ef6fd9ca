// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.tally;

import dev.recordio.order.Draws;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Some records, drawn by a seed: those with the smallest of numbers that depend on the seed, the
 * name of their file and their offset alone. So they do not depend on the tasks.
 */
public final class RecordSample {
  /** How many are drawn. */
  public static final int SIZE = 48;

  /**
   * A record that was drawn.
   *
   * @param draw decides, unsigned, which records are drawn: the smallest
   * @param path its file
   * @param offset where it begins, in bytes
   * @param length bytes of its payload
   */
  public record Drawn(long draw, String path, long offset, int length)
      implements Comparable<Drawn> {
    private static final Comparator<Drawn> ORDER =
        Comparator.<Drawn>comparingLong(one -> one.draw ^ Long.MIN_VALUE) // unsigned
            .thenComparing(Drawn::path)
            .thenComparingLong(Drawn::offset);

    @Override
    public int compareTo(Drawn other) {
      return ORDER.compare(this, other);
    }
  }

  private SortedSet<Drawn> records = new TreeSet<>();
  private transient String path;
  private transient long key;

  /** Begins a file, or a part of one, whose records follow. */
  public void begin(long seed, String file) {
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
      put(new Drawn(draw, path, offset, length));
    }
  }

  private void put(Drawn record) {
    records.add(record);
    if (records.size() > SIZE) {
      records.remove(records.last());
    }
  }

  /** Takes the records of another sample of the same seed. */
  public void add(RecordSample other) {
    other.records.forEach(this::put);
  }

  /** Returns the records that are drawn, in the order of their draws. */
  public List<Drawn> records() {
    return List.copyOf(records);
  }
}
