// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import static dev.recordio.testing.Faults.Call.WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.testing.Faults;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskErrorsTest {
  /** Fills the disk of its report, and fails. */
  public static final class FillingMapper extends Mapper<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void map(LongWritable key, Text value, Context context) throws IOException {
      Configuration conf = context.getConfiguration();
      conf.set(TaskErrors.ERROR_DIR, conf.get(TaskErrors.ERROR_DIR).replace("file:", "faulty:"));
      throw new IOException("no room for more, says the test");
    }
  }

  @Test
  void aReportThatCannotBeWrittenStillReachesTheClient(@TempDir Path temp) throws Exception {
    Configuration conf = LocalJobs.conf(temp);
    var faults = new Faults();
    Faults.Rule writes = faults.on(WRITE).fails("no space left, says the test");
    faults.install(conf);
    LocalJobs.useRunner(conf);
    Path input = Files.writeString(temp.resolve("in"), "a line\n");
    Job job = Job.getInstance(conf);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(input.toUri()));
    job.setMapperClass(FillingMapper.class);
    job.setOutputFormatClass(NullOutputFormat.class);
    job.setNumReduceTasks(0);
    var err = new PrintStream(new ByteArrayOutputStream());
    try {
      new JobRunner(err, true).run(job);
    } catch (JobFailedException e) {
      assertEquals("no room for more, says the test", e.getMessage());
      assertTrue(writes.injected() > 0);
      return;
    }
    throw new AssertionError("the job has not failed");
  }
}
