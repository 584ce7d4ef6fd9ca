// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/** Real jobs over records, on whatever framework the configuration names. */
public final class Jobs {
  private Jobs() {}

  /** Writes a line for each record: file, offset, length, digest. */
  public static final class DescribingMapper
      extends Mapper<LongWritable, BytesWritable, NullWritable, Text> {
    @Override
    protected void map(LongWritable key, BytesWritable value, Context context)
        throws IOException, InterruptedException {
      String file =
          context.getInputSplit() instanceof FileSplit split ? split.getPath().getName() : "?";
      ReadRecord record = ReadRecord.of(file, key.get(), value.getBytes(), 0, value.getLength());
      context.write(
          NullWritable.get(),
          new Text(
              file + "\t" + record.offset() + "\t" + record.length() + "\t" + record.sha256()));
    }
  }

  /** Returns a new job that is polled often. */
  public static Job of(Configuration conf) throws IOException {
    conf.setInt("mapreduce.client.completion.pollinterval", 10);
    Job job = Job.getInstance(conf);
    job.setJarByClass(Jobs.class);
    job.setJobName("test");
    return job;
  }

  /** Returns a new job without reducers that describes its input's records in {@code output}. */
  public static Job describing(Configuration conf, Path output) throws IOException {
    Job job = of(conf);
    job.setMapperClass(DescribingMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
    TextOutputFormat.setOutputPath(job, output);
    return job;
  }

  /** Runs a job that must succeed. */
  public static Job run(Job job) throws Exception {
    assertTrue(job.waitForCompletion(false), "the job succeeds");
    return job;
  }

  /**
   * Returns what {@link #describing} wrote: the records of each task, in no given order of tasks.
   */
  public static List<List<ReadRecord>> described(FileSystemUnderTest files, Path output)
      throws IOException {
    var tasks = new ArrayList<List<ReadRecord>>();
    for (FileStatus file : files.fs().globStatus(new Path(output, "part-*"))) {
      tasks.add(
          files
              .readText(file.getPath())
              .lines()
              .map(line -> line.split("\t"))
              .map(
                  word ->
                      new ReadRecord(
                          word[0], Long.parseLong(word[1]), Long.parseLong(word[2]), word[3]))
              .toList());
    }
    return tasks;
  }

  /** Returns the names of a folder's entries, sorted. */
  public static List<String> names(FileSystem fs, Path folder) throws IOException {
    var names = new ArrayList<String>();
    for (FileStatus entry : fs.listStatus(folder)) {
      names.add(entry.getPath().getName());
    }
    Collections.sort(names);
    return names;
  }
}
