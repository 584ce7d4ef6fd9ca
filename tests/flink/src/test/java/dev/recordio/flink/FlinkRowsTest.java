// SPDX-License-Identifier: Apache-2.0
package dev.recordio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.io.RowBlockWritable;
import dev.recordio.io.SparseRow;
import dev.recordio.mapreduce.CsvInputFormat;
import dev.recordio.mapreduce.LibFMInputFormat;
import dev.recordio.mapreduce.LibSVMInputFormat;
import dev.recordio.mapreduce.RowBlockInputFormat;
import dev.recordio.mapreduce.RowInputFormat;
import dev.recordio.testing.Supports;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.hadoopcompatibility.HadoopInputs;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;

/** Formats of text other than those that all engines read, and Hadoop's own lines. */
@Supports(row = "read LibSVM, LibFM, CSV, row blocks, formats of your own", engine = "Flink")
class FlinkRowsTest extends FlinkTestBase {
  private Path text(String name, String text) throws Exception {
    return write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private static <V> List<String> read(InputFormat<LongWritable, V> format, Class<V> type, Job job)
      throws Exception {
    return Flink.collect(
            Flink.environment()
                .createInput(HadoopInputs.createHadoopInput(format, LongWritable.class, type, job))
                .map(row -> row.f0 + "\t" + row.f1)
                .returns(Types.STRING))
        .stream()
        .sorted()
        .toList();
  }

  private static String row(float label, int[] fields, long[] indices, float... values) {
    var row = new SparseRow();
    row.clear(label);
    for (int i = 0; i < indices.length; i++) {
      if (fields == null) {
        row.add(indices[i], values[i]);
      } else {
        row.add(fields[i], indices[i], values[i]);
      }
    }
    return row.toString();
  }

  @Test
  void fieldsOfLibFm() throws Exception {
    Job job = job(text("rows.libfm", "1 0:3:0.5 2:7:4\n0 1:1:1\n"));
    assertEquals(
        List.of(
            "0\t" + row(1, new int[] {0, 2}, new long[] {3, 7}, 0.5f, 4),
            "16\t" + row(0, new int[] {1}, new long[] {1}, 1)),
        read(new LibFMInputFormat(), SparseRow.class, job));
  }

  @Test
  void columnsOfCsv() throws Exception {
    Job job = Job.getInstance(conf());
    RowInputFormat.setInput(job, text("rows.csv", "0.5,1,2\n4,0,5\n") + "?label_column=1");
    assertEquals(
        List.of(
            "0\t" + row(1, null, new long[] {0, 1}, 0.5f, 2),
            "8\t" + row(0, null, new long[] {0, 1}, 4, 5)),
        read(new CsvInputFormat(), SparseRow.class, job));
  }

  @Test
  @Supports(
      row = "bzip2 text splits, gzip text whole; dmlc-core's parts and URI arguments",
      engine = "Flink")
  void argumentsOfUris() throws Exception {
    Job job = Job.getInstance(conf());
    RowInputFormat.setInput(job, text("one.txt", "1 1:2 4:8\n") + "?indexing_mode=1");
    assertEquals(
        List.of("0\t" + row(1, null, new long[] {0, 3}, 2, 8)),
        read(new LibSVMInputFormat(), SparseRow.class, job));
  }

  @Test
  void blocksOfRows() throws Exception {
    Job job = job(text("rows.txt", "1 0:2 3:8\n0 5:1\n"));
    job.getConfiguration().set("libsvm.format", "libsvm");
    List<String> blocks =
        Flink.collect(
            Flink.environment()
                .createInput(
                    HadoopInputs.createHadoopInput(
                        new RowBlockInputFormat(), LongWritable.class, RowBlockWritable.class, job))
                .map(block -> text(block.f1))
                .returns(Types.STRING));
    assertEquals(
        List.of(
            row(1, null, new long[] {0, 3}, 2, 8) + "\n" + row(0, null, new long[] {5}, 1) + "\n"),
        blocks);
  }

  private static String text(RowBlockWritable block) {
    var text = new StringBuilder();
    var row = new SparseRow();
    for (int i = 0; i < block.block().rows(); i++) {
      row.set(block.block(), i);
      text.append(row).append('\n');
    }
    return text.toString();
  }
}
