// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.append;

import dev.recordio.jobs.records.census.Census;
import dev.recordio.jobs.records.census.KeySpan;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;

/**
 * Checks that no new record has the key of another, new or old. Keys that ascend, and are all above
 * or all below the old ones, need no memory; others take eight bytes for each new record.
 */
final class NewKeys {
  private final Census census;
  private final KeySpan span = new KeySpan();
  private long[] sorted; // null: not needed

  private NewKeys(Census census) {
    this.census = census;
  }

  /**
   * Checks the keys.
   *
   * @throws BadInputException when a record has the key of an old one, or of another new one; or
   *     when there are too many records to compare their keys in the memory of this process
   */
  static void check(Census census, SetKeys old) throws IOException {
    var keys = new NewKeys(census);
    census.forEach((number, split, offset, length, value, key) -> keys.span.add(key));
    boolean[] covers = new boolean[1];
    old.forEach((part, offset, key) -> covers[0] |= keys.span.covers(key));
    if (!keys.span.ascends() || covers[0]) {
      keys.load();
      keys.refuseRepeated();
      old.forEach(keys::refuseOld);
    }
  }

  private void load() throws IOException {
    long most = Math.min(Runtime.getRuntime().maxMemory() / 4 / Long.BYTES, Integer.MAX_VALUE - 8);
    if (span.count() > most) {
      throw new BadInputException(
          String.format(
              "%d records are too many to compare their keys in the memory of this process, at most"
                  + " %d: --renumber needs no comparison, RECORDIO_JAVA_OPTS=-Xmx… gives more",
              span.count(), most),
          null);
    }
    sorted = new long[(int) span.count()];
    census.forEach((number, split, offset, length, value, key) -> sorted[(int) number] = key);
    Arrays.sort(sorted);
  }

  private void refuseRepeated() throws IOException {
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] == sorted[i - 1]) {
        long key = sorted[i];
        String first = place(key, 0);
        throw repeated(key, first, place(key, 1));
      }
    }
  }

  private void refuseOld(Path part, long offset, long key) throws IOException {
    if (span.covers(key) && Arrays.binarySearch(sorted, key) >= 0) {
      throw repeated(key, part + " at offset " + offset, place(key, 0));
    }
  }

  private static BadInputException repeated(long key, String old, String here) {
    return new BadInputException(
        "repeated key: "
            + here
            + ": expected a key that no other record has, found "
            + Long.toUnsignedString(key)
            + ", which is the key of "
            + old
            + "; nothing was appended; --renumber gives the new records keys of their own",
        null);
  }

  /** Returns where the new record is with this key; of several the one after {@code skipped}. */
  private String place(long wanted, int skipped) throws IOException {
    String[] place = new String[1];
    int[] left = {skipped};
    census.forEach(
        (number, split, offset, length, value, key) -> {
          if (key == wanted && place[0] == null && left[0]-- == 0) {
            place[0] = split.getPath() + " at offset " + offset;
          }
        });
    return place[0];
  }
}
