// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.testing.AbstractEngineTest;
import dev.recordio.testing.EngineInput;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.ReadRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import scala.Tuple2;

/** Spark's RDDs, which do not tell of which file a record is: one for each file. */
class RddEngineTest extends AbstractEngineTest {
  @TempDir java.nio.file.Path folder;

  @BeforeAll
  static void begin() {
    SparkTestBase.begin();
  }

  @Override
  public Configuration conf() {
    return new Configuration(context().hadoopConfiguration());
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(folder);
  }

  private static JavaSparkContext context() {
    return JavaSparkContext.fromSparkContext(SparkTestBase.spark.sparkContext());
  }

  private Configuration conf(long splitSize) {
    Configuration conf = conf();
    conf.setLong("mapreduce.input.fileinputformat.split.maxsize", splitSize);
    return conf;
  }

  private FileStatus[] files(Path input, String names) throws IOException {
    return fs().globStatus(new Path(input, names));
  }

  @Override
  protected List<ReadRecord> records(Path input, long splitSize) throws IOException {
    var records = new ArrayList<ReadRecord>();
    for (FileStatus file : files(input, "*.rec")) {
      String name = file.getPath().getName();
      for (Tuple2<Long, byte[]> record :
          RecordIORdds.records(context(), file.getPath().toString(), conf(splitSize)).collect()) {
        records.add(ReadRecord.of(name, record._1, record._2, 0, record._2.length));
      }
    }
    return records;
  }

  @Override
  protected List<String> rows(Path input, long splitSize) throws IOException {
    var rows = new ArrayList<String>();
    for (FileStatus file : files(input, "*.txt*")) {
      String name = file.getPath().getName();
      for (LabeledRow row :
          RecordIORdds.rows(context(), file.getPath().toString(), conf(splitSize)).collect()) {
        var indices = new ArrayList<Long>();
        var values = new ArrayList<Float>();
        for (int i = 0; i < row.indices().length; i++) {
          indices.add(row.indices()[i]);
          values.add(row.values()[i]);
        }
        rows.add(row(name, row.label(), row.weight(), row.qid(), indices, values));
      }
    }
    return rows;
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
