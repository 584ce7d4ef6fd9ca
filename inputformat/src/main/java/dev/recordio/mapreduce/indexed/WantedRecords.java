// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.indexed;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.conf.RecordNumberRange;
import dev.recordio.conf.UnsignedKeys;
import dev.recordio.fs.numbered.RecordIndex;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/** Which records a job requests: all, a range of numbers, those with some keys, or both at once. */
final class WantedRecords {
  private static final int MAX_NAMED = 10; // of missing keys

  private final RecordNumberRange rows;
  private final long[] keys; // ascending; null: any
  private final BitSet found = new BitSet();

  WantedRecords(Configuration conf) {
    String range = RecordIOConf.INPUT_ROWS.get(conf);
    rows =
        range.isEmpty()
            ? new RecordNumberRange(0, Long.MAX_VALUE - 1)
            : RecordNumberRange.parse(range);
    String list = RecordIOConf.INPUT_KEYS.get(conf);
    keys = list.isEmpty() ? null : UnsignedKeys.parse(list);
  }

  /** Whether keys are requested, so that some records of a run may not be wanted. */
  boolean byKey() {
    return keys != null;
  }

  /** Loads the index of a file: one that can be trusted for the request. */
  RecordIndex index(Configuration conf, FileStatus file) throws IOException {
    return byKey() ? RecordIndex.loadForKeys(conf, file) : RecordIndex.load(conf, file);
  }

  /** Returns the numbers of the records that may be wanted. */
  RecordNumberRange rows() {
    return rows;
  }

  /** Whether a record in the range of numbers is wanted; notes its key as found. */
  boolean has(RecordIndex index, int record) {
    if (keys == null) {
      return true;
    }
    int at = Arrays.binarySearch(keys, index.key(record));
    if (at < 0) {
      return false;
    }
    found.set(at);
    return true;
  }

  /** Returns how many of the records {@code from} to {@code to} are wanted. */
  int count(RecordIndex index, int from, int to) {
    if (keys == null) {
      return Math.max(0, to - from);
    }
    int count = 0;
    for (int i = from; i < to; i++) {
      count += has(index, i) ? 1 : 0;
    }
    return count;
  }

  /**
   * Checks that each key was found.
   *
   * @throws FileNotFoundException when no record has one of them
   */
  void checkKeys() throws FileNotFoundException {
    if (keys == null || found.cardinality() == keys.length) {
      return;
    }
    var missing = new BitSet();
    missing.set(0, keys.length);
    missing.andNot(found);
    String some =
        missing.stream()
            .limit(MAX_NAMED)
            .mapToObj(i -> Long.toUnsignedString(keys[i]))
            .collect(Collectors.joining(", "));
    int more = missing.cardinality() - MAX_NAMED;
    throw new FileNotFoundException(
        "no record has the key " + some + (more > 0 ? ", and " + more + " more keys" : ""));
  }
}
