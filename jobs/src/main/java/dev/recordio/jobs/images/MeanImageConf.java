// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import static dev.recordio.conf.SettingType.oneOf;
import static dev.recordio.conf.SettingType.whole;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;
import dev.recordio.images.augment.AugmentOption;
import dev.recordio.images.transcode.TranscodeOptions;

/** The keys of mean-image. */
public enum MeanImageConf implements ConfKey {
  SHAPE(
      "recordio.mean-image.shape",
      "",
      AugmentOption.SHAPE.definition().type(),
      "The shape of the mean image: channels (1 grey, 3 color, 4 as stored), rows, columns."),
  RESIZE(
      "recordio.mean-image.resize",
      "-1",
      whole(-1, TranscodeOptions.MAX_EDGE),
      "Resize the short edge of images to this many pixels before the middle is cut out; 0"
          + " or -1: no."),
  INTER(
      "recordio.mean-image.inter",
      "1",
      oneOf("0", "1", "2", "3", "4", "9"),
      "How to resize: 0 nearest, 1 bilinear, 2 cubic, 3 area, 4 Lanczos, 9 cubic to enlarge"
          + " and area to shrink."),
  ON_ERROR(
      "recordio.mean-image.on-error",
      "fail",
      oneOf("fail", "skip"),
      "If an image can't be decoded: fail, or skip (leave it out and count it).");

  private final Definition definition;

  MeanImageConf(String key, String defaultValue, SettingType type, String description) {
    definition = new Definition(key, defaultValue, type, description);
  }

  @Override
  public Definition definition() {
    return definition;
  }

  /** Returns the key as users write it. */
  @Override
  public String toString() {
    return key();
  }
}
