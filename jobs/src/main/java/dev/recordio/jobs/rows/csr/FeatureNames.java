// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import dev.recordio.conf.Notes;
import dev.recordio.fs.input.DataFiles;
import dev.recordio.fs.stream.Files;
import dev.recordio.sparse.ColumnMap;
import dev.recordio.sparse.text.CsvColumns;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * {@code features.txt}: the columns of the shards in XGBoost's form of a feature map, a line {@code
 * number TAB name TAB q} for each column, in order. Hashed columns are called {@code hash_0},
 * {@code hash_1} and so on.
 */
final class FeatureNames {
  /** The name of the file. */
  static final String NAME = DataFiles.FEATURES;

  /** The most columns that the file lists. */
  static final long MAX_COLUMNS = 1 << 22;

  private FeatureNames() {}

  /** Whether there is a file for a number of columns; a note says so if not. */
  static boolean has(long columns) {
    if (columns <= MAX_COLUMNS) {
      return true;
    }
    Notes.say(
        String.format(
            Locale.ROOT,
            "no %s: it lists up to %,d columns, not %,d; %s has the names",
            NAME,
            MAX_COLUMNS,
            columns,
            CsrManifest.NAME));
    return false;
  }

  /**
   * Writes the file into a folder.
   *
   * @param map the columns that are written; null: all
   */
  static void write(FileSystem fs, Path folder, CsvColumns columns, long size, ColumnMap map)
      throws IOException {
    var out = Files.overwrite(fs, new Path(folder, NAME));
    try (Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8))) {
      List<String> numbers = columns.numbers();
      Set<String> taken = new HashSet<>();
      for (long i = 0; i < size; i++) {
        long column = map == null ? i : map.column((int) i);
        boolean hashed = column >= numbers.size();
        String name =
            hashed ? "hash_" + (column - numbers.size()) : plain(numbers.get((int) column));
        if (!hashed && !taken.add(name) || hashed && taken.contains(name)) {
          name += "_" + i;
        }
        writer.write(i + "\t" + name + "\tq\n");
      }
    }
  }

  /** Replaces what XGBoost refuses in names, or takes for their end. */
  private static String plain(String name) {
    return name.replaceAll("[\\s\\[\\]<]", "_");
  }
}
