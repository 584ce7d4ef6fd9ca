// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import dev.recordio.conf.ConfKey;
import dev.recordio.task.LibraryKeys;
import dev.recordio.testing.AbstractEngineTest;
import dev.recordio.testing.EngineInput;
import dev.recordio.testing.LocalFilesUnderTest;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Supports;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tables of Hive over the folders; each query is a job. */
@Supports(
    row = "read RecordIO, split anywhere",
    engine = {"Hive 4.0", "Hive on Tez"})
@Supports(
    row = "compressed .rec.gz, .rec.bz2 and the like",
    engine = {"Hive 4.0", "Hive on Tez"})
@Supports(
    row = "damaged records: fail, skip, quarantine",
    engine = {"Hive 4.0", "Hive on Tez"})
@Supports(
    row = "files whose payloads may contain magic words",
    engine = {"Hive 4.0", "Hive on Tez"})
@Supports(
    row = "bzip2 text splits, gzip text whole; dmlc-core's parts and URI arguments",
    engine = {"Hive 4.0", "Hive on Tez"})
@ParameterizedClass
@EnumSource(names = {"MAP_REDUCE", "TEZ"})
class HiveEngineTest extends AbstractEngineTest implements LocalFilesUnderTest {
  private static final String SPLIT_SIZE = "mapreduce.input.fileinputformat.split.maxsize";
  private static final long ONE_SPLIT = 256_000_000;
  private static final String FILE = "regexp_extract(INPUT__FILE__NAME, '[^/]*$', 0)";

  private static HiveUnderTest hive;

  @Parameter Engine engine;

  @BeforeParameterizedClassInvocation
  static void start(Engine engine) throws Exception {
    hive = HiveUnderTest.shared(engine);
  }

  private static List<String> query(
      Path folder, EngineInput input, String columns, String format, String select)
      throws Exception {
    String table = "engine_" + folder.getName().replace('-', '_');
    hive.run(
        "CREATE EXTERNAL TABLE %s (%s) STORED AS %s LOCATION '%s'"
            .formatted(table, columns, format, folder));
    input.settings().forEach(hive::set);
    hive.set(SPLIT_SIZE, Math.min(input.splitSize(), ONE_SPLIT) + "");
    try {
      return hive.run("SELECT " + FILE + ", " + select + " FROM " + table);
    } finally {
      hive.set(SPLIT_SIZE, ONE_SPLIT + "");
      for (ConfKey key : LibraryKeys.ALL) {
        if (input.settings().containsKey(key.key())) {
          hive.set(key.key(), key.defaultValue());
        }
      }
    }
  }

  @Override
  protected String told(Executable read) throws Exception {
    return toldByJob(read);
  }

  @Override
  protected List<ReadRecord> records(Path folder, EngineInput input) throws Exception {
    var records = new ArrayList<ReadRecord>();
    for (String row :
        query(
            folder,
            input,
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
  protected List<String> rows(Path folder, EngineInput input) throws Exception {
    var rows = new ArrayList<String>();
    for (String text :
        query(
            folder,
            input,
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
}
