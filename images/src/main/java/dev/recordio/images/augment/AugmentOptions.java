// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.bytes.Sha256;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.Suggestion;
import dev.recordio.images.mean.MeanImage;
import dev.recordio.images.resample.Interpolation;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * ImageRecordIter's parameters, checked together. Immutable.
 *
 * <pre>{@code
 * AugmentOptions options =
 *     AugmentOptions.builder()
 *         .set("shape", "3,224,224")
 *         .set("resize", "256")
 *         .set("rand-crop", "true")
 *         .build();
 * }</pre>
 *
 * <p>Names are ImageRecordIter's with hyphens for underscores, except that {@code data_shape} is
 * {@code shape} and {@code inter_method} is {@code inter}. Values are texts; flags take true,
 * false, 1 and 0; an empty value means the default.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class AugmentOptions {
  private static final Map<String, String> RENAMED =
      Map.of("data-shape", "shape", "inter-method", "inter");

  private final Map<AugmentOption, String> values; // canonical
  private final int[] shape;
  private final MeanImage mean;
  private final boolean keepsBoxes;

  private AugmentOptions(Map<AugmentOption, String> values, MeanImage mean, boolean keepsBoxes) {
    this.values = new EnumMap<>(values);
    this.mean = mean;
    this.keepsBoxes = keepsBoxes;
    shape = wholes(AugmentOption.SHAPE);
  }

  /** Creates a builder of options that are all at their defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns the options of names and values; a mean image is {@linkplain #with added} after.
   *
   * @throws InvalidSettingException when any is invalid; the message has all errors
   */
  public static AugmentOptions of(Map<String, String> texts) {
    Builder builder = builder();
    texts.forEach(builder::set);
    return builder.build();
  }

  /**
   * Returns the same options with the mean image itself, which {@code mean-img} only names.
   *
   * @throws InvalidSettingException when it has another shape, or no option names one
   */
  public AugmentOptions with(MeanImage image) {
    if (meanName().isEmpty()) {
      throw new InvalidSettingException("a mean image is given, but mean-img does not name one");
    }
    if (image.channels() != channels() || image.height() != height() || image.width() != width()) {
      throw new InvalidSettingException(
          "mean-img "
              + meanName()
              + " has the shape "
              + image.channels()
              + ","
              + image.height()
              + ","
              + image.width()
              + ", but shape is "
              + text(AugmentOption.SHAPE));
    }
    return new AugmentOptions(values, image, keepsBoxes);
  }

  /**
   * Returns the same options for images with boxes, as ImageDetRecordIter has them: the whole image
   * is resized to the shape, so that boxes that are relative to its edges stay right.
   *
   * @throws InvalidSettingException when an option would move pixels and not the boxes
   */
  public AugmentOptions forBoxes() {
    List<String> moving =
        AugmentOption.MOVING.stream().filter(this::isSet).map(AugmentOption::optionName).toList();
    if (!moving.isEmpty()) {
      throw new InvalidSettingException(
          "there is no "
              + String.join(", ", moving)
              + " for images with boxes: the boxes would no longer be where the objects are");
    }
    return new AugmentOptions(values, mean, true);
  }

  /** Whether the whole image is resized to the shape, and nothing is cropped. */
  boolean keepsBoxes() {
    return keepsBoxes;
  }

  /** Returns the channels of an image: 1, 3 or 4. */
  public int channels() {
    return shape[0];
  }

  /** Returns the rows of an image. */
  public int height() {
    return shape[1];
  }

  /** Returns the columns of an image. */
  public int width() {
    return shape[2];
  }

  /** Returns what the numbers are. */
  public ImageDtype dtype() {
    return ImageDtype.valueOf(text(AugmentOption.DTYPE).toUpperCase(Locale.ROOT));
  }

  /** Returns the order of the numbers. */
  public ImageLayout layout() {
    return ImageLayout.valueOf(text(AugmentOption.LAYOUT).toUpperCase(Locale.ROOT));
  }

  /** Returns how sizes are changed. */
  public Interpolation interpolation() {
    return Interpolation.of(whole(AugmentOption.INTER));
  }

  /** Returns the name of the mean image, as the option has it; empty when there is none. */
  public String meanName() {
    return text(AugmentOption.MEAN_IMG);
  }

  /** Returns the mean image, or null when there is none, or it was not {@link #with added}. */
  public MeanImage mean() {
    return mean;
  }

  /**
   * Returns the options that differ from their defaults, in a fixed order: options of the same
   * effect have the same text. A mean image is a checksum in it, not a name.
   */
  @Override
  public String toString() {
    var text = new StringJoiner(" ");
    for (AugmentOption option : values.keySet()) {
      if (isSet(option)) {
        boolean isMean = option == AugmentOption.MEAN_IMG && mean != null;
        text.add(option.optionName() + "=" + (isMean ? checksum(mean) : text(option)));
      }
    }
    return text.toString() + (keepsBoxes ? " boxes" : "");
  }

  private static String checksum(MeanImage mean) {
    var bytes = ByteBuffer.allocate(Float.BYTES * mean.values().length);
    bytes.asFloatBuffer().put(mean.values());
    return "sha256:" + Sha256.hex(bytes.array());
  }

  /** Returns a value, in its canonical form; empty where there is none. */
  String text(AugmentOption option) {
    return values.get(option);
  }

  /** Whether a value is not the default. */
  boolean isSet(AugmentOption option) {
    return !text(option).equals(option.normal(""));
  }

  boolean flag(AugmentOption option) {
    return Boolean.parseBoolean(text(option));
  }

  int whole(AugmentOption option) {
    return Integer.parseInt(text(option));
  }

  float number(AugmentOption option) {
    return Float.parseFloat(text(option));
  }

  /** Returns the numbers of a list; none when there is no list. */
  int[] wholes(AugmentOption option) {
    String text = text(option);
    return text.isEmpty()
        ? new int[0]
        : Arrays.stream(text.split(",")).mapToInt(Integer::parseInt).toArray();
  }

  /** Returns the ratios of width to height: given by both ends, or by the distance from 1. */
  Range ratios() {
    float max = number(AugmentOption.MAX_ASPECT_RATIO);
    return isSet(AugmentOption.MIN_ASPECT_RATIO)
        ? new Range(number(AugmentOption.MIN_ASPECT_RATIO), max)
        : new Range(1 - max, 1 + max);
  }

  /** What a number is drawn from, both ends included. */
  record Range(float min, float max) {
    /** Whether there is but one number, 1, to draw. */
    boolean isOne() {
      return min == 1 && max == 1;
    }
  }

  /** Collects options. */
  @InterfaceAudience.Public
  @InterfaceStability.Evolving
  public static final class Builder {
    private final Map<AugmentOption, String> values = new EnumMap<>(AugmentOption.class);
    private final List<String> errors = new ArrayList<>();

    private Builder() {
      for (AugmentOption option : AugmentOption.values()) {
        values.put(option, option.normal(""));
      }
    }

    /** Sets an option; {@link #build} checks it. */
    public Builder set(String name, String value) {
      for (AugmentOption option : AugmentOption.values()) {
        if (option.optionName().equals(name)) {
          set(option, value);
          return this;
        }
      }
      errors.add("unknown option " + name + meant(name));
      return this;
    }

    private void set(AugmentOption option, String value) {
      try {
        values.put(option, option.normal(value));
      } catch (InvalidSettingException e) {
        errors.add(e.getMessage());
      }
    }

    private static String meant(String name) {
      String hyphens = name.toLowerCase(Locale.ROOT).replace('_', '-');
      String renamed = RENAMED.get(hyphens);
      List<String> known =
          Arrays.stream(AugmentOption.values()).map(AugmentOption::optionName).toList();
      List<String> near = renamed == null ? Suggestion.near(hyphens, known) : List.of(renamed);
      return Suggestion.didYouMean(near);
    }

    /** Returns all that is wrong, a sentence each; empty when nothing is. */
    public List<String> errors() {
      List<String> all = new ArrayList<>(errors);
      AugmentOption.check(new AugmentOptions(values, null, false), all);
      return all;
    }

    /**
     * Returns the options.
     *
     * @throws InvalidSettingException when any is invalid, or any two do not go together; the
     *     message has all errors
     */
    public AugmentOptions build() {
      List<String> all = errors();
      if (!all.isEmpty()) {
        throw new InvalidSettingException(String.join("; ", all));
      }
      return new AugmentOptions(values, null, false);
    }
  }
}
