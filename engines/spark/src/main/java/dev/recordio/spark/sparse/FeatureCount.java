// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.sparse;

import dev.recordio.conf.Notes;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.sparse.CsrBlock;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * How many features the rows of some files have: the largest index, counted from 0, plus 1; of a
 * table, the feature cells of its first row if these are more.
 */
public final class FeatureCount {
  private final SparkSession session;
  private final Configuration conf;

  public FeatureCount(SparkSession session, Configuration conf) {
    this.session = session;
    this.conf = conf;
  }

  /**
   * Returns the number of features: of {@code libsvm.features}, else of what {@code stats} has left
   * beside the files, else by a pass over them.
   *
   * @param files those with data
   * @param options of the source
   */
  public int of(List<FileStatus> files, Map<String, String> options) throws IOException {
    long known = LibSvmConf.FEATURES.getLong(conf);
    if (known == 0) {
      known = new StatsFile(conf, TextSettings.of(conf)).features(files);
      if (known < 0) {
        known = counted(files, options);
      }
      known = Math.max(known, cells(files));
    }
    return VectorOptions.checked(known);
  }

  /** Returns the feature cells of the first row of a table; -1 for other formats. */
  private long cells(List<FileStatus> files) throws IOException {
    TextSettings settings = TextSettings.of(conf);
    if (!settings.isTable()) {
      return -1;
    }
    for (FileStatus file : files) {
      var whole = new InputRange(file.getPath(), 0, file.getLen());
      try (RowReader rows = RowInputs.open(conf, settings, List.of(whole))) {
        if (rows.next(new CsrBlock())) {
          return rows.traits().columns();
        }
      }
    }
    return -1;
  }

  private long counted(List<FileStatus> files, Map<String, String> options) {
    var plain = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    plain.putAll(options);
    plain.keySet().removeAll(List.of(VectorOptions.VECTORS, "path", "paths"));
    String[] paths =
        files.stream().map(file -> file.getPath().toUri().toString()).toArray(String[]::new);
    var strings = new TreeMap<String, String>();
    plain.forEach((name, value) -> strings.put(name, value.toString()));
    Row ends =
        session
            .read()
            .format("libsvm-exact")
            .options(strings)
            .load(paths)
            .selectExpr("max(array_max(indices))", "min(array_min(indices))")
            .first();
    if (ends.isNullAt(0)) {
      return 0;
    }
    boolean fromZero =
        conf.get(LibSvmConf.INDEX_BASE.key()) == null && !TextSettings.of(conf).isTable();
    if (fromZero && ends.getLong(1) > 0) {
      Notes.say(
          "no index 0 in the whole input, so column 0 is empty: if its indices count from 1,"
              + " libsvm.index.base=1");
    }
    // Indices are unsigned: one of 2^63 and more is the smallest here.
    return ends.getLong(1) < 0 ? ends.getLong(1) : ends.getLong(0) + 1;
  }
}
