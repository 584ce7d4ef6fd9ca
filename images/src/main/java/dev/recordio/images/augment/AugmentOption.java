// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import static dev.recordio.conf.SettingType.oneOf;
import static dev.recordio.conf.SettingType.text;
import static dev.recordio.images.augment.OptionTypes.angles;
import static dev.recordio.images.augment.OptionTypes.anyNumber;
import static dev.recordio.images.augment.OptionTypes.divisor;
import static dev.recordio.images.augment.OptionTypes.flag;
import static dev.recordio.images.augment.OptionTypes.number;
import static dev.recordio.images.augment.OptionTypes.shape;
import static dev.recordio.images.augment.OptionTypes.whole;
import static dev.recordio.images.augment.OptionTypes.wholeOrNone;

import dev.recordio.conf.SettingType;
import java.util.List;
import java.util.Locale;

/**
 * The options of an image on its way into a batch: ImageRecordIter's parameters with hyphens for
 * underscores, and its defaults. The one list that parsing, command line, keys and docs come from.
 */
public enum AugmentOption {
  SHAPE(
      "", shape(), "Channels, rows and columns of an image in a batch, as in 3,224,224. Required."),
  DTYPE(
      "float32", oneOf("float32", "uint8", "int8"), "What the numbers are: float32, uint8, int8."),
  LAYOUT("nchw", oneOf("nchw", "nhwc"), "nchw (planes) or nhwc (pixels)."),
  INTER(
      "1",
      oneOf("0", "1", "2", "3", "4", "9", "10"),
      "How sizes are changed: 0 nearest, 1 bilinear, 2 cubic, 3 area, 4 Lanczos, 9 cubic to enlarge"
          + " and area to shrink, 10 one of the first five at random."),
  RESIZE("-1", wholeOrNone(1, 65535), "Resize to this short edge before all else; -1: no."),
  RAND_CROP("false", flag(), "Crop at a random place, instead of the middle."),
  RANDOM_RESIZED_CROP(
      "false", flag(), "Crop a random area of a random aspect, and resize it to the shape."),
  MIN_RANDOM_AREA("1", number(0, 1), "Least part of the area that random-resized-crop takes."),
  MAX_RANDOM_AREA("1", number(0, 1), "Greatest part of the area that random-resized-crop takes."),
  MAX_ASPECT_RATIO(
      "0",
      number(0, 1000),
      "Greatest ratio of width to height; without min-aspect-ratio the ratio is from 1 - this to 1 +"
          + " this."),
  MIN_ASPECT_RATIO("", number(0.001f, 1000), "Least ratio of width to height."),
  MIN_CROP_SIZE("-1", wholeOrNone(1, 65535), "Least edge of a square crop, resized to the shape."),
  MAX_CROP_SIZE("-1", wholeOrNone(1, 65535), "Greatest edge of a square crop."),
  MAX_ROTATE_ANGLE(
      "0", whole(0, 360), "Rotate by a random angle from minus this to this, degrees."),
  ROTATE("-1", whole(-1, 360), "Rotate by this angle, in degrees, if it is more than 0."),
  ROTATE_LIST("", angles(360), "Rotate by one of these angles at random."),
  MAX_SHEAR_RATIO("0", number(0, 100), "Shear by a random ratio from minus this to this."),
  MIN_RANDOM_SCALE("1", number(0.001f, 1000), "Least factor of a random scale."),
  MAX_RANDOM_SCALE("1", number(0.001f, 1000), "Greatest factor of a random scale."),
  MIN_IMG_SIZE("0", number(0, 65535), "Least edge after rotation and scale."),
  MAX_IMG_SIZE("1e10", number(1, 1e10f), "Greatest edge after rotation and scale."),
  PAD("0", whole(0, 65535), "Pixels added on all four sides, before the crop."),
  FILL_VALUE("255", whole(0, 255), "What pixels are that pad adds or rotation uncovers."),
  BRIGHTNESS("0", number(0, 100), "Multiply by a random factor from 1 - this to 1 + this."),
  CONTRAST("0", number(0, 100), "Mix with the mean grey by a factor from 1 - this to 1 + this."),
  SATURATION(
      "0", number(0, 100), "Mix with the pixel's grey by a factor from 1 - this to 1 + this."),
  RANDOM_H("0", whole(0, 180), "Shift the hue by up to this, of 180."),
  RANDOM_S("0", whole(0, 255), "Shift the saturation by up to this, of 255."),
  RANDOM_L("0", whole(0, 255), "Shift the lightness by up to this, of 255."),
  PCA_NOISE("0", number(0, 1000), "Standard deviation of noise along the colours' principal axes."),
  MIRROR("false", flag(), "Mirror all images."),
  RAND_MIRROR("false", flag(), "Mirror each image with a probability of one half."),
  MEAN_IMG(
      "", text(), "A mean image, as mean-image makes it, to subtract in place of mean-r, g, b, a."),
  MEAN_R("0", anyNumber(), "What is subtracted from red, or grey."),
  MEAN_G("0", anyNumber(), "What is subtracted from green."),
  MEAN_B("0", anyNumber(), "What is subtracted from blue."),
  MEAN_A("0", anyNumber(), "What is subtracted from alpha."),
  STD_R("1", divisor(), "What red, or grey, is then divided by."),
  STD_G("1", divisor(), "What green is then divided by."),
  STD_B("1", divisor(), "What blue is then divided by."),
  STD_A("1", divisor(), "What alpha is then divided by."),
  SCALE("1", anyNumber(), "What all numbers are multiplied by."),
  MAX_RANDOM_CONTRAST(
      "0", number(0, 100), "Multiply the numbers by a random factor from 1 - this to 1 + this."),
  MAX_RANDOM_ILLUMINATION(
      "0", number(0, 1e6f), "Add a random number from minus this to this, before scale and std.");

  /** The means of red (or grey), green, blue and alpha. */
  static final List<AugmentOption> MEANS = List.of(MEAN_R, MEAN_G, MEAN_B, MEAN_A);

  /** What these are divided by. */
  static final List<AugmentOption> STDS = List.of(STD_R, STD_G, STD_B, STD_A);

  private final String defaultValue;
  private final SettingType type;
  private final String description;

  AugmentOption(String defaultValue, SettingType type, String description) {
    this.defaultValue = defaultValue;
    this.type = type;
    this.description = description;
  }

  /** Returns the name that users write, with hyphens. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the default as users would write it; empty where there is none. */
  public String defaultValue() {
    return defaultValue;
  }

  /** Returns which values there are; what it reads is the canonical text. */
  public SettingType type() {
    return type;
  }

  /** Whether it is true or false: on the command line a flag without a value. */
  public boolean isFlag() {
    return defaultValue.equals("false");
  }

  /** Returns what the option does, in a sentence. */
  public String description() {
    return description;
  }

  /**
   * Returns the canonical form of a value; an empty one is the default.
   *
   * @throws dev.recordio.conf.InvalidSettingException when it is invalid
   */
  public String normal(String value) {
    String text = value.strip().isEmpty() ? defaultValue : value.strip();
    return text.isEmpty() ? text : type.read(optionName(), text).toString();
  }
}
