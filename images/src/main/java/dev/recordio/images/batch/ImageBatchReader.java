// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.Notes;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.stream.Files;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.images.ImageWarnings;
import dev.recordio.images.augment.AugmentOptions;
import dev.recordio.images.augment.Normalizer;
import dev.recordio.images.mean.MeanImage;
import dev.recordio.reader.Batch;
import dev.recordio.reader.Reader;
import dev.recordio.reader.ReaderState;
import dev.recordio.reader.Readers;
import dev.recordio.reader.Record;
import dev.recordio.reader.Schema;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Waits;
import dev.recordio.reader.spec.PipelineText;
import dev.recordio.reader.spec.StageCall;
import dev.recordio.reader.stage.Stages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Reads batches of images of RecordIO files, as MXNet's ImageRecordIter does:
 *
 * <pre>{@code
 * try (ImageBatchReader reader = ImageBatchReader.open(conf, "hdfs:///data/train", options)) {
 *   while (reader.next()) {
 *     ImageBatch batch = reader.get();
 *     train(batch.floats(), batch.labels());
 *   }
 * }
 * }</pre>
 *
 * <p>Threads decode and augment images in advance; batches come in the order of the records. Random
 * changes depend only on seed, epoch and the image's id, so the images of an epoch are the same for
 * any number of threads, any batch size, part, worker or order, and after a resume. A resumed run
 * may change all options except seed, shuffle, part and epochs. For use by one thread; batches that
 * are retained may be closed by any.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class ImageBatchReader implements Reader<ImageBatch> {
  private final Stage<ImageBatch> stage;
  private final BatchFiller filler;
  private final ImageBatches batches;
  private final ImageDecoder decoder;
  private final LabelLayout layout;
  private Consumer<SkippedImage> listener = skipped -> {};
  private ImageBatch current; // or null
  private long number; // of the next batch
  private long skipped;

  private ImageBatchReader(
      Stage<ImageBatch> stage,
      BatchFiller filler,
      ImageBatches batches,
      ImageDecoder decoder,
      LabelLayout layout) {
    this.layout = layout;
    this.stage = stage;
    this.filler = filler;
    this.batches = batches;
    this.decoder = decoder;
  }

  /**
   * Opens a reader. Worker and first epoch are in the keys {@code recordio.reader.shard} and {@code
   * recordio.input.epoch}; {@code recordio.image.*} specify how images are decoded, {@code
   * recordio.input.corrupt-record.*} what is done with damaged records.
   *
   * @param input URIs, folders, globs, with {@code ;} or {@code ,} between them
   * @throws InvalidSettingException when options do not go together with the mean image
   * @throws IOException when the input can't be listed, or the mean image or labels can't be read
   */
  public static ImageBatchReader open(Configuration conf, String input, ImageBatchOptions options)
      throws IOException {
    ImageBatchOptions known = withArrays(conf, input, options);
    return open(conf, input, known, () -> Readers.open(conf, spec(input, known)));
  }

  /**
   * Opens a reader.
   *
   * @param damage decides about damaged records, and counts them
   */
  @InterfaceAudience.Private
  public static ImageBatchReader open(
      Configuration conf, String input, ImageBatchOptions options, DamageTracker damage)
      throws IOException {
    ImageBatchOptions known = withArrays(conf, input, options);
    return open(conf, input, known, () -> Readers.open(conf, spec(input, known), damage));
  }

  /**
   * Returns options for arrays, if there is no shape of images: with type and shape of the first
   * record.
   *
   * @throws InvalidSettingException when the first record is no array, or there is none
   */
  @InterfaceAudience.Private
  public static ImageBatchOptions withArrays(
      Configuration conf, String input, ImageBatchOptions options) throws IOException {
    if (options.hasShape() || options.array() != null) {
      return options;
    }
    try (Reader<Record> records = Readers.open(conf, pipeline(input, List.of()))) {
      if (!records.next()) {
        throw new InvalidSettingException("shape is missing, and there is no record to find it in");
      }
      Record first = records.get();
      var header = new ImageRecordHeader();
      try {
        header.read(first.bytes(), first.offset(), first.length(), first.fileOffset());
        if (!ArrayShape.begins(first.bytes(), header.imageOffset(), header.imageLength())) {
          throw new InvalidSettingException(
              "shape is missing: give C,H,W, as in 3,224,224; the first record is no array (.npy)");
        }
        ArrayShape array = ArrayShape.of(first.bytes(), header.imageOffset(), header.imageLength());
        Notes.say("the records are arrays, " + array + " as the first one");
        return options.with(array);
      } catch (MalformedRecordException e) {
        throw ImageWarnings.placed(e, header.id(), first.path() + "", first.fileOffset());
      }
    }
  }

  /** Opens the records. */
  @FunctionalInterface
  private interface Source {
    Reader<Record> open() throws IOException;
  }

  private static ImageBatchReader open(
      Configuration conf, String input, ImageBatchOptions options, Source source)
      throws IOException {
    var prepared = new Preparation(conf, input, options);
    try {
      return prepared.read((Stage<Record>) source.open());
    } catch (Throwable e) {
      try (ImageDecoder closing = prepared.decoder) {
        throw e;
      }
    }
  }

  /** Returns the pipeline that reads the records. */
  private static String spec(String input, ImageBatchOptions options) {
    var stages = new ArrayList<StageCall>();
    if (!options.part().equals(ImageBatchConf.PART.defaultValue())) {
      stages.add(StageCall.of("part").with(options.part()).with("rule", options.partRule()));
    }
    if (options.shuffles()) {
      stages.add(StageCall.of("order").with("epoch").with("seed", options.seed()));
    }
    if (options.epochs() != 1) {
      boolean all = options.epochs() == Stages.INFINITE;
      stages.add(StageCall.of("repeat").with(all ? "inf" : options.epochs()));
    }
    return pipeline(input, stages);
  }

  private static String pipeline(String input, List<StageCall> stages) {
    String kind = "recordio";
    return PipelineText.of(kind, input, stages, List.of(kind)).toString();
  }

  /** What is read before the records are. */
  private static final class Preparation {
    private final ImageBatchOptions options;
    private final DecodedImages images;
    private final ImageDecoder decoder;
    private final Normalizer normalizer;
    private final LabelLayout layout;

    Preparation(Configuration conf, String input, ImageBatchOptions options) throws IOException {
      this.options = options;
      AugmentOptions augment = options.augment();
      if (!augment.meanName().isEmpty()) {
        Path file = path(ImageBatchConf.MEAN_IMG, augment.meanName());
        byte[] bytes = Files.readAll(file.getFileSystem(conf), file);
        augment = augment.with(MeanImage.parse(bytes, file.toString()));
      }
      LabelTable labels =
          options.labels().isEmpty()
              ? null
              : LabelTable.load(
                  conf, path(ImageBatchConf.LABELS, options.labels()), options.labelWidth());
      layout = LabelLayout.of(options, labels, conf, input);
      if (layout.isDetection()) {
        augment = augment.forBoxes();
      }
      normalizer = new Normalizer(augment);
      images =
          new DecodedImages(
              layout.width(),
              options.array() != null
                  ? options.array().bytes()
                  : (long) augment.channels() * augment.height() * augment.width());
      decoder = new ImageDecoder(conf, options, augment, labels, layout, images);
    }

    private static Path path(ImageBatchConf option, String name) {
      try {
        return new Path(name);
      } catch (IllegalArgumentException e) {
        throw new InvalidSettingException(
            option.optionName() + " is '" + name + "', which is no path: " + e.getMessage());
      }
    }

    ImageBatchReader read(Stage<Record> records) {
      Stage<DecodedImage> decoded = Stages.map(records, decoder, options.threads(), images);
      var skipped = new ArrayList<SkippedImage>();
      Predicate<DecodedImage> sound =
          image -> {
            if (image.skipped() == null) {
              return true;
            }
            skipped.add(image.skipped());
            image.discard();
            return false;
          };
      Reader<Batch<DecodedImage>> together =
          Stages.batch(Stages.filter(decoded, sound), options.batchSize(), options.tail());
      var batches = new ImageBatches(options, layout);
      var filler =
          new BatchFiller(
              (Stage<Batch<DecodedImage>>) together,
              batches,
              normalizer,
              options.threads(),
              options.seed(),
              skipped);
      int ahead = options.prefetch();
      Reader<ImageBatch> prefetched = Stages.prefetch(filler, ahead * batches.bytesEach(), ahead);
      return new ImageBatchReader((Stage<ImageBatch>) prefetched, filler, batches, decoder, layout);
    }
  }

  /**
   * Sets a consumer of images that are left out. It gets an image before the next batch is handed
   * out, or the end of the epoch is reported.
   */
  public void onSkipped(Consumer<SkippedImage> consumer) {
    listener = consumer;
  }

  /** Returns how many images have been left out, of the batches handed out so far. */
  public long skipped() {
    return skipped;
  }

  /**
   * Returns how many damaged images were decoded and taken so far ({@code recordio.image.damaged}).
   * {@link #close} reports the first ones.
   */
  public long warned() {
    return decoder.warnings().count();
  }

  /** Returns what the labels of a row are. */
  public LabelLayout labelLayout() {
    return layout;
  }

  /** Returns what decodes, in a few words. */
  public String codec() {
    return decoder.codec();
  }

  @Override
  public boolean next() throws IOException {
    takeBack();
    boolean any = stage.next();
    if (any) {
      ImageBatch batch = stage.get();
      batch.lend(stage.epoch(), number++);
      current = batch;
      report(batch.skipped());
    } else {
      report(filler.takeSkipped()); // the thread that reads ahead has ended
    }
    return any;
  }

  private void report(List<SkippedImage> images) {
    skipped += images.size();
    images.forEach(listener);
  }

  private void takeBack() {
    ImageBatch last = current;
    current = null;
    if (last != null) {
      last.takeBack();
    }
  }

  @Override
  public ImageBatch get() {
    return stage.get();
  }

  @Override
  public void reset() throws IOException {
    takeBack();
    stage.reset();
  }

  @Override
  public long epoch() {
    return stage.epoch();
  }

  @Override
  public Schema schema() {
    return stage.schema();
  }

  @Override
  public ReaderState state() {
    return stage.state();
  }

  @Override
  public void restore(ReaderState state) throws IOException {
    takeBack();
    stage.restore(state);
  }

  /** Returns the stages that read ahead, and who waited for whom. */
  @InterfaceAudience.Private
  public List<Waits> waits() {
    return stage.waits();
  }

  /** Returns how many batches there are, those that the consumer has and free ones included. */
  int allocated() {
    return batches.allocated();
  }

  /** Ends the reader. Batches that are retained stay valid until they are closed. */
  @Override
  public void close() throws IOException {
    takeBack();
    try (ImageDecoder closing = decoder) {
      stage.close();
    }
    decoder.warnings().say();
  }
}
