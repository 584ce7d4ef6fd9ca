// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.store.input.Column;
import dev.recordio.jobs.store.input.Columns;
import dev.recordio.store.Snapshot;
import dev.recordio.store.read.PlaceLookup;
import dev.recordio.store.schema.FieldType;
import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The ids of {@code --ids} or {@code --slice}, in the user's order; of a list, one may come more
 * than once. Memory: 8 bytes an id of a list.
 */
final class Ids {
  private static final int BATCH = 1 << 16;
  private static final int MAX_ARRAY = Integer.MAX_VALUE - 16;

  private long[] list; // null: a slice
  private final long first;
  private final long step;
  private long count;

  private Ids() {
    list = new long[64];
    first = 0;
    step = 1;
  }

  /** Makes the ids of a slice. */
  Ids(long first, long step, long count) {
    this.first = first;
    this.step = step;
    this.count = count;
  }

  /**
   * Returns the ids that the keys specify.
   *
   * @param length the number of records of the store
   * @throws UsageException when both keys are set, or none
   * @throws InvalidSettingException when the text is no list of numbers
   * @throws BadInputException when a file holds something else, or an id is not in the store
   */
  static Ids read(Configuration conf, long length) throws IOException {
    String text = StoreCommandConf.SELECT_IDS.get(conf);
    String slice = StoreCommandConf.SELECT_SLICE.get(conf);
    if (text.isEmpty() == slice.isEmpty()) {
      throw new UsageException("give the records by either --ids or --slice");
    }
    if (text.isEmpty()) {
      return Slice.parse(slice).of(length);
    }
    var ids = new Ids();
    if (!text.startsWith("@")) {
      ids.addNumbers(text);
    } else if (text.endsWith(".npy") || text.contains(".npz#")) {
      ids.addArray(conf, text.substring(1));
    } else {
      ids.addLines(conf, text.substring(1));
    }
    ids.requireWithin(length);
    return ids;
  }

  private void add(long id, String source) throws BadInputException {
    if (count == list.length) {
      if (count > Integer.MAX_VALUE / 2) {
        throw new BadInputException(source + " has more than 2^30 ids", null);
      }
      list = Arrays.copyOf(list, 2 * list.length);
    }
    list[(int) count++] = id;
  }

  private void addNumbers(String text) throws BadInputException {
    for (String number : text.split(",", -1)) {
      try {
        add(Long.parseLong(number.strip()), text);
      } catch (NumberFormatException e) {
        throw new InvalidSettingException(
            StoreCommandConf.SELECT_IDS
                + " has '"
                + number
                + "', which is no id: write numbers with commas between, such as 5,2,2,9, or @FILE");
      }
    }
  }

