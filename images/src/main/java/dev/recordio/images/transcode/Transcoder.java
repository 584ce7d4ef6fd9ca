// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.transcode;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Decoding;
import dev.recordio.images.codec.EncodedImage;
import dev.recordio.images.codec.ImageCodec;
import dev.recordio.images.codec.Pixels;
import dev.recordio.images.resample.Crops;
import dev.recordio.images.resample.Interpolation;
import dev.recordio.images.resample.Resampler;
import dev.recordio.images.resample.Size;
import dev.recordio.order.Draws;
import java.io.Closeable;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Makes an image another one by the steps of im2rec.py: decode, cut a square, resize, encode. Its
 * buffers are used again: the pixels of the largest image and of the largest result. For use by one
 * thread.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class Transcoder implements Closeable {
  private final TranscodeOptions options;
  private final ImageCodec codec;
  private final Decoding decoding;
  private final Resampler resampler = new Resampler();
  private final Draws draws;
  private final Pixels pixels = new Pixels();
  private final Pixels buffer = new Pixels();

  /**
   * Creates a transcoder.
   *
   * @param codec decodes and encodes; closed with this object
   * @param limits the limits of decoding; its channels are replaced by the channels of the options.
   *     The limits also apply to the resized image
   */
  public Transcoder(TranscodeOptions options, ImageCodec codec, Decoding limits) {
    this.options = options;
    this.codec = codec;
    decoding = limits.as(options.color());
    draws = new Draws(options.seed(), 0);
  }

  /** Returns what decodes and encodes, in a few words. */
  public String codec() {
    return codec.description();
  }

  /**
   * Transcodes an image.
   *
   * @param bytes array that holds the image
   * @param offset index of its first byte
   * @param length its bytes
   * @param id decides, with the seed, what is drawn
   * @param into gets the encoded image
   * @return what is wrong with an image that is taken all the same, as {@link ImageCodec#decode}
   *     returns it; else null
   * @throws MalformedRecordException when it can't be decoded, is damaged, has too many pixels
   *     before or after it is resized, or longer edges than the encoding takes; the offset counts
   *     from the beginning of the image
   */
  public MalformedRecordException transcode(
      byte[] bytes, int offset, int length, long id, EncodedImage into)
      throws MalformedRecordException {
    MalformedRecordException warning = codec.decode(bytes, offset, length, decoding, pixels);
    int edge = Math.min(pixels.width(), pixels.height());
    if (options.centerCrop()) {
      Crops.keepCentre(pixels, edge, edge);
    }
    boolean resizes = options.enlarges() ? options.resize() != edge : options.resize() < edge;
    if (options.resize() > 0 && resizes) {
      resize(draws.fraction(id));
    }
    codec.encode(pixels, options.encoding(), options.quality(), into);
    return warning;
  }

  /** Makes the short edge as long as the options say; the other one is floored. */
  private void resize(double draw) throws MalformedRecordException {
    int width = pixels.width();
    int height = pixels.height();
    Size size = Size.ofShortEdge(pixels, options.resize());
    if (size.width() > decoding.maxPixels() / size.height()) {
      throw new MalformedRecordException(
          "invalid image",
          null,
          0,
          -1,
          "a shape that is resized to at most " + decoding.maxPixels() + " pixels",
          width + "x" + height + ", which becomes " + size.width() + "x" + size.height());
    }
    int newWidth = (int) size.width();
    int newHeight = (int) size.height();
    Interpolation method = options.interpolation().choose(width, height, newWidth, newHeight, draw);
    resampler.resize(pixels, newWidth, newHeight, method, buffer);
    pixels.swap(buffer);
  }

  /** Closes the codec. */
  @Override
  public void close() {
    codec.close();
  }
}
