// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.mapreduce.IndexedRecordIOInputFormat;
import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.testing.AbstractEngineTest;
import dev.recordio.testing.EngineInput;
import dev.recordio.testing.ExpectedParts;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.LocalFilesUnderTest;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import scala.Tuple2;

/** Spark's RDDs, which do not have the file of a record: one for each file. */
@Supports(
    row = "read RecordIO, split anywhere",
    engine = {"Spark 4.2", "Spark 3.5"})
@Supports(
    row = "compressed .rec.gz, .rec.bz2 and the like",
    engine = {"Spark 4.2", "Spark 3.5"})
@Supports(
    row = "files whose payloads may contain magic words",
    engine = {"Spark 4.2", "Spark 3.5"})
class RddEngineTest extends AbstractEngineTest implements LocalFilesUnderTest {
  @BeforeAll
  static void begin() {
    SparkTestBase.begin();
  }

  @Override
  public Configuration conf() {
    return new Configuration(context().hadoopConfiguration());
  }

  private static JavaSparkContext context() {
    return JavaSparkContext.fromSparkContext(SparkTestBase.spark.sparkContext());
  }

  private Configuration conf(EngineInput input) {
    Configuration conf = conf();
    input.keys().forEach(conf::set);
    return conf;
  }

  @Override
  protected List<ReadRecord> records(Path folder, EngineInput input) throws IOException {
    var records = new ArrayList<ReadRecord>();
    for (String name : input.dataFiles()) {
      for (Tuple2<Long, byte[]> record :
          RecordIORdds.records(context(), folder + "/" + name, conf(input)).collect()) {
        records.add(ReadRecord.of(name, record._1, record._2, 0, record._2.length));
      }
    }
    assertEquals(
        records.size(), RecordIORdds.records(context(), folder.toString(), conf(input)).count());
    return records;
  }

  @Override
  protected List<String> rows(Path folder, EngineInput input) throws IOException {
    var rows = new ArrayList<String>();
    for (String name : input.dataFiles()) {
      for (LabeledRow row :
          RecordIORdds.rows(context(), folder + "/" + name, conf(input)).collect()) {
        var indices = new ArrayList<Long>();
        var values = new ArrayList<Float>();
        for (int i = 0; i < row.indices().length; i++) {
          indices.add(row.indices()[i]);
          values.add(row.values()[i]);
        }
        rows.add(row(name, row.label(), row.weight(), row.qid(), indices, values));
      }
    }
    assertEquals(rows.size(), RecordIORdds.rows(context(), folder.toString(), conf(input)).count());
    return rows;
  }

  @Test
  @Supports(
      row = "dmlc-core's exact N parts (recordio.input.parts)",
      engine = {"Spark 4.2", "Spark 3.5"})
  void partsAreLibdmlcs() throws IOException {
    List<ReadRecord> all = ExpectedRecords.of("magic");
    String file = copy("magic.rec").toString();
    for (int parts : List.of(1, 3, 7)) {
      Configuration conf = conf();
      conf.setInt("recordio.input.parts", parts);
      List<List<Tuple2<Long, byte[]>>> read =
          RecordIORdds.records(context(), file, conf).glom().collect();
      assertEquals(parts, read.size());
      for (ExpectedParts part : ExpectedParts.of("magic").get(parts)) {
        assertEquals(
            part.of(all).stream().map(ReadRecord::offset).toList(),
            read.get(part.part()).stream().map(Tuple2::_1).toList(),
            part.toString());
      }
    }
  }

  @Test
  @Supports(
      row = "records by number, key or range; parts of equal count; batches",
      engine = {"Spark 4.2", "Spark 3.5"})
  void anIndexGivesRecordsByTheirNumbers() throws IOException {
    copy("indexed.idx");
    Job job = Job.getInstance(conf());
    RecordIOInputFormat.setInput(job, copy("indexed.rec").toString());
    IndexedRecordIOInputFormat.setRows(job, 10, 29);
    IndexedRecordIOInputFormat.setEqualParts(job, 4);
    List<List<Long>> read =
        context()
            .newAPIHadoopRDD(
                job.getConfiguration(),
                IndexedRecordIOInputFormat.class,
                LongWritable.class,
                BytesWritable.class)
            .map(record -> record._1.get())
            .glom()
            .collect();
    assertEquals(List.of(5, 5, 5, 5), read.stream().map(List::size).toList());
    assertEquals(
        LongStream.rangeClosed(10, 29).boxed().toList(),
        read.stream().flatMap(List::stream).toList());
  }
}