  private void addLines(Configuration conf, String name) throws IOException {
    var file = new Path(name);
    FileSystem fs = file.getFileSystem(conf);
    try (BufferedReader lines = Files.lines(fs, fs.getFileStatus(file))) {
      long number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        String text = line.strip();
        if (text.isEmpty()) {
          continue;
        }
        try {
          add(Long.parseLong(text), name);
        } catch (NumberFormatException e) {
          throw new BadInputException(
              file
                  + " line "
                  + number
                  + " is '"
                  + (text.length() > 40 ? text.substring(0, 40) + "..." : text)
                  + "': expected a number a line, or an array in a file that ends in .npy",
              e);
        }
      }
    }
  }

  private void addArray(Configuration conf, String name) throws IOException {
    try (Column column = Columns.open(conf, null, name)) {
      FieldType type = column.type();
      String item = type.item();
      boolean whole = item.matches("[<>|=][iu][1248]");
      if (!whole || !type.isFixed() || !type.shape().isEmpty()) {
        throw new BadInputException(
            name + " holds " + type + ": expected whole numbers, one a record", null);
      }
      boolean signed = item.charAt(1) == 'i';
      boolean bigEndian = item.charAt(0) == '>';
      try (Column.Reader reader = column.read()) {
        while (reader.next()) {
          long id = number(reader, signed, bigEndian);
          if (!signed && id < 0) {
            throw new BadInputException(
                name + " holds " + Long.toUnsignedString(id) + ", which is out of range", null);
          }
          add(id, name);
        }
      }
    }
  }

  private static long number(Column.Reader reader, boolean signed, boolean bigEndian) {
    int length = reader.length();
    long value = 0;
    for (int i = 0; i < length; i++) {
      int at = bigEndian ? i : length - 1 - i;
      value = value << 8 | reader.buffer()[reader.offset() + at] & 0xff;
    }
    int unused = Long.SIZE - 8 * length;
    return signed ? value << unused >> unused : value;
  }

  private void requireWithin(long length) throws BadInputException {
    for (int i = 0; i < count; i++) {
      long id = list[i];
      if (id < 0 || id >= length) {
        throw BadInputException.of(
            "id %s is out of range: the store has %s records%s%s",
            id,
            length,
            length == 0 ? "" : ", 0 to " + (length - 1),
            id < 0 ? "; only --slice counts negative ones from the end" : "");
      }
    }
  }

  /** Returns how many there are. */
  long count() {
    return count;
  }

  /** Returns one of them. */
  long get(long i) {
    return list == null ? first + i * step : list[(int) i];
  }

  /** Returns ids from {@code from} on, at most {@code max}. */
  long[] piece(long from, int max) {
    long[] piece = new long[(int) Math.min(max, count - from)];
    for (int i = 0; i < piece.length; i++) {
      piece[i] = get(from + i);
    }
    return piece;
  }

  /**
   * Returns all of them.
   *
   * @throws BadInputException when one is there twice
   */
  long[] distinct() throws BadInputException {
    if (count > MAX_ARRAY) {
      throw new BadInputException(count + " ids at a time are too many", null);
    }
    long[] all = piece(0, MAX_ARRAY);
    long[] sorted = all.clone();
    Arrays.sort(sorted);
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] == sorted[i - 1]) {
        throw new BadInputException("id " + sorted[i] + " is given twice", null);
      }
    }
    return all;
  }

  /** Counts the ids of deleted records, each as often as it is in the list. */
  long deleted(Snapshot snapshot) throws IOException {
    return deleted(snapshot, false);
  }

  /**
   * Checks that no record is deleted.
   *
   * @throws BadInputException when one is
   */
  void requireLive(Snapshot snapshot) throws IOException {
    deleted(snapshot, true);
  }

  private long deleted(Snapshot snapshot, boolean refused) throws IOException {
    long deleted = 0;
    boolean[] gone = new boolean[BATCH];
    try (var lookup = new PlaceLookup(snapshot.tables())) {
      for (long from = 0; snapshot.deleted() > 0 && from < count; from += BATCH) {
        long[] piece = piece(from, BATCH);
        long[] sorted = Arrays.stream(piece).sorted().distinct().toArray();
        lookup.deletions(snapshot.manifest(), sorted, sorted.length, gone);
        for (long id : piece) {
          boolean isGone = gone[Arrays.binarySearch(sorted, id)];
          if (isGone && refused) {
            throw new BadInputException(
                "record " + id + " is deleted in generation " + snapshot.generation(), null);
          }
          deleted += isGone ? 1 : 0;
        }
      }
    }
    return deleted;
  }

  /**
   * A slice as Python writes it, {@code A:B:C}: from A, before B, every C-th. Each may be omitted;
   * negative A and B count from the end, and both are clipped to the records that there are.
   *
   * @param from A, or null
   * @param to B, or null
   * @param step C, not 0
   */
  record Slice(Long from, Long to, long step) {
    private static final String NUMBER = "\\s*([+-]?[0-9]*)\\s*";
    private static final Pattern FORM =
        Pattern.compile(NUMBER + ":" + NUMBER + "(?::" + NUMBER + ")?");

    /** No store has more records, and the sum of two fits a long. */
    private static final BigInteger MAX = BigInteger.ONE.shiftLeft(61);

    /**
     * Reads a slice.
     *
     * @throws InvalidSettingException when the text is none, or its step is 0
     */
    static Slice parse(String text) {
      Matcher matcher = FORM.matcher(text);
      if (!matcher.matches()) {
        throw wrong(text, "write A:B or A:B:C, such as 0:100 or ::-1");
      }
      Long step = matcher.group(3) == null ? null : number(matcher.group(3), text);
      if (step != null && step == 0) {
        throw wrong(text, "its step is 0");
      }
      return new Slice(
          number(matcher.group(1), text), number(matcher.group(2), text), step == null ? 1 : step);
    }

    private static InvalidSettingException wrong(String text, String why) {
      return new InvalidSettingException("'" + text + "' is no slice: " + why);
    }

    private static Long number(String digits, String text) {
      if (digits.isEmpty()) {
        return null;
      }
      try {
        return new BigInteger(digits).max(MAX.negate()).min(MAX).longValue();
      } catch (NumberFormatException e) {
        throw wrong(text, "'" + digits + "' is no number");
      }
    }

    /**
     * Returns the ids of the slice in a store of so many records, as Python's {@code range} has.
     */
    Ids of(long length) {
      long first = clip(from, length, step > 0 ? 0 : length - 1);
      long end = clip(to, length, step > 0 ? length : -1);
      long span = step > 0 ? end - first : first - end;
      long count = span <= 0 ? 0 : (span - 1) / Math.abs(step) + 1;
      return new Ids(first, step, count);
    }

    private long clip(Long bound, long length, long omitted) {
      if (bound == null) {
        return omitted;
      }
      long place = bound < 0 ? bound + length : bound;
      return step > 0
          ? Math.max(0, Math.min(length, place))
          : Math.max(-1, Math.min(length - 1, place));
    }
  }
}
