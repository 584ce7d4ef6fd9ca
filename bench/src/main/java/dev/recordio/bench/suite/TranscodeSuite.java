// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.Photographs;
import dev.recordio.bench.data.Samples;
import dev.recordio.bench.harness.Defaults;
import dev.recordio.bench.harness.Meter.Scope;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Stage;
import dev.recordio.bench.harness.Storage;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Suite;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.FurtherWork;
import dev.recordio.bench.peer.ImagePrograms;
import dev.recordio.bench.peer.JobCommands;
import dev.recordio.bench.peer.OpenCvResize;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.images.codec.Decoding;
import dev.recordio.images.codec.EncodedImage;
import dev.recordio.images.codec.ImageCodec;
import dev.recordio.images.codec.ImageCodecs;
import dev.recordio.images.codec.ImageCodecs.Choice;
import dev.recordio.images.codec.ImageColor;
import dev.recordio.images.codec.ImageEncoding;
import dev.recordio.images.codec.ImageHeader;
import dev.recordio.images.codec.Pixels;
import dev.recordio.images.resample.Interpolation;
import dev.recordio.images.resample.Resampler;
import dev.recordio.images.transcode.TranscodeOptions;
import dev.recordio.images.transcode.Transcoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;

/**
 * Images of 500x375 pixels to a short edge of 256, as JPEG of quality 95, on one thread: with each
 * codec there is, and by {@code pack}, against im2rec.py's steps with cv2, and against sharp; and
 * the resize alone.
 */
public final class TranscodeSuite implements Suite {
  private static final int WIDTH = 500;
  private static final int HEIGHT = 375;
  private static final int EDGE = 256;
  private static final int NEW_WIDTH = EDGE * WIDTH / HEIGHT;
  private static final long SIZE = ((long) NEW_WIDTH << 16) + EDGE;

  /** How often all images are packed, beyond the first time. */
  private static final int FURTHER = 5;

  private static final int RESIZES = 300;
  private static final String PACK = "pack --resize 256, further images";

  private static final List<Map.Entry<String, Steps>> PROGRAMS =
      List.of(Map.entry("cv2", ImagePrograms::cv2), Map.entry("sharp", ImagePrograms::sharp));

  private static final Decoding LIMITS =
      new Decoding(ImageColor.COLOR, Decoding.DEFAULT_MAX_PIXELS, Decoding.Damaged.WARN);

  /** The steps of another program. */
  @FunctionalInterface
  private interface Steps {
    Subject.Work on(java.nio.file.Path folder, int edge, int quality) throws IOException;
  }

  @Override
  public Defaults defaults() {
    return Defaults.of("transcode").withCounts(List.of(64L));
  }

  @Override
  public List<Stage> stages(Settings settings) {
    return settings.counts().stream()
        .<Stage>map(count -> (conf, folder) -> trials(settings, Math.toIntExact(count), folder))
        .toList();
  }

  private List<Trial> trials(Settings settings, int count, Path folder) throws IOException {
    Photographs photographs = Photographs.of(count, WIDTH, HEIGHT, settings.seed());
    java.nio.file.Path files = Storage.localPath(folder).resolve("files");
    photographs.files(files.resolve("first"), count);
    photographs.files(files.resolve("further"), FURTHER * count);
    Subject pack = pack(settings, folder, files);
    var transcoders = new EnumMap<Choice, Subject>(Choice.class);
    for (Choice choice : List.of(Choice.JDK, Choice.OPENCV)) {
      transcoder(settings, photographs, choice).ifPresent(ours -> transcoders.put(choice, ours));
    }
    var trials = new ArrayList<Trial>();
    for (Map.Entry<String, Steps> program : PROGRAMS) {
      try {
        Subject once = subject(program, files.resolve("first"), count);
        once.time();
        transcoders.forEach(
            (choice, ours) ->
                trials.add(photographs.trial(name(), "short edge 256", count, ours, once, choice)));
        Subject further = subject(program, files.resolve("further"), FURTHER * count);
        trials.add(photographs.trial(name(), PACK, FURTHER * count, pack, further, Choice.AUTO));
      } catch (IOException e) {
        settings.missing(program.getKey(), e);
      }
    }
    try {
      trials.add(resize(settings.seed()));
    } catch (IOException e) {
      settings.missing(OpenCvResize.NAME, e);
    }
    return trials;
  }

  private static Subject subject(
      Map.Entry<String, Steps> program, java.nio.file.Path files, int count) throws IOException {
    int quality = TranscodeOptions.defaultQuality(ImageEncoding.JPEG);
    Subject.Work work = program.getValue().on(files, EDGE, quality);
    return new Subject(program.getKey(), work, new Tally(count, 0, count * SIZE));
  }

  private static Optional<Subject> transcoder(
      Settings settings, Photographs images, Choice choice) {
    ImageCodec codec;
    try {
      codec = ImageCodecs.create(choice);
    } catch (InvalidSettingException e) {
      settings.missing("OpenCV", new IOException("error: " + e.getMessage(), e));
      return Optional.empty();
    }
    var transcoder = new Transcoder(TranscodeOptions.DEFAULT.withResize(EDGE, true), codec, LIMITS);
    var encoded = new EncodedImage();
    int count = images.jpegs().size();
    Subject.Work work =
        () -> {
          long sum = 0;
          for (byte[] jpeg : images.jpegs()) {
            transcoder.transcode(jpeg, 0, jpeg.length, 0, encoded);
            ImageHeader header = ImageHeader.read(encoded.array(), 0, encoded.size());
            sum += ((long) header.width() << 16) + header.height();
          }
          return new Tally(count, 0, sum);
        };
    return Optional.of(new Subject("Transcoder", work, new Tally(count, 0, count * SIZE)));
  }

  private static Subject pack(Settings settings, Path folder, java.nio.file.Path files)
      throws IOException {
    var commands = new JobCommands(Settings.oneThread(settings.definitions()), folder);
    var output = new Path(folder, "packed");
    Subject.Work first = () -> pack(commands, files.resolve("first"), output);
    Subject.Work all = () -> pack(commands, files, output);
    return new Subject("pack", new FurtherWork(first, all), all.run(), Scope.PROCESS);
  }

  private static Tally pack(JobCommands commands, java.nio.file.Path files, Path output)
      throws IOException {
    FileUtil.fullyDelete(Storage.localPath(output).toFile());
    commands.run("pack", "--resize", EDGE, "--shards", 1, files.toUri(), output);
    return Shards.lengths(commands.conf(), output);
  }

  private Trial resize(long seed) throws IOException {
    Pixels image = Photographs.pixels(new Random(seed), WIDTH, HEIGHT);
    Subject.Work its = OpenCvResize.work(image, NEW_WIDTH, EDGE, RESIZES);
    var resampler = new Resampler();
    var result = new Pixels();
    Subject.Work ours =
        () -> {
          for (int i = 0; i < RESIZES; i++) {
            resampler.resize(image, NEW_WIDTH, EDGE, Interpolation.BILINEAR, result);
          }
          return new Tally(RESIZES, 0, Samples.sum(result.data(), result.bytes()));
        };
    Tally expected = its.run();
    return new Trial(
        name(),
        "bilinear 500x375 to 341x256",
        0,
        0,
        RESIZES,
        new Subject("Resampler", ours, expected),
        new Subject(OpenCvResize.NAME, its, expected));
  }
}
