// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import dev.recordio.testing.AbstractEngineTest;
import dev.recordio.testing.EngineInput;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.ReadRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Tables of Hive over the folders; each query is a job. */
class HiveEngineTest extends AbstractEngineTest {
  private static final String FILE = "regexp_extract(INPUT__FILE__NAME, '[^/]*$', 0)";

  @TempDir static java.nio.file.Path folder;
  private static HiveUnderTest hive;

  @BeforeAll
  static void start() {
    hive = new HiveUnderTest(folder);
  }

  @Override
  public Configuration conf() {
    return LocalFiles.checked();
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(folder);
  }

  private static List<String> query(
      Path input, long splitSize, String columns, String format, String select) throws Exception {
    String table = input.getName().replace('-', '_');
    hive.run(
        "CREATE EXTERNAL TABLE %s (%s) STORED AS %s LOCATION '%s'"
            .formatted(table, columns, format, input));
    hive.set("mapreduce.input.fileinputformat.split.maxsize", Math.min(splitSize, 1 << 28) + "");
    List<String> rows = hive.run("SELECT " + FILE + ", " + select + " FROM " + table);
    hive.set("mapreduce.input.fileinputformat.split.maxsize", "256000000");
    return rows;
  }

  @Override
  protected List<ReadRecord> records(Path input, long splitSize) throws Exception {
    var records = new ArrayList<ReadRecord>();
    for (String row :
        query(
            input,
            splitSize,
            "key BIGINT, data BINARY",
            "RECORDIO",
            "BLOCK__OFFSET__INSIDE__FILE, length(data), sha2(data, 256)")) {
      String[] cells = row.split("\t");
      records.add(
          new ReadRecord(cells[0], Long.parseLong(cells[1]), Long.parseLong(cells[2]), cells[3]));
    }
    records.sort(Comparator.comparingLong(ReadRecord::offset));
    return records;
  }

  @Override
  protected List<String> rows(Path input, long splitSize) throws Exception {
    var rows = new ArrayList<String>();
    for (String text :
        query(
            input,
            splitSize,
            "label DOUBLE, weight FLOAT, qid BIGINT, idx ARRAY<BIGINT>, val ARRAY<FLOAT>",
            "LIBSVM",
            "label, weight, qid, idx, val")) {
      String[] cells = text.split("\t");
      rows.add(
          row(
              cells[0],
              (float) Double.parseDouble(cells[1]),
              cells[2].equals("NULL") ? null : Float.valueOf(cells[2]),
              cells[3].equals("NULL") ? null : Long.valueOf(cells[3]),
              list(cells[4], Long::valueOf),
              list(cells[5], Float::valueOf)));
    }
    return rows;
  }

  private static <T> List<T> list(String text, Function<String, T> number) {
    String inner = text.substring(1, text.length() - 1);
    return inner.isEmpty() ? List.of() : Stream.of(inner.split(",")).map(number).toList();
  }

  @Override
  protected Stream<EngineInput> recordInputs() {
    return EngineInput.RECORDS.stream();
  }

  @Override
  protected Stream<EngineInput> rowInputs() {
    return EngineInput.ROWS.stream();
  }
}
