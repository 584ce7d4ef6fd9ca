// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.images.ImageConf;
import dev.recordio.images.ImageWarnings;
import dev.recordio.images.augment.AugmentOptions;
import dev.recordio.images.augment.Augmenter;
import dev.recordio.images.codec.Decoding;
import dev.recordio.images.codec.ImageCodec;
import dev.recordio.images.codec.ImageColor;
import dev.recordio.images.codec.Pixels;
import dev.recordio.reader.Record;
import dev.recordio.reader.stage.EpochFunction;
import java.io.Closeable;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.conf.Configuration;

/** Decodes and augments the images of records; several threads may call it at the same time. */
final class ImageDecoder implements EpochFunction<Record, DecodedImage>, Closeable {
  private final Configuration conf;
  private final ImageBatchOptions options;
  private final AugmentOptions augment; // with the mean image
  private final LabelTable labels; // or null
  private final LabelLayout layout;
  private final DecodedImages images;
  private final Decoding decoding;
  private final ImageWarnings warnings = new ImageWarnings();
  private final Queue<Worker> free = new ConcurrentLinkedQueue<>();
  private final String codec;
  private volatile boolean closed;

  /** What one thread works with. */
  private final class Worker {
    final ImageCodec codec = ImageConf.newCodec(conf);
    final Augmenter augmenter = new Augmenter(augment, decoding.maxPixels());
    final ImageRecordHeader header = new ImageRecordHeader();
    final Pixels pixels = new Pixels();
  }

  /**
   * Creates the decoder.
   *
   * @param labels where the labels are, or null: in the records
   * @throws dev.recordio.conf.InvalidSettingException when the codec that is asked for can't be had
   */
  ImageDecoder(
      Configuration conf,
      ImageBatchOptions options,
      AugmentOptions augment,
      LabelTable labels,
      LabelLayout layout,
      DecodedImages images) {
    this.conf = conf;
    this.options = options;
    this.augment = augment;
    this.labels = labels;
    this.layout = layout;
    this.images = images;
    decoding = ImageConf.decoding(conf, ImageColor.of(augment.channels()));
    var first = new Worker(); // fails now, if it does
    codec = options.array() == null ? first.codec.description() : options.array().toString();
    free.add(first);
  }

  @Override
  public DecodedImage apply(Record record, long epoch) throws IOException {
    Worker polled = free.poll();
    Worker worker = polled == null ? new Worker() : polled;
    try {
      return decode(worker, record, epoch);
    } finally {
      free.add(worker);
      if (closed) {
        closeFree();
      }
    }
  }

  private DecodedImage decode(Worker worker, Record record, long epoch) throws IOException {
    DecodedImage image = images.take();
    try {
      ImageRecordHeader header = header(worker, record);
      int count = readLabels(header, record, image);
      try {
        if (options.array() != null) {
          copyArray(record, header, image);
          image.set(header.id(), count);
          return image;
        }
        MalformedRecordException warning =
            worker.codec.decode(
                record.bytes(),
                header.imageOffset(),
                header.imageLength(),
                decoding,
                worker.pixels);
        if (warning != null) {
          warnings.add(placed(warning, header, record));
        }
        worker.augmenter.augment(
            worker.pixels, options.seed(), epoch, header.id(), image.augmented());
        if (image.augmented().isMirrored()) {
          layout.mirror(image.labels(), count);
        }
        image.set(header.id(), count);
        return image;
      } catch (MalformedRecordException e) {
        throw new Undecodable(e, placed(e, header, record));
      }
    } catch (Undecodable e) {
      if (options.skipsErrors()) {
        image.set(
            new SkippedImage(
                path(record), record.fileOffset(), record.ordinal(), epoch, e.error.getMessage()));
        return image;
      }
      image.discard();
      throw e.error;
    } catch (IOException | RuntimeException | Error e) {
      image.discard();
      throw e;
    }
  }

  private void copyArray(Record record, ImageRecordHeader header, DecodedImage image)
      throws IOException {
    int at = header.imageOffset();
    int length = header.imageLength();
    ArrayShape found = ArrayShape.of(record.bytes(), at, length);
    options.array().requireSame(found);
    image.setArray(record.bytes(), at + length - found.bytes(), found.bytes());
  }

  /** The error of an image, which may be left out. */
  private static final class Undecodable extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient MalformedRecordException error;

    Undecodable(MalformedRecordException cause, MalformedRecordException error) {
      super(null, cause, false, false);
      this.error = error;
      error.initCause(cause);
    }
  }

  private static ImageRecordHeader header(Worker worker, Record record) throws Undecodable {
    try {
      worker.header.read(record.bytes(), record.offset(), record.length(), record.fileOffset());
      return worker.header;
    } catch (MalformedRecordException e) {
      throw new Undecodable(e, e.at(path(record)));
    }
  }

  /** Copies the labels of a record, and returns how many it has. */
  private int readLabels(ImageRecordHeader header, Record record, DecodedImage image)
      throws MalformedRecordException {
    float[] to = image.labels();
    int count;
    if (labels != null) {
      count = labels.get(header.id(), to);
      if (count < 0) {
        throw new MalformedRecordException(
            "no labels of id " + Long.toUnsignedString(header.id()),
            path(record),
            record.fileOffset(),
            -1,
            "a line of this id in " + labels.file(),
            "none among " + labels.size());
      }
    } else {
      count = header.labelCount();
      for (int i = 0; i < Math.min(count, to.length); i++) {
        to[i] = header.label(i);
      }
    }
    String expected = layout.misfit(to, count);
    if (expected != null) {
      throw new MalformedRecordException(
          "wrong number of labels of id " + Long.toUnsignedString(header.id()),
          path(record),
          record.fileOffset(),
          -1,
          expected,
          Integer.toString(count));
    }
    layout.pad(to, count);
    return count;
  }

  /** Names file, record and id in the error of an image. */
  private static MalformedRecordException placed(
      MalformedRecordException e, ImageRecordHeader header, Record record) {
    return ImageWarnings.placed(e, header.id(), path(record), record.fileOffset());
  }

  private static String path(Record record) {
    return record.path() == null ? null : record.path().toString();
  }

  /** Returns the images that were taken with a warning. */
  ImageWarnings warnings() {
    return warnings;
  }

  /** Returns what decodes, in a few words. */
  String codec() {
    return codec;
  }

  @Override
  public void close() {
    closed = true;
    closeFree();
  }

  private void closeFree() {
    for (Worker worker; (worker = free.poll()) != null; ) {
      worker.codec.close();
    }
  }
}
