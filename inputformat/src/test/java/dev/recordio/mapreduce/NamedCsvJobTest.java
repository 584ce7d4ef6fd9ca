// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.io.SparseRow;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.LocalFiles;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that reads CSV by the names of columns. */
class NamedCsvJobTest {
  @TempDir java.nio.file.Path folder;

  /** Passes rows on, without their positions. */
  public static final class RowMapper
      extends Mapper<LongWritable, SparseRow, NullWritable, SparseRow> {
    @Override
    protected void map(LongWritable position, SparseRow row, Context context)
        throws java.io.IOException, InterruptedException {
      context.write(NullWritable.get(), row);
    }
  }

  @Test
  void theFirstFileNamesTheColumnsOfAllTasks() throws Exception {
    java.nio.file.Path in = Files.createDirectory(folder.resolve("in"));
    Files.writeString(in.resolve("a.csv"), "y,a,b\n1,2,3\n0,4,5\n");
    Files.writeString(in.resolve("b.csv"), "b,y,a\n3,1,2\n5,0,4\n");
    Configuration conf = LocalFiles.checked();
    conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    conf.set("libsvm.format", "csv");
    LibSvmConf.CSV_LABEL.set(conf, "y");
    Job job = Jobs.of(conf);
    job.setInputFormatClass(SparseRowInputFormat.class);
    SparseRowInputFormat.setInput(job, new Path(LocalFiles.path(folder), "in").toString());
    job.setMapperClass(RowMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(SparseRow.class);
    job.setOutputFormatClass(TextOutputFormat.class);
    TextOutputFormat.setOutputPath(job, new Path(LocalFiles.path(folder), "out"));
    Jobs.run(job);
    List<List<String>> parts = new ArrayList<>();
    for (String part : List.of("part-m-00000", "part-m-00001")) {
      parts.add(Files.readAllLines(folder.resolve("out").resolve(part)));
    }
    assertEquals(2, parts.get(0).size());
    assertEquals(parts.get(0), parts.get(1));
  }
}
