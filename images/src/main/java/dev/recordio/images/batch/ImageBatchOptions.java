// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.SettingType;
import dev.recordio.conf.Suggestion;
import dev.recordio.images.augment.AugmentOptions;
import dev.recordio.images.augment.ImageDtype;
import dev.recordio.reader.stage.Stages;
import dev.recordio.reader.stage.Tail;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;

/**
 * How batches of images are made, checked together: ImageRecordIter's parameters. Immutable.
 *
 * <pre>{@code
 * ImageBatchOptions options =
 *     ImageBatchOptions.builder()
 *         .set("shape", "3,224,224")
 *         .set("batch-size", "256")
 *         .set("rand-crop", "true")
 *         .set("shuffle", "true")
 *         .build();
 * }</pre>
 *
 * <p>The command {@code batches} has options of the same names; each has a key, too: {@link
 * ImageBatchConf}. An empty value is the default.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class ImageBatchOptions {
  private static final long MAX_BATCH_BYTES = Integer.MAX_VALUE;

  private final Map<ImageBatchConf, Object> values;
  private final AugmentOptions augment;

  private final boolean hasShape;
  private final ArrayShape array; // or null

  private ImageBatchOptions(
      Map<ImageBatchConf, Object> values,
      AugmentOptions augment,
      boolean hasShape,
      ArrayShape array) {
    this.values = values;
    this.augment = augment;
    this.hasShape = hasShape;
    this.array = array;
  }

  /** Whether there is a shape; else the records must be arrays, which have their own. */
  boolean hasShape() {
    return hasShape;
  }

  /** Returns what the arrays are; null if the records are images, or that is not known yet. */
  ArrayShape array() {
    return array;
  }

  /**
   * Returns the same options for arrays.
   *
   * @throws InvalidSettingException when a batch would have too many bytes
   */
  ImageBatchOptions with(ArrayShape shape) {
    if ((long) shape.bytes() * batchSize() > MAX_BATCH_BYTES) {
      throw new InvalidSettingException(tooLarge("arrays", batchSize(), shape.bytes()));
    }
    return new ImageBatchOptions(values, augment, hasShape, shape);
  }

  /** Returns what the numbers of a batch are. */
  @InterfaceAudience.Private
  public ImageDtype dtype() {
    return array == null ? augment.dtype() : array.dtype();
  }

  /** Returns the bytes of the numbers of a row. */
  @InterfaceAudience.Private
  public long rowBytes() {
    long numbers = (long) augment.channels() * augment.height() * augment.width();
    return array == null ? numbers * augment.dtype().bytes() : array.bytes();
  }

  private static String tooLarge(String what, long size, long bytes) {
    return String.format(
        "batch-size is %d, of %s of %d bytes; a batch has at most %d bytes",
        size, what, bytes, MAX_BATCH_BYTES);
  }

  /** Creates a builder of options that are all at their defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns the options of names and values.
   *
   * @throws InvalidSettingException when any is invalid; the message has all errors
   */
  public static ImageBatchOptions of(Map<String, String> texts) {
    Builder builder = builder();
    texts.forEach(builder::set);
    return builder.build();
  }

  /**
   * Returns the options of the keys {@code recordio.batches.*}.
   *
   * @throws InvalidSettingException when any is invalid; the message has all errors
   */
  public static ImageBatchOptions of(Configuration conf) {
    Builder builder = builder();
    for (ImageBatchConf key : ImageBatchConf.values()) {
      builder.set(key.optionName(), conf.getTrimmed(key.key(), ""));
    }
    return builder.build();
  }

  /** Returns how many images are a batch. */
  public int batchSize() {
    return whole(ImageBatchConf.BATCH_SIZE);
  }

  /** Returns how many labels an image has; -1: the number varies. */
  public int labelWidth() {
    return whole(ImageBatchConf.LABEL_WIDTH);
  }

  /** Returns how many labels a row has if the number varies; 0: as many as the longest record. */
  public int labelPadWidth() {
    return whole(ImageBatchConf.LABEL_PAD_WIDTH);
  }

  /** Returns the value that fills rows up after the labels of their records. */
  public float labelPadValue() {
    return Float.parseFloat((String) values.get(ImageBatchConf.LABEL_PAD_VALUE));
  }

  /** Returns what labels are: auto, detection or plain. */
  public String labelLayout() {
    return (String) values.get(ImageBatchConf.LABEL_LAYOUT);
  }

  /** Returns the name of the list that has the labels; empty where the records have them. */
  public String labels() {
    return (String) values.get(ImageBatchConf.LABELS);
  }

  /** Whether each epoch is shuffled. */
  public boolean shuffles() {
    return Boolean.parseBoolean((String) values.get(ImageBatchConf.SHUFFLE));
  }

  /** Returns the seed of orders and of all that is random. */
  public long seed() {
    return (Long) values.get(ImageBatchConf.SEED);
  }

  /** Returns which part of the input is read, as K/N. */
  public String part() {
    return (String) values.get(ImageBatchConf.PART);
  }

  /** Returns the rule by which parts are cut: equal, count or bytes. */
  public String partRule() {
    return (String) values.get(ImageBatchConf.PART_RULE);
  }

  /** Returns how many epochs are read; {@link Stages#INFINITE} for all. */
  public long epochs() {
    return (Long) values.get(ImageBatchConf.EPOCHS);
  }

  /** Returns what becomes of an epoch's last images if they do not fill a batch. */
  public Tail tail() {
    return Tail.valueOf(((String) values.get(ImageBatchConf.TAIL)).toUpperCase(Locale.ROOT));
  }

  /** Returns how many threads decode and augment. */
  public int threads() {
    return whole(ImageBatchConf.THREADS);
  }

  /** Returns how many batches are prepared in advance, at most. */
  public int prefetch() {
    return whole(ImageBatchConf.PREFETCH);
  }

  /** Whether an image that cannot be decoded is left out; else it is an error. */
  public boolean skipsErrors() {
    return values.get(ImageBatchConf.ON_ERROR).equals("skip");
  }

  /** Returns the options of each image. */
  public AugmentOptions augment() {
    return augment;
  }

  private int whole(ImageBatchConf option) {
    return Math.toIntExact((Long) values.get(option));
  }

  /**
   * Checks that the labels of a batch fit into a buffer.
   *
   * @throws InvalidSettingException when they do not
   */
  static void checkLabels(long batchSize, long width) {
    if (width * Float.BYTES > MAX_BATCH_BYTES / batchSize) {
      throw new InvalidSettingException(
          "batch-size is "
              + batchSize
              + " and label-width "
              + width
              + "; a batch has at most "
              + MAX_BATCH_BYTES
              + " bytes of labels");
    }
  }

  /** Collects options. */
  @InterfaceAudience.Public
  @InterfaceStability.Evolving
  public static final class Builder {
    private final Map<ImageBatchConf, Object> values = new EnumMap<>(ImageBatchConf.class);
    private final AugmentOptions.Builder augment = AugmentOptions.builder();
    private final List<String> augments = new ArrayList<>(); // that are set
    private final List<String> errors = new ArrayList<>();
    private boolean hasShape;

    private Builder() {
      for (ImageBatchConf option : ImageBatchConf.values()) {
        if (!option.augments()) {
          set(option, "");
        }
      }
      errors.clear(); // batch-size has no default
    }

    /** Sets an option; {@link #build} checks it. */
    public Builder set(String name, String value) {
      for (ImageBatchConf option : ImageBatchConf.values()) {
        if (option.optionName().equals(name)) {
          if (option.augments()) {
            augment.set(name, value);
            if (!value.isBlank()) {
              hasShape |= option == ImageBatchConf.SHAPE;
              augments.add(name);
            }
          } else {
            set(option, value);
          }
          return this;
        }
      }
      List<String> known =
          Arrays.stream(ImageBatchConf.values()).map(ImageBatchConf::optionName).toList();
      List<String> near = Suggestion.near(name.toLowerCase(Locale.ROOT).replace('_', '-'), known);
      errors.add("unknown option " + name + Suggestion.didYouMean(near));
      return this;
    }

    private void set(ImageBatchConf option, String value) {
      String text = value.strip().isEmpty() ? option.defaultValue() : value.strip();
      SettingType type = option.definition().type();
      try {
        values.put(option, text.isEmpty() ? "" : type.read(option.optionName(), text));
      } catch (InvalidSettingException e) {
        errors.add(e.getMessage());
        values.put(option, null); // not missing, too
      }
    }

    /**
     * Returns the options.
     *
     * @throws InvalidSettingException when any is invalid, or any two do not go together; the
     *     message has all errors
     */
    public ImageBatchOptions build() {
      List<String> all = new ArrayList<>(errors);
      if ("".equals(values.get(ImageBatchConf.BATCH_SIZE))) {
        all.add("batch-size is required");
      }
      if (!hasShape && augments.isEmpty()) {
        augment.set("shape", "1,1,1"); // of no meaning: the records tell what they are
      }
      all.addAll(augment.errors());
      if (!hasShape && !augments.isEmpty()) {
        all.add("arrays (.npy), which need no shape, take no " + String.join(", ", augments));
      }
      if (all.isEmpty()) {
        checkLabels(all);
        checkBytes(all);
      }
      if (!all.isEmpty()) {
        throw new InvalidSettingException(String.join("; ", all));
      }
      return new ImageBatchOptions(new EnumMap<>(values), augment.build(), hasShape, null);
    }

    private void checkBytes(List<String> all) {
      AugmentOptions images = augment.build();
      long image =
          (long) images.channels() * images.height() * images.width() * images.dtype().bytes();
      long size = (Long) values.get(ImageBatchConf.BATCH_SIZE);
      if (image > MAX_BATCH_BYTES / size) {
        all.add(tooLarge("images", size, image));
      }
      long width = (Long) values.get(ImageBatchConf.LABEL_WIDTH);
      long padded = (Long) values.get(ImageBatchConf.LABEL_PAD_WIDTH);
      try {
        ImageBatchOptions.checkLabels(size, Math.max(width, padded));
      } catch (InvalidSettingException e) {
        all.add(e.getMessage());
      }
    }

    private void checkLabels(List<String> all) {
      long width = (Long) values.get(ImageBatchConf.LABEL_WIDTH);
      if (width == 0) {
        all.add("label-width is 0: give 1 or more, or -1 where each image has its own number");
      }
      for (ImageBatchConf pad :
          List.of(ImageBatchConf.LABEL_PAD_WIDTH, ImageBatchConf.LABEL_PAD_VALUE)) {
        String none = pad.definition().type().read("", pad.defaultValue()).toString();
        if (width > 0 && !values.get(pad).toString().equals(none)) {
          all.add("there is no " + pad.optionName() + " without label-width -1");
        }
      }
    }
  }
}
