// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import static dev.recordio.images.augment.AugmentOption.BRIGHTNESS;
import static dev.recordio.images.augment.AugmentOption.CONTRAST;
import static dev.recordio.images.augment.AugmentOption.DTYPE;
import static dev.recordio.images.augment.AugmentOption.MAX_ASPECT_RATIO;
import static dev.recordio.images.augment.AugmentOption.MAX_CROP_SIZE;
import static dev.recordio.images.augment.AugmentOption.MAX_IMG_SIZE;
import static dev.recordio.images.augment.AugmentOption.MAX_RANDOM_AREA;
import static dev.recordio.images.augment.AugmentOption.MAX_RANDOM_CONTRAST;
import static dev.recordio.images.augment.AugmentOption.MAX_RANDOM_ILLUMINATION;
import static dev.recordio.images.augment.AugmentOption.MAX_RANDOM_SCALE;
import static dev.recordio.images.augment.AugmentOption.MAX_ROTATE_ANGLE;
import static dev.recordio.images.augment.AugmentOption.MEANS;
import static dev.recordio.images.augment.AugmentOption.MEAN_A;
import static dev.recordio.images.augment.AugmentOption.MEAN_B;
import static dev.recordio.images.augment.AugmentOption.MEAN_G;
import static dev.recordio.images.augment.AugmentOption.MEAN_IMG;
import static dev.recordio.images.augment.AugmentOption.MEAN_R;
import static dev.recordio.images.augment.AugmentOption.MIN_ASPECT_RATIO;
import static dev.recordio.images.augment.AugmentOption.MIN_CROP_SIZE;
import static dev.recordio.images.augment.AugmentOption.MIN_IMG_SIZE;
import static dev.recordio.images.augment.AugmentOption.MIN_RANDOM_AREA;
import static dev.recordio.images.augment.AugmentOption.MIN_RANDOM_SCALE;
import static dev.recordio.images.augment.AugmentOption.PAD;
import static dev.recordio.images.augment.AugmentOption.PCA_NOISE;
import static dev.recordio.images.augment.AugmentOption.RANDOM_H;
import static dev.recordio.images.augment.AugmentOption.RANDOM_L;
import static dev.recordio.images.augment.AugmentOption.RANDOM_RESIZED_CROP;
import static dev.recordio.images.augment.AugmentOption.RANDOM_S;
import static dev.recordio.images.augment.AugmentOption.RAND_CROP;
import static dev.recordio.images.augment.AugmentOption.RESIZE;
import static dev.recordio.images.augment.AugmentOption.ROTATE;
import static dev.recordio.images.augment.AugmentOption.ROTATE_LIST;
import static dev.recordio.images.augment.AugmentOption.SATURATION;
import static dev.recordio.images.augment.AugmentOption.SCALE;
import static dev.recordio.images.augment.AugmentOption.SHAPE;
import static dev.recordio.images.augment.AugmentOption.STDS;
import static dev.recordio.images.augment.AugmentOption.STD_A;
import static dev.recordio.images.augment.AugmentOption.STD_B;
import static dev.recordio.images.augment.AugmentOption.STD_G;
import static dev.recordio.images.augment.AugmentOption.STD_R;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which options go together. What another option would make void is an error, as a user who asks
 * for it expects it to do something.
 */
final class OptionRules {
  private final OptionValues values;
  private final List<String> errors;

  /** Checks canonical values; what is wrong is added to {@code errors}. */
  OptionRules(OptionValues values, List<String> errors) {
    this.values = values;
    this.errors = errors;
  }

  void check() {
    crops();
    ranges();
    rotation();
    channels();
    numbers();
  }

  private void crops() {
    if (values.isSet(RANDOM_RESIZED_CROP)) {
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
    if (values.isSet(MIN_CROP_SIZE) != values.isSet(MAX_CROP_SIZE)) {
      errors.add("min-crop-size and max-crop-size are given both or neither");
    }
    float edge = values.number(RESIZE) + 2 * values.number(PAD);
    if (values.isSet(RESIZE)
        && values.number(MAX_CROP_SIZE) > edge
        && !AffineStep.isWanted(values)) {
      errors.add(
          "max-crop-size is "
              + values.text(MAX_CROP_SIZE)
              + ", more than the short edge of every image, which is "
              + (int) edge
              + " by resize and pad");
    }
  }

  private void ranges() {
    order(MIN_RANDOM_AREA, MAX_RANDOM_AREA);
    order(MIN_RANDOM_SCALE, MAX_RANDOM_SCALE);
    order(MIN_IMG_SIZE, MAX_IMG_SIZE);
    if (values.isSet(MIN_CROP_SIZE) && values.isSet(MAX_CROP_SIZE)) {
      order(MIN_CROP_SIZE, MAX_CROP_SIZE);
    }
    if (values.isSet(MIN_ASPECT_RATIO)) {
      order(MIN_ASPECT_RATIO, MAX_ASPECT_RATIO);
    } else if (values.number(MAX_ASPECT_RATIO) >= 1) {
      errors.add(
          "max-aspect-ratio is "
              + values.text(MAX_ASPECT_RATIO)
              + ", so that 1 - max-aspect-ratio, the least ratio, is not above 0: give"
              + " min-aspect-ratio");
    }
  }

  private void rotation() {
    if (values.number(ROTATE) > 0) {
      refuse("with rotate", MAX_ROTATE_ANGLE, ROTATE_LIST);
    } else if (values.isSet(ROTATE_LIST)) {
      refuse("with rotate-list", MAX_ROTATE_ANGLE);
    }
  }

  private void channels() {
    String shape = values.text(SHAPE);
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
    if (values.isSet(DTYPE)) {
      String of = "with dtype " + values.text(DTYPE);
      refuse(of, STD_R, STD_G, STD_B, STD_A, SCALE, MAX_RANDOM_CONTRAST, MAX_RANDOM_ILLUMINATION);
      if (values.text(DTYPE).equals("uint8")) {
        refuse(of, MEAN_R, MEAN_G, MEAN_B, MEAN_A, MEAN_IMG);
      }
    }
    if (values.isSet(MEAN_IMG)) {
      refuse("with mean-img", MEAN_R, MEAN_G, MEAN_B, MEAN_A);
    }
    for (AugmentOption std : STDS) {
      if (!Float.isFinite(values.number(SCALE) / values.number(std))) {
        errors.add("scale / " + std.optionName() + " is not a float32");
      }
    }
  }

  private void order(AugmentOption min, AugmentOption max) {
    if (values.number(min) > values.number(max)) {
      errors.add(
          min.optionName()
              + " is "
              + values.text(min)
              + ", more than "
              + max.optionName()
              + ", "
              + values.text(max));
    }
  }

  private void refuse(String why, AugmentOption... options) {
    String given =
        Stream.of(options)
            .filter(values::isSet)
            .map(AugmentOption::optionName)
            .collect(Collectors.joining(", "));
    if (!given.isEmpty()) {
      errors.add("there is no " + given + " " + why);
    }
  }
}
