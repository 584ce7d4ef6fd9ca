// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.images.augment.AugmentOptions;
import dev.recordio.images.mean.MeanSums;
import org.apache.hadoop.conf.Configuration;

/**
 * What mean-image is asked for.
 *
 * @param images the shape of the mean image, and how images get it: without chance
 * @param skips whether images that can't be decoded are left out
 */
record MeanSettings(AugmentOptions images, boolean skips) {
  /** The policies, as users write them in lower case. */
  private enum Policy {
    FAIL,
    SKIP
  }

  /**
   * Reads the keys.
   *
   * @throws InvalidSettingException when one is invalid, or there is no shape
   */
  static MeanSettings of(Configuration conf) {
    String shape = MeanImageConf.SHAPE.get(conf);
    if (shape.isEmpty()) {
      throw new InvalidSettingException(
          "the shape of the mean image is missing: --shape C,H,W, such as 3,224,224");
    }
    int resize = MeanImageConf.RESIZE.getInt(conf);
    AugmentOptions images =
        AugmentOptions.builder()
            .set("shape", shape)
            .set("resize", resize > 0 ? resize + "" : "")
            .set("inter", MeanImageConf.INTER.get(conf))
            .build();
    var settings =
        new MeanSettings(images, MeanImageConf.ON_ERROR.getEnum(conf, Policy.class) == Policy.SKIP);
    if (settings.values() > MeanSums.MAX_VALUES) {
      throw new InvalidSettingException(
          String.format(
              "%s is '%s'; a mean image has at most %s values",
              MeanImageConf.SHAPE, shape, MeanSums.MAX_VALUES));
    }
    return settings;
  }

  /** Returns the values of the mean image. */
  long values() {
    return (long) images.channels() * images.height() * images.width();
  }

  /** Returns sums of no image. */
  MeanSums newSums() {
    return new MeanSums(images.channels(), images.height(), images.width());
  }
}
