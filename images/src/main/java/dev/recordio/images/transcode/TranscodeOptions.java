// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.transcode;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.images.codec.ImageColor;
import dev.recordio.images.codec.ImageEncoding;
import dev.recordio.images.resample.Interpolation;
import java.util.Objects;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * How images are transcoded: im2rec's options.
 *
 * @param resize pixels of the short edge, 0 to {@link #MAX_EDGE}; 0 leaves the size as it is
 * @param enlarges whether an image whose short edge is shorter is enlarged, as im2rec does
 * @param centerCrop whether the largest square in the middle is cut out first
 * @param encoding what the pixels are encoded as
 * @param quality 0 to 100 for JPEG; for PNG the level of compression, 0 to 9
 * @param color which channels are decoded
 * @param interpolation the method of resizing
 * @param seed decides, with an image's id, the method that {@link Interpolation#RANDOM} draws
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record TranscodeOptions(
    int resize,
    boolean enlarges,
    boolean centerCrop,
    ImageEncoding encoding,
    int quality,
    ImageColor color,
    Interpolation interpolation,
    long seed) {
  /** The longest edge of an image that a JPEG encoder takes. */
  public static final int MAX_EDGE = 65_500;

  /** What im2rec does without options: decodes as color, and encodes as JPEG of quality 95. */
  public static final TranscodeOptions DEFAULT =
      new TranscodeOptions(
          0,
          true,
          false,
          ImageEncoding.JPEG,
          defaultQuality(ImageEncoding.JPEG),
          ImageColor.COLOR,
          Interpolation.BILINEAR,
          0);

  /**
   * Checks the numbers.
   *
   * @throws InvalidSettingException when one is out of its range
   */
  public TranscodeOptions {
    Objects.requireNonNull(color);
    Objects.requireNonNull(interpolation);
    if (resize < 0 || resize > MAX_EDGE) {
      throw new InvalidSettingException(
          "the short edge is " + resize + "; it takes 0 to " + MAX_EDGE);
    }
    if (quality < 0 || quality > maxQuality(encoding)) {
      throw new InvalidSettingException(
          "the quality is "
              + quality
              + "; "
              + encoding.extension()
              + " takes 0 to "
              + maxQuality(encoding));
    }
  }

  /** Returns the quality that images get if none is wanted: 95 of JPEG, 3 of PNG. */
  public static int defaultQuality(ImageEncoding encoding) {
    return encoding == ImageEncoding.JPEG ? 95 : 3;
  }

  /** Returns the highest quality: 100 of JPEG, 9 of PNG. */
  public static int maxQuality(ImageEncoding encoding) {
    return encoding == ImageEncoding.JPEG ? 100 : 9;
  }

  /** Returns the same with another size. */
  public TranscodeOptions withResize(int edge, boolean enlarge) {
    return new TranscodeOptions(
        edge, enlarge, centerCrop, encoding, quality, color, interpolation, seed);
  }

  /** Returns the same with or without the cut. */
  public TranscodeOptions withCenterCrop(boolean crop) {
    return new TranscodeOptions(
        resize, enlarges, crop, encoding, quality, color, interpolation, seed);
  }

  /** Returns the same with another encoding. */
  public TranscodeOptions withEncoding(ImageEncoding other, int itsQuality) {
    return new TranscodeOptions(
        resize, enlarges, centerCrop, other, itsQuality, color, interpolation, seed);
  }

  /** Returns the same with other channels. */
  public TranscodeOptions withColor(ImageColor other) {
    return new TranscodeOptions(
        resize, enlarges, centerCrop, encoding, quality, other, interpolation, seed);
  }

  /** Returns the same with another method of resizing. */
  public TranscodeOptions withInterpolation(Interpolation method, long itsSeed) {
    return new TranscodeOptions(
        resize, enlarges, centerCrop, encoding, quality, color, method, itsSeed);
  }
}
