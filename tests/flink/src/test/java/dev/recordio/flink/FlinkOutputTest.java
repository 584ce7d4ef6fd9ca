// SPDX-License-Identifier: Apache-2.0
package dev.recordio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.io.SparseRow;
import dev.recordio.mapreduce.IndexedRecordIOInputFormat;
import dev.recordio.mapreduce.LibSVMInputFormat;
import dev.recordio.mapreduce.LibSVMOutputFormat;
import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.mapreduce.RecordIOOutputFormat;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import dev.recordio.testing.Supports;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.java.hadoop.mapreduce.HadoopOutputFormat;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.hadoopcompatibility.HadoopInputs;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.Test;

/** Streams that are written through Flink's wrapper of Hadoop's output formats. */
class FlinkOutputTest extends FlinkTestBase {
  @SuppressWarnings("deprecation") // Flink has no other way to a format of Hadoop
  private <K, V> void write(DataStream<Tuple2<K, V>> stream, OutputFormat<K, V> format)
      throws Exception {
    Job job = Job.getInstance(conf());
    FileOutputFormat.setOutputPath(job, path("out"));
    stream.writeUsingOutputFormat(new HadoopOutputFormat<>(format, job));
    stream.getExecutionEnvironment().execute();
    assertTrue(fs().exists(path("out/_SUCCESS")));
  }

  private List<String> names() throws Exception {
    FileStatus[] files = fs().listStatus(path("out"));
    return Arrays.stream(files).map(file -> file.getPath().getName()).sorted().toList();
  }

  private static Stream<String> digests(List<ReadRecord> records) {
    return records.stream().map(ReadRecord::sha256).sorted();
  }

  @Test
  @Supports(row = "write .rec + .idx + .ridx", engine = "Flink")
  void recordsAndTheirIndexes() throws Exception {
    StreamExecutionEnvironment env = Flink.environment();
    Job input = job(copy("mixed.rec"));
    input.getConfiguration().set("mapreduce.input.fileinputformat.split.maxsize", "20001");
    write(env.createInput(input(new RecordIOInputFormat(), input)), new RecordIOOutputFormat<>());
    List<String> names = names();
    for (String suffix : List.of(".rec", ".idx", ".ridx")) {
      assertEquals(2, names.stream().filter(name -> name.endsWith(suffix)).count(), "" + names);
    }
    List<String> expected = digests(ExpectedRecords.of("mixed")).toList();
    Job written = job(path("out"));
    assertEquals(expected, digests(Records.ofAll(new RecordIOInputFormat(), written)).toList());
    assertEquals(
        expected, digests(Records.ofAll(new IndexedRecordIOInputFormat(), written)).toList());
  }

  @Test
  @Supports(row = "LibSVM text written", engine = "Flink")
  void rowsAsText() throws Exception {
    String text = "1 0:2 3:8.5\n0 5:1\n";
    Job input = job(write("rows.txt", text.getBytes(StandardCharsets.UTF_8)));
    StreamExecutionEnvironment env = Flink.environment();
    env.setParallelism(1);
    write(
        env.createInput(
            HadoopInputs.createHadoopInput(
                new LibSVMInputFormat(), LongWritable.class, SparseRow.class, input)),
        new LibSVMOutputFormat<>());
    String file = names().stream().filter(name -> name.endsWith(".libsvm")).findFirst().orElse("");
    assertEquals(text, readText(path("out/" + file)));
  }
}
