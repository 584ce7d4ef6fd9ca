// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.ImageConf;
import dev.recordio.images.codec.Decoding;
import dev.recordio.images.codec.EncodedImage;
import dev.recordio.images.codec.ImageCodec;
import dev.recordio.images.codec.ImageColor;
import dev.recordio.images.codec.ImageEncoding;
import dev.recordio.images.codec.Pixels;
import dev.recordio.images.resample.Interpolation;
import dev.recordio.images.resample.Resampler;
import java.io.Closeable;
import java.util.Base64;
import org.apache.hadoop.conf.Configuration;

/** Makes images small, as data URIs of JPEGs. One image at a time is in memory. */
final class Thumbnails implements Closeable {
  /** Width and height of a thumbnail at most. */
  static final int EDGE = 160;

  /** An image of more pixels is not decoded, for a thumbnail alone. */
  private static final long MAX_PIXELS = 1L << 25;

  private static final int MAX_BYTES = 20 << 10;
  private static final int[] QUALITIES = {85, 60, 35, 10};

  private final ImageCodec codec;
  private final Decoding decoding;
  private final Resampler resampler = new Resampler();
  private final Pixels pixels = new Pixels();
  private final Pixels small = new Pixels();
  private final EncodedImage encoded = new EncodedImage();

  Thumbnails(Configuration conf) {
    codec = ImageConf.newCodec(conf);
    Decoding set = ImageConf.decoding(conf, ImageColor.COLOR);
    decoding = new Decoding(ImageColor.COLOR, Math.min(MAX_PIXELS, set.maxPixels()), set.damaged());
  }

  /** A small image. */
  record Thumbnail(String uri, int width, int height) {}

  /**
   * Makes a thumbnail.
   *
   * @throws MalformedRecordException when the image does not decode, or is too large
   */
  Thumbnail of(byte[] bytes, int offset, int length) throws MalformedRecordException {
    codec.decode(bytes, offset, length, decoding, pixels);
    int longer = Math.max(pixels.width(), pixels.height());
    int width = scaled(pixels.width(), longer);
    int height = scaled(pixels.height(), longer);
    resampler.resize(pixels, width, height, Interpolation.AREA, small);
    for (int quality : QUALITIES) {
      codec.encode(small, ImageEncoding.JPEG, quality, encoded);
      if (encoded.size() <= MAX_BYTES) {
        break;
      }
    }
    String data = Base64.getEncoder().encodeToString(encoded.toByteArray());
    return new Thumbnail("data:image/jpeg;base64," + data, width, height);
  }

  private static int scaled(int edge, int longer) {
    return longer <= EDGE ? edge : Math.max(1, (int) ((long) edge * EDGE / longer));
  }

  @Override
  public void close() {
    codec.close();
  }
}
