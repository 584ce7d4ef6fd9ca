// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import static dev.recordio.images.augment.AugmentOption.MAX_ASPECT_RATIO;
import static dev.recordio.images.augment.AugmentOption.MAX_IMG_SIZE;
import static dev.recordio.images.augment.AugmentOption.MAX_RANDOM_SCALE;
import static dev.recordio.images.augment.AugmentOption.MAX_ROTATE_ANGLE;
import static dev.recordio.images.augment.AugmentOption.MAX_SHEAR_RATIO;
import static dev.recordio.images.augment.AugmentOption.MIN_ASPECT_RATIO;
import static dev.recordio.images.augment.AugmentOption.MIN_IMG_SIZE;
import static dev.recordio.images.augment.AugmentOption.MIN_RANDOM_SCALE;
import static dev.recordio.images.augment.AugmentOption.ROTATE;
import static dev.recordio.images.augment.AugmentOption.ROTATE_LIST;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;
import dev.recordio.images.resample.AffineWarp;
import dev.recordio.images.resample.Interpolation;

/**
 * Rotates, shears and scales an image and changes its aspect, all at once: by one affine map, which
 * keeps the centre. In float32, as ImageRecordIter computes it.
 */
final class AffineStep implements SizeStep {
  private static final float HALF_TURN = 180;

  private final Warp warp;
  private final Resize.Limit limit;
  private final float maxShear;
  private final int maxAngle;
  private final int[] angles;
  private final float minScale;
  private final float maxScale;
  private final float minRatio;
  private final float maxRatio;
  private final float minSize;
  private final float maxSize;
  private final double[] matrix = new double[6];

  AffineStep(AugmentOptions options, Warp warp, Resize.Limit limit) {
    this.warp = warp;
    this.limit = limit;
    maxShear = options.number(MAX_SHEAR_RATIO);
    maxAngle = options.whole(MAX_ROTATE_ANGLE);
    angles = options.wholes(options.whole(ROTATE) > 0 ? ROTATE : ROTATE_LIST);
    minScale = options.number(MIN_RANDOM_SCALE);
    maxScale = options.number(MAX_RANDOM_SCALE);
    AugmentOptions.Range ratios = options.ratios();
    boolean changesAspect = !options.flag(AugmentOption.RANDOM_RESIZED_CROP);
    minRatio = changesAspect ? ratios.min() : 1;
    maxRatio = changesAspect ? ratios.max() : 1;
    minSize = options.number(MIN_IMG_SIZE);
    maxSize = options.number(MAX_IMG_SIZE);
  }

  /** Whether any option asks for the step. */
  static boolean isWanted(AugmentOptions options) {
    boolean aspect = options.isSet(MIN_ASPECT_RATIO) || options.isSet(MAX_ASPECT_RATIO);
    return options.isSet(MAX_ROTATE_ANGLE)
        || options.whole(ROTATE) > 0
        || options.isSet(ROTATE_LIST)
        || options.isSet(MAX_SHEAR_RATIO)
        || options.isSet(MIN_RANDOM_SCALE)
        || options.isSet(MAX_RANDOM_SCALE)
        || options.isSet(MIN_IMG_SIZE)
        || options.isSet(MAX_IMG_SIZE)
        || aspect && !options.flag(AugmentOption.RANDOM_RESIZED_CROP);
  }

  @Override
  public void apply(Pixels image, Pixels spare, Draws draws) throws MalformedRecordException {
    float shear = draws.between(Draws.Name.SHEAR, -maxShear, maxShear);
    double radians = angle(draws) / (double) HALF_TURN * Math.PI;
    float cos = (float) StrictMath.cos(radians); // strict: the same on every machine
    float sin = (float) StrictMath.sin(radians);
    float scale = draws.between(Draws.Name.SCALE, minScale, maxScale);
    float ratio = draws.between(Draws.Name.ASPECT, minRatio, maxRatio);
    float tall = 2 * scale / (1 + ratio);
    float wide = ratio * tall;
    float width = size(scale * image.width());
    float height = size(scale * image.height());
    float xx = tall * cos - shear * sin * wide;
    float xy = tall * sin + shear * cos * wide;
    float yx = -sin * wide;
    float yy = cos * wide;
    matrix[0] = xx;
    matrix[1] = xy;
    matrix[2] = (width - (xx * image.width() + xy * image.height())) / 2;
    matrix[3] = yx;
    matrix[4] = yy;
    matrix[5] = (height - (yx * image.width() + yy * image.height())) / 2;
    int columns = Math.max(1, (int) width);
    int rows = Math.max(1, (int) height);
    limit.check("rotation and scale", image, columns, rows);
    warp.apply(image, matrix, columns, rows, draws, spare);
    image.swap(spare);
  }

  private float size(float scaled) {
    return Math.max(minSize, Math.min(maxSize, scaled));
  }

  private int angle(Draws draws) {
    return angles.length > 0
        ? angles[draws.below(Draws.Name.ANGLE, angles.length)]
        : draws.below(Draws.Name.ANGLE, 2 * maxAngle + 1) - maxAngle;
  }

  /**
   * Warps images by the method of the options. What lies outside of an image has the fill value,
   * and is transparent, as with ImageRecordIter.
   */
  static class Warp {
    private static final int RGBA = 4;

    private final int fill;
    private final Resize methods;
    private final AffineWarp warp = new AffineWarp();
    private final Pixels alpha = new Pixels();
    private final Pixels warpedAlpha = new Pixels();

    Warp(int fill, Resize methods) {
      this.fill = fill;
      this.methods = methods;
    }

    /** Warps an image by a matrix. */
    void apply(Pixels from, double[] matrix, int width, int height, Draws draws, Pixels to) {
      Interpolation method = methods.method(from.width(), from.height(), width, height, draws);
      apply(from, matrix, width, height, method, fill, to);
      if (from.channels() == RGBA && fill != 0) {
        alpha.reshape(from.width(), from.height(), 1, Byte.SIZE);
        for (int i = 0; i < alpha.bytes(); i++) {
          alpha.data()[i] = from.data()[RGBA * i + RGBA - 1];
        }
        apply(alpha, matrix, width, height, method, 0, warpedAlpha);
        for (int i = 0; i < warpedAlpha.bytes(); i++) {
          to.data()[RGBA * i + RGBA - 1] = warpedAlpha.data()[i];
        }
      }
    }

    /** Warps all channels by a method, with a fill value. */
    void apply(
        Pixels from,
        double[] matrix,
        int width,
        int height,
        Interpolation chosen,
        int outside,
        Pixels to) {
      warp.warp(from, matrix, width, height, chosen, outside, to);
    }
  }
}
