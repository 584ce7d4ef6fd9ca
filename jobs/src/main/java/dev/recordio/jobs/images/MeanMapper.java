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
import dev.recordio.images.mean.MeanSums;
import dev.recordio.jobs.run.CodecCounters;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Sums up the images of a split; writes its sums as one value, or nothing when it has none. */
class MeanMapper extends Mapper<NullWritable, RecordSplitReader, NullWritable, BytesWritable> {
  private final ImageRecordHeader header = new ImageRecordHeader();
  private final Pixels pixels = new Pixels();
  private final AugmentedImage image = new AugmentedImage();
  private MeanSettings settings;
  private Decoding decoding;
  private Augmenter augmenter;
  private MeanSums sums;
  private final ImageWarnings warnings = new ImageWarnings();
  private long skipped;

  @Override
  protected void setup(Context context) {
    Configuration conf = context.getConfiguration();
    settings = MeanSettings.of(conf);
    // As ImageRecordIter decodes for the shape.
    decoding = ImageConf.decoding(conf, ImageColor.of(settings.images().channels()));
    augmenter = new Augmenter(settings.images(), decoding.maxPixels());
    sums = settings.newSums();
  }

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    setup(context);
    try (ImageCodec codec = ImageConf.newCodec(context.getConfiguration())) {
      while (context.nextKeyValue()) {
        RecordSplitReader reader = context.getCurrentValue();
        try {
          read(reader, codec);
        } catch (MalformedRecordException e) {
          if (!settings.skips()) {
            throw new BadInputException(
                e.getMessage() + " (to leave such images out: --on-error skip)", e);
          }
          skipped++;
          continue;
        }
        sums.add(image.pixels());
        context.progress();
      }
      CodecCounters.count(context, codec.description(), sums.images());
    }
    context.getCounter(MeanCounter.IMAGES).increment(sums.images());
    context.getCounter(MeanCounter.SKIPPED_IMAGES).increment(skipped);
    context.getCounter(MeanCounter.IMAGES_WITH_WARNINGS).increment(warnings.count());
    MeanImageJob.leave(context, warnings.first());
    if (sums.images() > 0) {
      context.write(NullWritable.get(), new BytesWritable(sums.toBytes()));
    }
    cleanup(context);
  }

  /** Decodes the current record, and makes its image one of the shape. */
  private void read(RecordSplitReader reader, ImageCodec codec) throws MalformedRecordException {
    RecordRangeReader record = reader.record();
    String path = reader.path().toString();
    try {
      header.read(record.buffer(), record.payloadOffset(), record.payloadLength(), record.offset());
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
