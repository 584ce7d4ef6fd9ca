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

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The options of an image on its way into a batch: ImageRecordIter's parameters with hyphens for
 * underscores, and its defaults. The one list that parsing, command line, keys and docs come from.
 */
public enum AugmentOption {
  SHAPE(
      "",
      shape(),
      "Channels, rows and columns of an image in a batch, as in 3,224,224. Required, except for"
          + " arrays (.npy)."),
  DTYPE("float32", oneOf("float32", "uint8", "int8"), "The type of numbers: float32, uint8, int8."),
  LAYOUT("nchw", oneOf("nchw", "nhwc"), "nchw (planes) or nhwc (pixels)."),
  INTER(
      "1",
      oneOf("0", "1", "2", "3", "4", "9", "10"),
      "How to resize: 0 nearest, 1 bilinear, 2 cubic, 3 area, 4 Lanczos, 9 cubic to enlarge and"
          + " area to shrink, 10 one of the first five at random."),
  RESIZE("-1", wholeOrNone(1, 65535), "First resize the short edge to this; -1: no."),
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
  FILL_VALUE("255", whole(0, 255), "The value of pixels that pad or rotation adds."),
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
  MEAN_R("0", anyNumber(), "Subtract this from red, or grey."),
  MEAN_G("0", anyNumber(), "Subtract this from green."),
  MEAN_B("0", anyNumber(), "Subtract this from blue."),
  MEAN_A("0", anyNumber(), "Subtract this from alpha."),
  STD_R("1", divisor(), "Then divide red, or grey, by this."),
  STD_G("1", divisor(), "Then divide green by this."),
  STD_B("1", divisor(), "Then divide blue by this."),
  STD_A("1", divisor(), "Then divide alpha by this."),
  SCALE("1", anyNumber(), "Multiply all numbers by this."),
  MAX_RANDOM_CONTRAST(
      "0", number(0, 100), "Multiply the numbers by a random factor from 1 - this to 1 + this."),
  MAX_RANDOM_ILLUMINATION(
      "0", number(0, 1e6f), "Add a random number from minus this to this, before scale and std.");

  /** The means of red (or grey), green, blue and alpha. */
  static final List<AugmentOption> MEANS = List.of(MEAN_R, MEAN_G, MEAN_B, MEAN_A);

  /** What these are divided by. */
  static final List<AugmentOption> STDS = List.of(STD_R, STD_G, STD_B, STD_A);

  /** The options that move pixels otherwise than a mirror or a resize of the whole image does. */
  static final List<AugmentOption> MOVING =
      List.of(
          RAND_CROP,
          RANDOM_RESIZED_CROP,
          MIN_RANDOM_AREA,
          MAX_RANDOM_AREA,
          MAX_ASPECT_RATIO,
          MIN_ASPECT_RATIO,
          MIN_CROP_SIZE,
          MAX_CROP_SIZE,
          MAX_ROTATE_ANGLE,
          ROTATE,
          ROTATE_LIST,
          MAX_SHEAR_RATIO,
          MIN_RANDOM_SCALE,
          MAX_RANDOM_SCALE,
          MIN_IMG_SIZE,
          MAX_IMG_SIZE,
          PAD);

  private final ConfKey.Definition definition;

  AugmentOption(String defaultValue, SettingType type, String description) {
    String key = "recordio.batches." + optionName();
    definition = new ConfKey.Definition(key, defaultValue, type, description);
  }

  /** Returns the name that users write, with hyphens. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns what the key of the option is; its type reads the canonical text. */
  public ConfKey.Definition definition() {
    return definition;
  }

  /**
   * Returns the canonical form of a value; an empty one is the default.
   *
   * @throws dev.recordio.conf.InvalidSettingException when it is invalid
   */
  public String normal(String value) {
    String text = value.strip().isEmpty() ? definition.defaultValue() : value.strip();
    return text.isEmpty() ? text : definition.type().read(optionName(), text).toString();
  }

  /** Checks which options go together; what is wrong is added to {@code errors}. */
  static void check(AugmentOptions options, List<String> errors) {
    new Rules(options, errors).check();
  }

  /**
   * Which options go together. What another option would make void is an error, as a user who asks
   * for it expects it to do something.
   */
  private record Rules(AugmentOptions options, List<String> errors) {
    void check() {
      crops();
      ranges();
      rotation();
      channels();
      numbers();
    }

