// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.ImageWarnings;
import dev.recordio.images.codec.EncodedImage;
import dev.recordio.images.transcode.Transcoder;
import dev.recordio.jobs.pack.source.PayloadBuilder;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.run.CodecCounters;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Makes the images of a task out of the images of its sources, one after the other. */
final class ImageMaker implements Closeable {
  private final Transcoder transcoder;
  private final PayloadBuilder file = new PayloadBuilder();
  private final EncodedImage image = new EncodedImage();
  private final ImageWarnings warnings = new ImageWarnings();
  private long made;

  private ImageMaker(Transcoder transcoder) {
    this.transcoder = transcoder;
  }

  /** Creates one; null when sources are packed byte for byte. */
  static ImageMaker create(Configuration conf) {
    Transcoder transcoder = PixelSettings.newTranscoder(conf);
    return transcoder == null ? null : new ImageMaker(transcoder);
  }

  /** Returns an empty buffer for the bytes of the next source. */
  PayloadBuilder file() throws IOException {
    file.begin(0);
    return file;
  }

  /**
   * Appends the image that is made of the source in the buffer.
   *
   * @throws MalformedRecordException when it can't be decoded; names the source and the offset in
   *     it
   */
  void make(Source source, long key, PayloadBuilder payload) throws IOException {
    try {
      MalformedRecordException warning =
          transcoder.transcode(file.bytes(), 0, file.length(), key, image);
      if (warning != null) {
        warnings.add(warning.at(source.displayName()));
      }
    } catch (MalformedRecordException e) {
      throw e.at(source.displayName());
    }
    payload.append(image.array(), 0, image.size());
    made++;
  }

  /** Returns the images that were made of sources with something wrong. */
  ImageWarnings warnings() {
    return warnings;
  }

  void count(TaskAttemptContext context) {
    context.getCounter(PackCounter.IMAGES_MADE).increment(made);
    CodecCounters.count(context, transcoder.codec(), made);
  }

  @Override
  public void close() {
    transcoder.close();
  }
}
