// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.Photographs;
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
import dev.recordio.bench.peer.Mxnet;
import dev.recordio.images.batch.ImageBatchOptions;
import dev.recordio.images.batch.ImageBatchReader;
import dev.recordio.images.codec.Decoding;
import dev.recordio.images.codec.ImageCodec;
import dev.recordio.images.codec.ImageCodecs;
import dev.recordio.images.codec.ImageCodecs.Choice;
import dev.recordio.images.codec.ImageColor;
import dev.recordio.images.codec.Pixels;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Images of 280x256 pixels in a {@code .rec}, on one thread: to batches of random crops of 224x224,
 * mirrored at random, against MXNet's ImageRecordIter; and their mean, against decoding alone.
 */
public final class BatchesSuite implements Suite {
  private static final int WIDTH = 280;
  private static final int HEIGHT = 256;
  private static final int EDGE = 224;
  private static final int BATCH = 64;
  private static final int DISTINCT = 64;

  /** How often the mean is of all images, beyond the first time. */
  private static final int FURTHER = 3;

  @Override
  public Defaults defaults() {
    return Defaults.of("batches").withCounts(List.of(512L));
  }

  @Override
  public List<Stage> stages(Settings settings) {
    return settings.counts().stream()
        .<Stage>map(
            count -> (conf, folder) -> trials(settings, conf, Math.toIntExact(count), folder))
        .toList();
  }

  private List<Trial> trials(Settings settings, Configuration conf, int count, Path folder)
      throws IOException {
    int distinct = Math.min(count, DISTINCT);
    Photographs images = Photographs.of(distinct, WIDTH, HEIGHT, settings.seed());
    var rec = new Path(folder, "images.rec");
    images.records(conf, rec, new Path(folder, "images.idx"), count);
    var trials = new ArrayList<Trial>();
    String local = rec.toUri().getPath();
    var tally = new Tally(count, 0, 0);
    for (String dtype : List.of("float32", "uint8")) {
      Optional<Subject> iterator = iterator(settings, folder, local, dtype, tally);
      if (iterator.isPresent()) {
        ImageBatchOptions options = options(dtype);
        var ours =
            new Subject("ImageBatchReader", () -> read(conf, rec, options), tally, Scope.PROCESS);
        ours.time();
        trials.add(
            images.trial(name(), "224 crops, " + dtype, count, ours, iterator.get(), Choice.AUTO));
      }
    }
    trials.add(mean(settings, conf, images, count, folder));
    return trials;
  }

  private static Optional<Subject> iterator(
      Settings settings, Path folder, String rec, String dtype, Tally tally) {
    try {
      java.nio.file.Path library = Mxnet.unpack(Storage.localPath(folder).resolve("libmxnet"));
      Subject.Work work =
          ImagePrograms.iterate(library, java.nio.file.Path.of(rec), dtype, EDGE, BATCH);
      var iterator = new Subject("ImageRecordIter", work, tally);
      iterator.time();
      return Optional.of(iterator);
    } catch (IOException e) {
      settings.missing(Mxnet.NAME, e);
      return Optional.empty();
    }
  }

  private static ImageBatchOptions options(String dtype) {
    ImageBatchOptions.Builder options =
        ImageBatchOptions.builder()
            .set("shape", "3," + EDGE + "," + EDGE)
            .set("batch-size", Integer.toString(BATCH))
            .set("threads", "1")
            .set("dtype", dtype)
            .set("rand-crop", "true")
            .set("rand-mirror", "true");
    if (dtype.equals("float32")) {
      options.set("mean-r", "123.68").set("mean-g", "116.28").set("mean-b", "103.53");
    }
    return options.build();
  }

  private static Tally read(Configuration conf, Path rec, ImageBatchOptions options)
      throws IOException {
    long images = 0;
    try (ImageBatchReader reader = ImageBatchReader.open(conf, rec.toString(), options)) {
      while (reader.next()) {
        images += reader.get().rows() - reader.get().pad();
      }
    }
    return new Tally(images, 0, 0);
  }

  private Trial mean(
      Settings settings, Configuration conf, Photographs images, int count, Path folder)
      throws IOException {
    var first = new Path(folder, "first.rec");
    var all = new Path(folder, "all.rec");
    images.records(conf, first, new Path(folder, "first.idx"), count);
    images.records(conf, all, new Path(folder, "all.idx"), count * (1 + FURTHER));
    var commands = new JobCommands(Settings.oneThread(settings.definitions()), folder);
    var output = new Path(folder, "mean.npy");
    var done = new Tally(0, 0, 0);
    var ours =
        new Subject(
            "mean-image",
            new FurtherWork(() -> mean(commands, first, output), () -> mean(commands, all, output)),
            done,
            Scope.PROCESS);
    ours.time();
    int further = FURTHER * count;
    var decoding = new Subject("decoding", () -> decode(images, further), new Tally(further, 0, 0));
    return images.trial(name(), "mean-image, further images", further, ours, decoding, Choice.AUTO);
  }

  private static Tally mean(JobCommands commands, Path rec, Path output) throws IOException {
    output.getFileSystem(commands.conf()).delete(output, false);
    commands.run("mean-image", "--shape", "3," + EDGE + "," + EDGE, rec, output);
    return new Tally(0, 0, 0);
  }

  private static Tally decode(Photographs images, int count) throws IOException {
    var how = new Decoding(ImageColor.COLOR, Decoding.DEFAULT_MAX_PIXELS, Decoding.Damaged.WARN);
    var pixels = new Pixels();
    try (ImageCodec codec = ImageCodecs.create(Choice.AUTO)) {
      for (int i = 0; i < count; i++) {
        byte[] jpeg = images.jpegs().get(i % images.jpegs().size());
        codec.decode(jpeg, 0, jpeg.length, how, pixels);
      }
    }
    return new Tally(count, 0, 0);
  }
}
