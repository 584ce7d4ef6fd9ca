// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.gather.IntOrder;
import dev.recordio.fs.index.IndexMisfit;
import dev.recordio.wire.RecordIOFormat;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;

/** Collects the entries of an index, sorts them, and checks that they can be of one file. */
final class RecordIndexBuilder {
  private static final int MAX_RECORDS = Integer.MAX_VALUE - 16;

  private final Path file;
  private final String index;
  private final long first;
  private final long end;

  private long[] offsets;
  private long[] keys; // null as long as keys are numbers in the file
  private int[] checksums;
  private int count;
  private boolean ascending = true;

  /**
   * Creates an empty one.
   *
   * @param file the file of records
   * @param index what the entries come from, for errors
   * @param first the number in the file of the first record
   * @param end the offset after the last record
   * @param expected how many records there will be, about
   */
  RecordIndexBuilder(Path file, String index, long first, long end, long expected) {
    this.file = file;
    this.index = index;
    this.first = first;
    this.end = end;
    long most = Math.min(MAX_RECORDS, end / RecordIOFormat.HEADER_BYTES + 2);
    offsets = new long[(int) Math.min(Math.max(expected, 16), most)];
  }

  /** Adds a record with a checksum. */
  void add(long offset, long key, int checksum) throws MalformedRecordException {
    add(offset, key);
    if (checksums == null) {
      checksums = new int[offsets.length];
    } else if (checksums.length < offsets.length) {
      checksums = Arrays.copyOf(checksums, offsets.length);
    }
    checksums[count - 1] = checksum;
  }

  /** Adds a record. */
  void add(long offset, long key) throws MalformedRecordException {
    if (offset < 0 || offset >= end || offset % RecordIOFormat.ALIGNMENT != 0) {
      throw misfit(offset, "an offset below " + end + " that is a multiple of 4");
    }
    if (count == offsets.length) {
      grow();
    }
    if (keys == null && key != first + count) {
      keys = new long[offsets.length];
      for (int i = 0; i < count; i++) {
        keys[i] = first + i;
      }
    }
    if (keys != null) {
      keys[count] = key;
    }
    ascending &= count == 0 || offset > offsets[count - 1];
    offsets[count++] = offset;
  }

  private void grow() throws MalformedRecordException {
    if (count == MAX_RECORDS) {
      throw misfit(offsets[count - 1], "at most " + MAX_RECORDS + " records in one file");
    }
    int size = (int) Math.min(MAX_RECORDS, offsets.length * 3L / 2);
    offsets = Arrays.copyOf(offsets, size);
    keys = keys == null ? null : Arrays.copyOf(keys, size);
  }

  /** Returns the number of records added. */
  int count() {
    return count;
  }

  /**
   * Returns the index.
   *
   * @param begin where its first record must begin
   * @throws MalformedRecordException when it begins elsewhere, or two entries are of one record
   */
  RecordIndex build(RecordIndex.Source source, long begin) throws MalformedRecordException {
    if (!ascending) {
      sort();
    }
    if (count == 0) {
      throw IndexMisfit.of(file, index, begin, "an entry for the record there", "none at all");
    }
    if (offsets[0] != begin) {
      throw misfit(begin, "an entry for the record there");
    }
    offsets = Arrays.copyOf(offsets, count + 1);
    offsets[count] = end;
    return new RecordIndex(file, source, count, first, offsets, keys, checksums);
  }

  private void sort() throws MalformedRecordException {
    int[] order = new IntOrder().sort(count, (a, b) -> Long.compare(offsets[a], offsets[b]));
    var sortedOffsets = new long[count];
    var sortedKeys = new long[count];
    for (int i = 0; i < count; i++) {
      sortedOffsets[i] = offsets[order[i]];
      sortedKeys[i] = keys == null ? first + order[i] : keys[order[i]];
      if (i > 0 && sortedOffsets[i] == sortedOffsets[i - 1]) {
        throw misfit(sortedOffsets[i], "one entry for the record there");
      }
    }
    offsets = sortedOffsets;
    keys = sortedKeys;
  }

  private MalformedRecordException misfit(long offset, String expected) {
    return IndexMisfit.of(file, index, offset, expected, "another");
  }
}
