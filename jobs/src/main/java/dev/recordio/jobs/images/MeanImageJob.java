// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import dev.recordio.fs.stream.Files;
import dev.recordio.fs.stream.SideFile;
import dev.recordio.images.ImageConf;
import dev.recordio.images.ImageWarnings;
import dev.recordio.images.mean.MeanImage;
import dev.recordio.jobs.cli.TsvCell;
import dev.recordio.jobs.run.JobScratch;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/**
 * Computes the mean image of records; also for programs that do so as one of their steps.
 *
 * <p>The job is configured by the keys {@code recordio.mean-image.*} and {@code recordio.image.*}.
 * A map task sends one value to the only reducer: eight bytes for each sample of the shape. Close
 * the object after the result was taken.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class MeanImageJob implements Closeable {
  /** The folder where tasks leave what is wrong with images that they took. */
  private static final String WARNINGS = "recordio.mean-image.warnings-folder";

  /** A task sends one value: it needs no large sort buffer. */
  private static final int SORT_MEBIBYTES = 16;

  private final Job job;
  private final JobScratch scratch;
  private final Path output;

  /**
   * Lists the input and prepares the job.
   *
   * @param conf a configuration, which is copied
   * @param inputs files of records of images, folders and globs
   * @throws java.io.FileNotFoundException when an input is missing
   * @throws BadInputException when the input has no byte
   * @throws dev.recordio.conf.InvalidSettingException when a setting is invalid
   */
  public MeanImageJob(Configuration conf, List<Path> inputs)
      throws IOException, InterruptedException {
    MeanSettings.of(conf);
    ImageConf.checkCodec(conf);
    job = Job.getInstance(conf);
    job.setJarByClass(MeanImageJob.class);
    job.setMapperClass(MeanMapper.class);
    job.setMapOutputKeyClass(NullWritable.class);
    job.setMapOutputValueClass(BytesWritable.class);
    job.setReducerClass(MeanReducer.class);
    job.setNumReduceTasks(1);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(NullWritable.class);
    job.setOutputFormatClass(TextOutputFormat.class);
    Configuration own = job.getConfiguration();
    own.setInt(
        MRJobConfig.IO_SORT_MB,
        Math.min(SORT_MEBIBYTES, own.getInt(MRJobConfig.IO_SORT_MB, SORT_MEBIBYTES)));
    scratch = JobScratch.create(own);
    output = new Path(scratch.dir(), "mean");
    own.set(WARNINGS, new Path(scratch.dir(), "warnings").toString());
    FileOutputFormat.setOutputPath(job, output);
    try {
      if (!ImageRecordFormat.setInput(job, inputs, new Path(scratch.dir(), "splits"))) {
        throw new BadInputException("no record in the input: " + inputs, null);
      }
    } catch (IOException | RuntimeException | Error e) {
      try (scratch) {
        throw e;
      }
    }
  }

  /** Returns the job, not yet submitted. */
  public Job job() {
    return job;
  }

  /** Leaves lines of a task: what is wrong with images that it took. */
  static void leave(TaskAttemptContext context, List<String> lines) throws IOException {
    Configuration conf = context.getConfiguration();
    var file = new Path(conf.get(WARNINGS), context.getTaskAttemptID().getTaskID().toString());
    try (var left = new SideFile(conf, file)) {
      for (String line : lines) {
        left.line(TsvCell.escape(line));
      }
    }
  }

  /**
   * Returns what is wrong with images that were taken, after the job has succeeded.
   *
   * @param images how many there are
   */
  ImageWarnings warnings(long images) throws IOException {
    var warnings = new ImageWarnings();
    if (images > 0) {
      var folder = new Path(job.getConfiguration().get(WARNINGS));
      FileSystem fs = folder.getFileSystem(job.getConfiguration());
      warnings.add(images, List.of());
      for (FileStatus file : fs.listStatus(folder)) {
        try (BufferedReader lines = Files.lines(fs, file)) {
          warnings.add(0, lines.lines().toList());
        }
      }
    }
    return warnings;
  }

  /** Returns the mean image, after the job has succeeded. */
  public MeanImage result() throws IOException {
    Path file = new Path(output, MeanReducer.FILE);
    byte[] bytes = Files.readAll(file.getFileSystem(job.getConfiguration()), file);
    return MeanImage.parse(bytes, file.toString());
  }

  /** Removes the files of the tasks. */
  @Override
  public void close() throws IOException {
    scratch.close();
  }
}