    private void crops() {
      if (options.isSet(RANDOM_RESIZED_CROP)) {
        refuse(
            "with random-resized-crop",
            RAND_CROP,
            MIN_CROP_SIZE,
            MAX_CROP_SIZE,
            MIN_RANDOM_SCALE,
            MAX_RANDOM_SCALE);
      } else {
        refuse("without random-resized-crop", MIN_RANDOM_AREA, MAX_RANDOM_AREA);
      }
      if (options.isSet(MIN_CROP_SIZE) != options.isSet(MAX_CROP_SIZE)) {
        errors.add("min-crop-size and max-crop-size are given both or neither");
      }
      float edge = options.number(RESIZE) + 2 * options.number(PAD);
      if (options.isSet(RESIZE)
          && options.number(MAX_CROP_SIZE) > edge
          && !AffineStep.isWanted(options)) {
        errors.add(
            "max-crop-size is "
                + options.text(MAX_CROP_SIZE)
                + ", more than the short edge of every image, which is "
                + (int) edge
                + " by resize and pad");
      }
    }

    private void ranges() {
      order(MIN_RANDOM_AREA, MAX_RANDOM_AREA);
      order(MIN_RANDOM_SCALE, MAX_RANDOM_SCALE);
      order(MIN_IMG_SIZE, MAX_IMG_SIZE);
      if (options.isSet(MIN_CROP_SIZE) && options.isSet(MAX_CROP_SIZE)) {
        order(MIN_CROP_SIZE, MAX_CROP_SIZE);
      }
      if (options.isSet(MIN_ASPECT_RATIO)) {
        order(MIN_ASPECT_RATIO, MAX_ASPECT_RATIO);
      } else if (options.number(MAX_ASPECT_RATIO) >= 1) {
        errors.add(
            "max-aspect-ratio is "
                + options.text(MAX_ASPECT_RATIO)
                + ", so that 1 - max-aspect-ratio, the least ratio, is not above 0: give"
                + " min-aspect-ratio");
      }
    }

    private void rotation() {
      if (options.number(ROTATE) > 0) {
        refuse("with rotate", MAX_ROTATE_ANGLE, ROTATE_LIST);
      } else if (options.isSet(ROTATE_LIST)) {
        refuse("with rotate-list", MAX_ROTATE_ANGLE);
      }
    }

    private void channels() {
      String shape = options.text(SHAPE);
      if (shape.isEmpty()) {
        if (errors.stream().anyMatch(error -> error.startsWith(SHAPE.optionName() + " is '"))) {
          return; // not missing, too
        }
        errors.add("shape is missing: give C,H,W, as in 3,224,224");
        return;
      }
      int channels = shape.charAt(0) - '0';
      String of = "for a shape of " + channels + (channels == 1 ? " channel" : " channels");
      if (channels != 3) {
        refuse(of, BRIGHTNESS, CONTRAST, SATURATION, RANDOM_H, RANDOM_S, RANDOM_L, PCA_NOISE);
      }
      MEANS.subList(channels, MEANS.size()).forEach(mean -> refuse(of, mean));
      STDS.subList(channels, STDS.size()).forEach(std -> refuse(of, std));
    }

    private void numbers() {
      if (options.isSet(DTYPE)) {
        String of = "with dtype " + options.text(DTYPE);
        refuse(of, STD_R, STD_G, STD_B, STD_A, SCALE, MAX_RANDOM_CONTRAST, MAX_RANDOM_ILLUMINATION);
        if (options.text(DTYPE).equals("uint8")) {
          refuse(of, MEAN_R, MEAN_G, MEAN_B, MEAN_A, MEAN_IMG);
        }
      }
      if (options.isSet(MEAN_IMG)) {
        refuse("with mean-img", MEAN_R, MEAN_G, MEAN_B, MEAN_A);
      }
      for (AugmentOption std : STDS) {
        if (!Float.isFinite(options.number(SCALE) / options.number(std))) {
          errors.add("scale / " + std.optionName() + " is not a float32");
        }
      }
    }

    private void order(AugmentOption min, AugmentOption max) {
      if (options.number(min) > options.number(max)) {
        errors.add(
            min.optionName()
                + " is "
                + options.text(min)
                + ", more than "
                + max.optionName()
                + ", "
                + options.text(max));
      }
    }

    private void refuse(String why, AugmentOption... refused) {
      String given =
          Stream.of(refused)
              .filter(options::isSet)
              .map(AugmentOption::optionName)
              .collect(Collectors.joining(", "));
      if (!given.isEmpty()) {
        errors.add("there is no " + given + " " + why);
      }
    }
  }
}
