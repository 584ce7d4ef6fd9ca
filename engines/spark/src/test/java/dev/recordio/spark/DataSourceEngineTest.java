// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.AbstractEngineTest;
import dev.recordio.testing.EngineInput;
import dev.recordio.testing.EngineInputs;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.LocalFilesUnderTest;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Spark's data sources, which put short ranges of several files into one partition. */
@Supports(
    row = "read RecordIO, split anywhere",
    engine = {"Spark 4.2", "Spark 3.5"})
@Supports(
    row = "compressed .rec.gz, .rec.bz2 and the like",
    engine = {"Spark 4.2", "Spark 3.5"})
@Supports(
    row = "files whose payloads may contain magic words",
    engine = {"Spark 4.2", "Spark 3.5"})
@Supports(
    row = "bzip2 text splits, gzip text whole; dmlc-core's parts and URI arguments",
    engine = {"Spark 4.2", "Spark 3.5"})
class DataSourceEngineTest extends AbstractEngineTest implements LocalFilesUnderTest {
  @BeforeAll
  static void begin() {
    SparkTestBase.begin();
  }

  @AfterEach
  void defaults() {
    SparkTestBase.spark.conf().unset("spark.sql.files.maxPartitionBytes");
  }

  @Override
  public Configuration conf() {
    return new Configuration(SparkTestBase.spark.sparkContext().hadoopConfiguration());
  }

  private static Dataset<Row> load(String format, Path folder, EngineInput input) {
    SparkTestBase.maxPartitionBytes(input.splitSize());
    return SparkTestBase.spark
        .read()
        .format(format)
        .options(input.settings())
        .load(folder.toString());
  }

  @Override
  protected List<ReadRecord> records(Path folder, EngineInput input) {
    Dataset<Row> rows = load("recordio", folder, input);
    int partitions = rows.javaRDD().getNumPartitions();
    assertTrue(partitions >= cuts(input), partitions + " partitions");
    var records = new ArrayList<ReadRecord>();
    for (Row row : rows.select("_metadata.file_name", "offset", "data").collectAsList()) {
      byte[] data = row.getAs(2);
      records.add(ReadRecord.of(row.getString(0), row.getLong(1), data, 0, data.length));
    }
    assertEquals(records.size(), rows.count());
    records.sort(Comparator.comparingLong(ReadRecord::offset));
    return records;
  }

  /** Returns how many splits there are at least. */
  private static long cuts(EngineInput input) {
    return input.files().entrySet().stream()
        .filter(file -> file.getKey().endsWith(".rec"))
        .mapToLong(file -> file.getValue().length / input.splitSize())
        .sum();
  }

  @Override
  protected Stream<EngineInput> recordInputs() {
    return Stream.concat(EngineInputs.records(), EngineInputs.recordsInManySplits().limit(1));
  }

  @Override
  protected List<String> rows(Path folder, EngineInput input) {
    var rows = new ArrayList<String>();
    for (Row row :
        load("libsvm-exact", folder, input)
            .select("_metadata.file_name", "label", "weight", "qid", "indices", "values")
            .collectAsList()) {
      float label = (float) row.getDouble(1);
      rows.add(
          row(row.getString(0), label, row.getAs(2), row.getAs(3), row.getList(4), row.getList(5)));
    }
    return rows;
  }

  @Test
  @Supports(
      row = "many small .rec files in one split",
      engine = {"Spark 4.2", "Spark 3.5"})
  void smallFilesShareAPartition() throws IOException {
    int records = 0;
    for (String name : ExpectedRecords.NAMES) {
      write("small/" + name.replace('/', '-') + ".rec", ExpectedRecords.bytes(name + ".rec"));
      records += ExpectedRecords.of(name).size();
    }
    SparkTestBase.spark.conf().set("spark.sql.files.openCostInBytes", 0);
    SparkTestBase.spark.conf().set("spark.sql.files.minPartitionNum", 1);
    try {
      Dataset<Row> rows = SparkTestBase.spark.read().format("recordio").load(path("small") + "");
      assertEquals(1, rows.javaRDD().getNumPartitions());
      assertEquals(records, rows.select("data").collectAsList().size());
    } finally {
      SparkTestBase.spark.conf().unset("spark.sql.files.openCostInBytes");
      SparkTestBase.spark.conf().unset("spark.sql.files.minPartitionNum");
    }
  }
}
