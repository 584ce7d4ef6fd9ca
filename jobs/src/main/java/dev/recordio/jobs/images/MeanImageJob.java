// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.images.ImageConf;
import dev.recordio.images.ImageWarnings;
import dev.recordio.images.augment.AugmentedImage;
import dev.recordio.images.augment.Augmenter;
import dev.recordio.images.codec.Decoding;
import dev.recordio.images.codec.ImageCodec;
import dev.recordio.images.codec.ImageColor;
import dev.recordio.images.codec.Pixels;
import dev.recordio.images.mean.MeanImage;
import dev.recordio.images.mean.MeanSums;
import dev.recordio.jobs.job.Plan;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.run.CodecCounters;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.split.SplitGroup;
import dev.recordio.task.TaskRecords;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * Computes the mean image of records; also for programs that do so as one of their steps.
 *
 * <p>The job is configured by the keys {@code recordio.mean-image.*} and {@code recordio.image.*}.
 * A task reports eight bytes for each sample of the shape. Close the object after the result was
 * taken.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class MeanImageJob implements Closeable {
  private final UnitJob<List<FileSplit>, Task.Report> job;

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
    job = UnitJob.prepare(conf, Task.class, own -> plan(own, inputs));
  }

  /** Small files are read several to a task. */
  private static void plan(UnitJob<List<FileSplit>, Task.Report> own, List<Path> inputs)
      throws IOException {
    Plan<List<FileSplit>> plan = own.newPlan();
    for (List<FileSplit> files : SplitGroup.ofRecords(own.job(), inputs)) {
      plan.task(List.of(files), SplitGroup.bytes(files), SplitGroup.hosts(files));
    }
    if (plan.count() == 0) {
      throw new BadInputException("no record in the input: " + inputs, null);
    }
    own.plan(plan);
  }

  /** Returns the job, not yet submitted. */
  public Job job() {
    return job.job();
  }

  /**
   * Returns the mean image, after the job has succeeded; reports damaged images that were taken.
   *
   * @throws BadInputException when there was no image
   */
  public MeanImage result() throws IOException {
    MeanSums sums = MeanSettings.of(job.conf()).newSums();
    var warnings = new ImageWarnings();
    job.reports(
        (number, report) -> {
          warnings.add(report.warned(), report.warnings());
          if (report.sums().length > 0) {
            sums.merge(report.sums(), 0, report.sums().length, "the sums of a task");
          }
        });
    warnings.say();
    if (sums.images() == 0) {
      throw new BadInputException("no image in the input to take the mean of", null);
    }
    return sums.mean();
  }

  /** Removes the files of the tasks. */
  @Override
  public void close() throws IOException {
    job.close();
  }

  /** Sums up the images of files, near their blocks. */
  static class Task extends UnitTask<List<FileSplit>, Task.Report> {
    private final ImageRecordHeader header = new ImageRecordHeader();
    private final Pixels pixels = new Pixels();
    private final AugmentedImage image = new AugmentedImage();
    private MeanSettings settings; // null before the first unit
    private Decoding decoding;
    private Augmenter augmenter;
    private ImageWarnings warnings;

    Task() {
      super(Serde.of(FileSplit::new).list(), Serde.ofFields(Report.class));
    }

    /**
     * What a task reports.
     *
     * @param sums the sums of its images: eight bytes for each sample of the shape; empty without
     *     an image
     * @param warned how many images are in it although something is wrong with them
     * @param warnings what is wrong with the first of these
     */
    record Report(byte[] sums, long warned, List<String> warnings) {}

    @Override
    protected Report run(List<FileSplit> files, TaskContext task) throws IOException {
      Configuration conf = task.conf();
      settings = MeanSettings.of(conf);
      // As ImageRecordIter decodes for the shape.
      decoding = ImageConf.decoding(conf, ImageColor.of(settings.images().channels()));
      augmenter = new Augmenter(settings.images(), decoding.maxPixels());
      warnings = new ImageWarnings();
      MeanSums sums = settings.newSums();
      try (ImageCodec codec = ImageConf.newCodec(conf)) {
        for (int i = 0; i < files.size(); i++) {
          try (TaskRecords records = TaskRecords.open(task.attempt(), files.get(i))) {
            add(records, codec, sums, task, i, files.size());
          }
        }
        CodecCounters.count(task.attempt(), codec.description(), sums.images());
      }
      task.counter(MeanCounter.IMAGES).increment(sums.images());
      task.counter(MeanCounter.IMAGES_WITH_WARNINGS).increment(warnings.count());
      byte[] summed = sums.images() > 0 ? sums.toBytes() : new byte[0];
      return new Report(summed, warnings.count(), warnings.first());
    }

    private void add(
        TaskRecords records, ImageCodec codec, MeanSums sums, TaskContext task, int file, int files)
        throws IOException {
      RecordSplitReader reader = records.reader();
      while (records.stepped(reader.next())) {
        task.progress((file + reader.progress()) / files);
        try {
          read(reader, codec);
        } catch (MalformedRecordException e) {
          if (!settings.skips()) {
            throw new BadInputException(
                e.getMessage() + " (to leave such images out: --on-error skip)", e);
          }
          task.counter(MeanCounter.SKIPPED_IMAGES).increment(1);
          continue;
        }
        sums.add(image.pixels());
      }
    }

    /** Decodes the current record, and makes its image one of the shape. */
    private void read(RecordSplitReader reader, ImageCodec codec) throws MalformedRecordException {
      RecordRangeReader record = reader.record();
      String path = reader.path().toString();
      try {
        header.read(
            record.buffer(), record.payloadOffset(), record.payloadLength(), record.offset());
      } catch (MalformedRecordException e) {
        throw e.at(path);
      }
      try {
        MalformedRecordException warning =
            codec.decode(
                record.buffer(), header.imageOffset(), header.imageLength(), decoding, pixels);
        augmenter.augment(pixels, 0, 0, header.id(), image); // no option draws anything
        if (warning != null) {
          warnings.add(ImageWarnings.placed(warning, header.id(), path, record.offset()));
        }
      } catch (MalformedRecordException e) {
        throw ImageWarnings.placed(e, header.id(), path, record.offset());
      }
    }
  }
}
