// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.images.ImageConf;
import dev.recordio.images.ImageWarnings;
import dev.recordio.images.codec.Decoding;
import dev.recordio.images.codec.ImageCodec;
import dev.recordio.images.codec.Pixels;
import dev.recordio.images.mean.MeanSums;
import dev.recordio.images.resample.CentreFit;
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
  private MeanSettings settings;
  private Decoding decoding;
  private CentreFit fit;
  private MeanSums sums;
  private final ImageWarnings warnings = new ImageWarnings();
  private long skipped;

  @Override
  protected void setup(Context context) {
    Configuration conf = context.getConfiguration();
    settings = MeanSettings.of(conf);
    MeanShape shape = settings.shape();
    decoding = ImageConf.decoding(conf, settings.color());
    fit =
        new CentreFit(
            settings.resize(),
            shape.width(),
            shape.height(),
            settings.method(),
            decoding.maxPixels());
    sums = new MeanSums(shape.channels(), shape.height(), shape.width());
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
        sums.add(pixels);
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
      checkChannels();
      fit.fit(pixels);
      if (warning != null) {
        warnings.add(placed(warning, path, record.offset()));
      }
    } catch (MalformedRecordException e) {
      throw placed(e, path, record.offset());
    }
  }

  private MalformedRecordException placed(MalformedRecordException e, String path, long offset) {
    return new MalformedRecordException(
        e.what()
            + " of id "
            + Long.toUnsignedString(header.id())
            + ", at offset "
            + e.offset()
            + " of the image",
        path,
        offset,
        -1,
        e.expected(),
        e.found());
  }

  /** As stored, an image may have any channels and 16 bits, of which the high byte is taken. */
  private void checkChannels() throws MalformedRecordException {
    int wanted = settings.shape().channels();
    if (pixels.channels() != wanted) {
      throw new MalformedRecordException(
          "invalid image", null, 0, -1, wanted + " channels", pixels.channels() + "");
    }
    pixels.keepHighBytes();
  }
}
