// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.AbstractEngineTest;
import dev.recordio.testing.EngineInput;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.ReadRecord;
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
import org.junit.jupiter.api.io.TempDir;

/** Spark's data sources, which put short ranges of several files into one partition. */
class DataSourceEngineTest extends AbstractEngineTest {
  @TempDir java.nio.file.Path folder;

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

  @Override
  public Path testDir() {
    return LocalFiles.path(folder);
  }

  private static Dataset<Row> load(String format, Path input, long splitSize) {
    SparkTestBase.maxPartitionBytes(splitSize);
    return SparkTestBase.spark.read().format(format).load(input.toString());
  }

  @Override
  protected List<ReadRecord> records(Path input, long splitSize) {
    Dataset<Row> rows = load("recordio", input, splitSize);
    assertTrue(splitSize > 2000 || rows.javaRDD().getNumPartitions() > 30);
    var records = new ArrayList<ReadRecord>();
    for (Row row : rows.select("_metadata.file_name", "offset", "data").collectAsList()) {
      byte[] data = row.getAs(2);
      records.add(ReadRecord.of(row.getString(0), row.getLong(1), data, 0, data.length));
    }
    assertEquals(records.size(), rows.count());
    records.sort(Comparator.comparingLong(ReadRecord::offset));
    return records;
  }

  @Override
  protected List<String> rows(Path input, long splitSize) {
    var rows = new ArrayList<String>();
    for (Row row :
        load("libsvm-exact", input, splitSize)
            .select("_metadata.file_name", "label", "weight", "qid", "indices", "values")
            .collectAsList()) {
      float label = (float) row.getDouble(1);
      rows.add(
          row(row.getString(0), label, row.getAs(2), row.getAs(3), row.getList(4), row.getList(5)));
    }
    return rows;
  }

  @Override
  protected Stream<EngineInput> recordInputs() {
    return Stream.concat(
        EngineInput.RECORDS.stream(), EngineInput.MANY_SPLITS_OF_RECORDS.stream().limit(1));
  }

  @Override
  protected Stream<EngineInput> rowInputs() {
    return EngineInput.ROWS.stream();
  }
}
