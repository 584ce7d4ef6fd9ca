// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import static dev.recordio.conf.SettingType.oneOf;
import static dev.recordio.conf.SettingType.text;
import static dev.recordio.conf.SettingType.whole;
import static dev.recordio.conf.SettingType.wholeOrInf;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;
import dev.recordio.images.augment.AugmentOption;
import dev.recordio.reader.share.InputPart;
import java.util.Locale;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * The keys of batches of images, one for each option: {@code recordio.batches.} and the option's
 * name.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum ImageBatchConf implements ConfKey {
  BATCH_SIZE("", whole(1, 1 << 24), "How many images are a batch. Required."),
  SHAPE(AugmentOption.SHAPE),
  LABEL_WIDTH("1", whole(-1, 1 << 24), "How many labels an image has; -1: the number varies."),
  LABEL_PAD_WIDTH(
      "0",
      whole(0, 1 << 24),
      "With label-width -1, how many labels a row has; 0: as many as the longest record has; all"
          + " headers are read first."),
  LABEL_PAD_VALUE("-1", number(), "With label-width -1, the value that fills up a row of labels."),
  LABEL_LAYOUT(
      "auto",
      oneOf("auto", "detection", "plain"),
      "The kind of labels: detection (a header and boxes, which are mirrored with the image), plain"
          + " (numbers), auto (by the first record, with label-width -1)."),
  LABELS("", text(), "A .lst file whose labels, by id, replace the labels of the records."),
  SHUFFLE("false", flag(), "Shuffle all records of the part anew each epoch."),
  SEED("0", whole(Long.MIN_VALUE), "The seed of orders and random changes."),
  PART(
      "0/1",
      text("K/N, such as 0/4, K below N", text -> InputPart.parse(text, InputPart.Rule.EQUAL)),
      "Read part K, from 0, of N parts of consecutive records."),
  PART_RULE(
      "equal",
      oneOf("equal", "count", "bytes"),
      "Where parts begin: equal (sizes differ by at most one), count (ceil(records / N) each),"
          + " bytes (as dmlc-core without an index)."),
  EPOCHS("1", wholeOrInf(1), "How many epochs to read."),
  TAIL(
      "wrap",
      oneOf("wrap", "pad", "drop", "emit"),
      "An epoch's last batch, if it is not full: wrap (fill it with the epoch's first images), pad"
          + " (with the last image), drop (leave it out), emit (keep it short)."),
  THREADS("4", whole(1, 1024), "How many threads decode and augment."),
  PREFETCH("4", whole(1, 1024), "The most batches to prepare in advance."),
  ON_ERROR(
      "fail",
      oneOf("fail", "skip"),
      "If an image cannot be decoded: fail, or skip (leave it out)."),
  DTYPE(AugmentOption.DTYPE),
  LAYOUT(AugmentOption.LAYOUT),
  INTER(AugmentOption.INTER),
  RESIZE(AugmentOption.RESIZE),
  RAND_CROP(AugmentOption.RAND_CROP),
  RANDOM_RESIZED_CROP(AugmentOption.RANDOM_RESIZED_CROP),
  MIN_RANDOM_AREA(AugmentOption.MIN_RANDOM_AREA),
  MAX_RANDOM_AREA(AugmentOption.MAX_RANDOM_AREA),
  MAX_ASPECT_RATIO(AugmentOption.MAX_ASPECT_RATIO),
  MIN_ASPECT_RATIO(AugmentOption.MIN_ASPECT_RATIO),
  MIN_CROP_SIZE(AugmentOption.MIN_CROP_SIZE),
  MAX_CROP_SIZE(AugmentOption.MAX_CROP_SIZE),
  MAX_ROTATE_ANGLE(AugmentOption.MAX_ROTATE_ANGLE),
  ROTATE(AugmentOption.ROTATE),
  ROTATE_LIST(AugmentOption.ROTATE_LIST),
  MAX_SHEAR_RATIO(AugmentOption.MAX_SHEAR_RATIO),
  MIN_RANDOM_SCALE(AugmentOption.MIN_RANDOM_SCALE),
  MAX_RANDOM_SCALE(AugmentOption.MAX_RANDOM_SCALE),
  MIN_IMG_SIZE(AugmentOption.MIN_IMG_SIZE),
  MAX_IMG_SIZE(AugmentOption.MAX_IMG_SIZE),
  PAD(AugmentOption.PAD),
  FILL_VALUE(AugmentOption.FILL_VALUE),
  BRIGHTNESS(AugmentOption.BRIGHTNESS),
  CONTRAST(AugmentOption.CONTRAST),
  SATURATION(AugmentOption.SATURATION),
  RANDOM_H(AugmentOption.RANDOM_H),
  RANDOM_S(AugmentOption.RANDOM_S),
  RANDOM_L(AugmentOption.RANDOM_L),
  PCA_NOISE(AugmentOption.PCA_NOISE),
  MIRROR(AugmentOption.MIRROR),
  RAND_MIRROR(AugmentOption.RAND_MIRROR),
  MEAN_IMG(AugmentOption.MEAN_IMG),
  MEAN_R(AugmentOption.MEAN_R),
  MEAN_G(AugmentOption.MEAN_G),
  MEAN_B(AugmentOption.MEAN_B),
  MEAN_A(AugmentOption.MEAN_A),
  STD_R(AugmentOption.STD_R),
  STD_G(AugmentOption.STD_G),
  STD_B(AugmentOption.STD_B),
  STD_A(AugmentOption.STD_A),
  SCALE(AugmentOption.SCALE),
  MAX_RANDOM_CONTRAST(AugmentOption.MAX_RANDOM_CONTRAST),
  MAX_RANDOM_ILLUMINATION(AugmentOption.MAX_RANDOM_ILLUMINATION);

  private final Definition definition;
  private final boolean augments;

  ImageBatchConf(String defaultValue, SettingType type, String description) {
    definition =
        new Definition("recordio.batches." + optionName(), defaultValue, type, description);
    augments = false;
  }

  ImageBatchConf(AugmentOption option) {
    definition = option.definition();
    augments = true;
  }

  private static SettingType number() {
    return AugmentOption.SCALE.definition().type();
  }

  private static SettingType flag() {
    return AugmentOption.MIRROR.definition().type();
  }

  /** Returns the option's name, with hyphens. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether it is true or false: on the command line an option without a value. */
  public boolean isFlag() {
    return defaultValue().equals("false");
  }

  /** Whether it is an option of each image, and not of reading and batches. */
  boolean augments() {
    return augments;
  }

  @InterfaceAudience.Private
  @Override
  public Definition definition() {
    return definition;
  }

  /** Returns the key, as users write it. */
  @Override
  public String toString() {
    return key();
  }
}
