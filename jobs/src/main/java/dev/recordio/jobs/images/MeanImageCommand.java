// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import dev.recordio.fs.input.InputSpec;
import dev.recordio.fs.stream.FileReplacement;
import dev.recordio.images.ImageConf;
import dev.recordio.images.mean.MeanImage;
import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.SkippedRecords;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.jobs.run.CodecCounters;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.output.NewOutput;
import dev.recordio.jobs.run.output.OutputClaim;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** Computes the mean image of records, for the option mean-img of batches and ImageRecordIter. */
@CommandLine.Command(
    footer = {
      "",
      "With --resize, the short edge of each image is resized to N. An image smaller than the",
      "shape is enlarged; then its middle is cut out, and the mean of these pixels is computed.",
      "The file has the same bytes for any number of tasks.",
      ".npy is float32 [C, H, W]; .bin is what ImageRecordIter's mean_img reads.",
      "",
      "Examples:",
      "  recordio mean-image --shape 3,224,224 --resize 256 packed mean.npy",
      "  recordio mean-image --shape 3,28,28 'hdfs:///data/train/*.rec' hdfs:///data/mean.bin"
    })
public final class MeanImageCommand extends Command {
  private static final String NPY = ".npy";
  private static final String BIN = ".bin";

  @Parameters(
      index = "0",
      paramLabel = "INPUT",
      description = "File, folder, glob, or a list of them with ; or , between.")
  private String input;

  @Parameters(
      index = "1",
      paramLabel = "OUT.npy|OUT.bin",
      description = "The file to write; its extension decides about the form.")
  private String output;

  @Override
  protected void declare(KeyOptions options) {
    options
        .add("--shape", "C,H,W", MeanImageConf.SHAPE)
        .add("--resize", "N", MeanImageConf.RESIZE)
        .add("--inter", "M", MeanImageConf.INTER)
        .add("--on-error", "fail|skip", MeanImageConf.ON_ERROR);
  }

  @Override
  protected boolean writes() {
    return true;
  }

  @Override
  protected ExitCode run() throws Exception {
    MeanSettings.of(conf());
    String form = form();
    Path file = outputPath(output);
    long start = System.nanoTime();
    List<Path> inputs = InputSpec.parse(input);
    // Beside records it may be: no reader takes it for one.
    OutputClaim.Check isNew = () -> NewOutput.check(conf(), file, inputs);
    try (OutputClaim claim = OutputClaim.take(conf(), file, isNew)) {
      return run(file, inputs, form, start);
    }
  }

  private ExitCode run(Path file, List<Path> inputs, String form, long start) throws Exception {
    try (var mean = new MeanImageJob(conf(), inputs)) {
      name(mean.job(), input, output);
      if (isDryRun()) {
        long bytes = MeanSettings.of(conf()).values() * Float.BYTES;
        return wouldWrite(WritePlan.of(mean.job(), output, 1, bytes, 1));
      }
      Counters counters = runJob(mean.job());
      MeanImage result = mean.result();
      write(file, form.equals(BIN) ? result.toBin() : result.toNpy());
      return report(counters, result, System.nanoTime() - start);
    }
  }

  private String form() throws UsageException {
    String name = output.toLowerCase(Locale.ROOT);
    if (name.endsWith(NPY) || name.endsWith(BIN)) {
      return name.substring(name.length() - NPY.length());
    }
    throw new UsageException("the output '" + output + "' must end in .npy or .bin");
  }

  /** The file is there as a whole, or not at all. */
  private void write(Path file, byte[] bytes) throws IOException {
    try (var whole = new FileReplacement(conf(), file, UUID.randomUUID().toString())) {
      whole.out().write(bytes);
      whole.out().close();
      whole.commit();
    }
  }

  private ExitCode report(Counters counters, MeanImage mean, long nanos) throws BadInputException {
    CodecCounters.noteDifferent(counters, ImageConf.CODEC);
    print(
        new Totals()
            .count("images", counters.findCounter(MeanCounter.IMAGES).getValue())
            .count("images skipped", skippedImages(counters))
            .countIfAny(
                "images with warnings",
                counters.findCounter(MeanCounter.IMAGES_WITH_WARNINGS).getValue())
            .add("shape", mean.shape())
            .add("codec", CodecCounters.line(counters))
            .seconds("seconds", nanos)
            .add("output", output));
    return ended(counters);
  }

  private static long skippedImages(Counters counters) {
    return counters.findCounter(MeanCounter.SKIPPED_IMAGES).getValue();
  }

  private ExitCode ended(Counters counters) throws BadInputException {
    ExitCode ended = skipped(SkippedRecords.of(counters));
    return skippedImages(counters) > 0 ? ExitCode.SKIPPED_RECORDS : ended;
  }
}
