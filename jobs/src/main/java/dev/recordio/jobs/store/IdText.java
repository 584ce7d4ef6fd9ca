// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.store.input.Column;
import dev.recordio.jobs.store.input.ColumnReader;
import dev.recordio.jobs.store.input.Columns;
import dev.recordio.store.schema.FieldType;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads {@code --ids}: numbers with commas between, or {@code @FILE}. Memory: 8 bytes an id. */
final class IdText {
  private long[] ids = new long[64];
  private int count;

  private IdText() {}

  /**
   * Returns the ids that the keys specify.
   *
   * @param length the number of records of the store
   * @throws UsageException when both are given, or none
   */
  static Ids selected(Configuration conf, long length) throws IOException {
    String list = StoreCommandConf.SELECT_IDS.get(conf);
    String slice = StoreCommandConf.SELECT_SLICE.get(conf);
    if (list.isEmpty() == slice.isEmpty()) {
      throw new UsageException("give the records by either --ids or --slice");
    }
    if (list.isEmpty()) {
      return Slice.parse(slice).of(length);
    }
    Ids ids = read(conf, list);
    IdChecks.requireWithin(ids, length);
    return ids;
  }

  /**
   * Reads ids.
   *
   * @throws InvalidSettingException when the text is no list of numbers
   * @throws BadInputException when the file holds something else
   */
  private static Ids read(Configuration conf, String text) throws IOException {
    var list = new IdText();
    if (!text.startsWith("@")) {
      list.numbers(text);
    } else if (text.endsWith(".npy") || text.contains(".npz#")) {
      list.array(conf, text.substring(1));
    } else {
      list.lines(conf, text.substring(1));
    }
    return Ids.of(list.ids, list.count);
  }

  private void add(long id, String source) throws BadInputException {
    if (count == ids.length) {
      if (count > Integer.MAX_VALUE / 2) {
        throw new BadInputException(source + " has more than 2^30 ids", null);
      }
      ids = Arrays.copyOf(ids, 2 * count);
    }
    ids[count++] = id;
  }

  private void numbers(String text) throws BadInputException {
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

  private void lines(Configuration conf, String name) throws IOException {
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

  private void array(Configuration conf, String name) throws IOException {
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
      try (ColumnReader reader = column.read(0, column.records())) {
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

  private static long number(ColumnReader reader, boolean signed, boolean bigEndian) {
    int length = reader.length();
    long value = 0;
    for (int i = 0; i < length; i++) {
      int at = bigEndian ? i : length - 1 - i;
      value = value << 8 | reader.buffer()[reader.offset() + at] & 0xff;
    }
    int unused = Long.SIZE - 8 * length;
    return signed ? value << unused >> unused : value;
  }
}
