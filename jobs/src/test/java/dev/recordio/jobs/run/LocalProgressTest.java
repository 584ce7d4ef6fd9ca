// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.run.local.LocalProgress;
import dev.recordio.jobs.testing.LocalJobs;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalProgressTest {
  private static final List<Float> SEEN = new ArrayList<>();

  private static void look(Configuration conf, org.apache.hadoop.mapreduce.JobID job) {
    SEEN.add(LocalProgress.of(job, conf));
  }

  /** Notes the progress at each line. */
  public static final class LookingMapper extends Mapper<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws java.io.IOException, InterruptedException {
      look(context.getConfiguration(), context.getJobID());
      context.write(key, value);
    }
  }

  /** Notes the progress at each key. */
  public static final class LookingReducer extends Reducer<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void reduce(LongWritable key, Iterable<Text> values, Context context) {
      look(context.getConfiguration(), context.getJobID());
    }
  }

  @Test
  void goesUpByTasksAndWithinThem(@TempDir Path temp) throws Exception {
    SEEN.clear();
    Path input = Files.writeString(temp.resolve("in"), "a line\n".repeat(100));
    Configuration conf = LocalJobs.conf(temp);
    conf.setInt("recordio.threads", 1);
    conf.setInt(FileInputFormat.SPLIT_MAXSIZE, 175);
    Job job = Job.getInstance(conf);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(input.toUri()));
    job.setMapperClass(LookingMapper.class);
    job.setReducerClass(LookingReducer.class);
    job.setOutputFormatClass(NullOutputFormat.class);
    job.setNumReduceTasks(2);
    job.setMapOutputKeyClass(LongWritable.class);
    new JobRunner(new PrintStream(new ByteArrayOutputStream()), true).run(job);
    assertEquals(200, SEEN.size());
    for (int i = 1; i < SEEN.size(); i++) {
      assertTrue(SEEN.get(i) >= SEEN.get(i - 1), SEEN.toString());
    }
    assertTrue(SEEN.get(0) < 0.05, SEEN.toString());
    assertTrue(SEEN.get(12) > 0.04 && SEEN.get(12) < 0.1, SEEN.toString()); // half of 1 of 4 maps
    assertTrue(SEEN.get(99) > 0.45 && SEEN.get(99) <= 0.5, SEEN.toString());
    assertTrue(SEEN.get(199) >= 0.75 && SEEN.get(199) < 1, SEEN.toString());
  }
}
