// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;
import java.util.ArrayList;
import java.util.List;

/**
 * Applies ImageRecordIter's steps 3 to 11 to decoded images, but for the numbers: resize; rotation,
 * shear and scale; pad; crop; brightness, contrast, saturation; hue, lightness; noise of colours;
 * whether it is mirrored. For use by one thread.
 */
public final class Augmenter {
  private static final double HALF = 0.5;

  private final int channels;
  private final List<SizeStep> sizes = new ArrayList<>();
  private final Crop crop;
  private final List<ColorStep> colors = new ArrayList<>();
  private final boolean mirror;
  private final boolean randMirror;
  private final float maxContrast;
  private final float maxIllumination;
  private final Draws draws = new Draws();
  private final Pixels spare = new Pixels();

  /**
   * Creates an augmenter.
   *
   * @param maxPixels width times height of an image at most, after any step
   */
  public Augmenter(AugmentOptions options, long maxPixels) {
    var limit = new Resize.Limit(maxPixels);
    var resize = new Resize(options.interpolation());
    int fill = options.whole(AugmentOption.FILL_VALUE);
    if (options.isSet(AugmentOption.RESIZE)) {
      sizes.add(new SizeStep.ShortEdge(options.whole(AugmentOption.RESIZE), resize, limit));
    }
    if (AffineStep.isWanted(options)) {
      sizes.add(new AffineStep(options, new AffineStep.Warp(fill, resize), limit));
    }
    if (options.isSet(AugmentOption.PAD)) {
      sizes.add(new SizeStep.Pad(options.whole(AugmentOption.PAD), fill, limit));
    }
    crop = crop(options, resize, limit);
    if (ColorJitter.isWanted(options)) {
      colors.add(new ColorJitter(options));
    }
    if (HlsShift.isWanted(options)) {
      colors.add(new HlsShift(options));
    }
    if (options.isSet(AugmentOption.PCA_NOISE)) {
      colors.add(new ColorStep.PcaNoise(options.number(AugmentOption.PCA_NOISE)));
    }
    channels = options.channels();
    mirror = options.flag(AugmentOption.MIRROR);
    randMirror = options.flag(AugmentOption.RAND_MIRROR);
    maxContrast = options.number(AugmentOption.MAX_RANDOM_CONTRAST);
    maxIllumination = options.number(AugmentOption.MAX_RANDOM_ILLUMINATION);
  }

  private static Crop crop(AugmentOptions options, Resize resize, Resize.Limit limit) {
    if (options.keepsBoxes()) {
      return (image, spare, draws, to) ->
          resize.apply(image, options.width(), options.height(), draws, to);
    }
    if (Crop.Square.isWanted(options)) {
      return new Crop.Square(options, resize);
    }
    Crop plain = new Crop.Plain(options, resize, limit);
    return options.flag(AugmentOption.RANDOM_RESIZED_CROP)
        ? new Crop.Resized(options, resize, plain)
        : plain;
  }

  /**
   * Makes the image of a batch: of the wanted width, height and channels, not yet mirrored, nor
   * numbers.
   *
   * @param decoded the image, of as many channels as the shape has; used as a buffer. Of 16 bits
   *     the high 8 are taken.
   * @param into gets what {@link Normalizer} makes numbers of
   * @throws MalformedRecordException when the image has other channels, is smaller than the crop
   *     that is asked for, or would have more pixels than the limit
   */
  public void augment(Pixels decoded, long seed, long epoch, long id, AugmentedImage into)
      throws MalformedRecordException {
    if (decoded.channels() != channels) {
      throw new MalformedRecordException(
          "invalid image",
          null,
          0,
          -1,
          channels + " channels, as shape has",
          decoded.channels() + (decoded.channels() == 1 ? " channel" : " channels"));
    }
    draws.set(seed, epoch, id);
    decoded.keepHighBytes();
    for (SizeStep step : sizes) {
      step.apply(decoded, spare, draws);
    }
    crop.cut(decoded, spare, draws, into.pixels());
    for (ColorStep step : colors) {
      step.apply(into.pixels(), draws);
    }
    into.set(
        mirror || randMirror && draws.unit(Draws.Name.MIRROR) < HALF,
        1 + draws.between(Draws.Name.NUMBER_CONTRAST, -maxContrast, maxContrast),
        draws.between(Draws.Name.NUMBER_ILLUMINATION, -maxIllumination, maxIllumination));
  }
}
