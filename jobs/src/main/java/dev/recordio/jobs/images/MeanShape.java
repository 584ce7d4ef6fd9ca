// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.images.mean.MeanSums;
import dev.recordio.images.mean.ShapeHint;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The shape of a mean image.
 *
 * @param channels 1, 3 or 4
 * @param height rows
 * @param width columns
 */
record MeanShape(int channels, int height, int width) {
  private static final Pattern TEXT =
      Pattern.compile("([134])\\s*,\\s*(\\d{1,9})\\s*,\\s*(\\d{1,9})");

  /** Returns the bytes of the mean as float32. */
  long bytes() {
    return (long) channels * height * width * Float.BYTES;
  }

  /**
   * Returns the shape of a text such as {@code 3,224,224}.
   *
   * @throws InvalidSettingException when it is none
   */
  static MeanShape parse(String text) {
    Matcher shape = TEXT.matcher(text.strip());
    if (!shape.matches()) {
      String meant = ShapeHint.of(text);
      throw new InvalidSettingException(
          "no shape such as 3,224,224" + (meant.isEmpty() ? "" : "; " + meant));
    }
    int channels = Integer.parseInt(shape.group(1));
    long height = Long.parseLong(shape.group(2));
    long width = Long.parseLong(shape.group(3));
    if (height < 1 || width < 1 || height * width > MeanSums.MAX_VALUES / channels) {
      throw new InvalidSettingException(
          "rows and columns of at least 1, and at most " + MeanSums.MAX_VALUES + " values");
    }
    return new MeanShape(channels, (int) height, (int) width);
  }
}
