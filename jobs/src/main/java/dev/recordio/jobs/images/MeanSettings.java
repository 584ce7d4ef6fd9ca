// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.images.codec.ImageColor;
import dev.recordio.images.resample.Interpolation;
import org.apache.hadoop.conf.Configuration;

/**
 * What mean-image is asked for.
 *
 * @param shape of the mean image
 * @param resize pixels of the short edge; 0 to leave images as they are
 * @param method how they are resized
 * @param skips whether images that can't be decoded are left out
 */
record MeanSettings(MeanShape shape, int resize, Interpolation method, boolean skips) {
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
    return new MeanSettings(
        MeanShape.parse(shape),
        Math.max(0, MeanImageConf.RESIZE.getInt(conf)),
        Interpolation.of(Integer.parseInt(MeanImageConf.INTER.get(conf))),
        MeanImageConf.ON_ERROR.getEnum(conf, Policy.class) == Policy.SKIP);
  }

  /** Returns the channels that images are decoded to, as ImageRecordIter does for the shape. */
  ImageColor color() {
    return ImageColor.of(shape.channels());
  }
}
