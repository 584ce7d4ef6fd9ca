// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.jobs.run.ExitCode;
import dev.recordio.jobs.run.Totals;
import java.nio.file.Files;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import picocli.CommandLine;

/**
 * Runs a job of one line in a temporary directory.
 *
 * <p>{@code bin/recordio} runs it once after a build and keeps the loaded classes in a class data
 * archive, which is what makes later commands start quickly. It also proves that jobs run at all.
 */
@CommandLine.Command(
    description = "Run a job of one line, to load what jobs load.",
    footer = {"", "Example:", "  recordio warm-up --quiet"})
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class WarmUpCommand extends Command {
  @Override
  protected ExitCode run() throws Exception {
    Path root = new Path(Files.createTempDirectory("recordio-warm-up-").toUri());
    try {
      Path input = new Path(root, "in.txt");
      Path output = new Path(root, "out");
      Files.writeString(java.nio.file.Path.of(input.toUri()), "one line\n");
      long start = System.nanoTime();
      Job job = newJob(input.toString(), output.toString());
      job.setInputFormatClass(TextInputFormat.class);
      job.setOutputFormatClass(TextOutputFormat.class);
      job.setOutputKeyClass(LongWritable.class);
      job.setOutputValueClass(Text.class);
      job.setNumReduceTasks(0);
      FileInputFormat.addInputPath(job, input);
      FileOutputFormat.setOutputPath(job, output);
      Counters counters = runJob(job);
      long records = counters.findCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue();
      print(new Totals().count("records", records).seconds("time", System.nanoTime() - start));
      return records == 1 ? ExitCode.OK : ExitCode.DAMAGE_FOUND;
    } finally {
      root.getFileSystem(conf()).delete(root, true);
    }
  }
}
