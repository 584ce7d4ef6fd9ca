// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images;

import static dev.recordio.conf.SettingType.oneOf;
import static dev.recordio.conf.SettingType.whole;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.SettingType;
import dev.recordio.images.codec.Decoding;
import dev.recordio.images.codec.ImageCodec;
import dev.recordio.images.codec.ImageCodecs;
import dev.recordio.images.codec.ImageColor;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;

/** The keys of the decoding of images. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum ImageConf implements ConfKey {
  CODEC(
      "recordio.image.codec",
      "auto",
      oneOf("auto", "jdk", "opencv"),
      "What decodes and encodes images: jdk (ImageIO), opencv (bytedeco's OpenCV, whose"
          + " jars must be on the class path, as by -libjars), auto (opencv if it can be loaded,"
          + " else jdk; on Java 22 and later with libturbojpeg, if the system has it)."),
  MAX_PIXELS(
      "recordio.image.max-pixels",
      "67108864",
      whole(1, 1L << 31),
      "The most pixels (width times height) of an image. A larger one is an error, before"
          + " anything is allocated."),
  DAMAGED(
      "recordio.image.damaged",
      "warn",
      oneOf("refuse", "warn", "accept"),
      "What to do with an image that is not as it should be: refuse (an error), warn (take"
          + " and count it if no pixel is lost; cut or corrupt data are errors), accept (take cut"
          + " and corrupt data too, as they decode).");

  private final Definition definition;

  ImageConf(String key, String defaultValue, SettingType type, String description) {
    definition = new Definition(key, defaultValue, type, description);
  }

  /** Returns how images are decoded. */
  public static Decoding decoding(Configuration conf, ImageColor color) {
    return new Decoding(
        color, MAX_PIXELS.getLong(conf), DAMAGED.getEnum(conf, Decoding.Damaged.class));
  }

  /** Returns which codec is wanted. */
  public static ImageCodecs.Choice codec(Configuration conf) {
    return CODEC.getEnum(conf, ImageCodecs.Choice.class);
  }

  /**
   * Checks, before a job begins, that a codec requested by name can be loaded. For a job that runs
   * in containers, it is enough that the codec's jars go there: -libjars brings them to the
   * containers, not to this process.
   *
   * @throws InvalidSettingException when it can't; the message says how to add its jars
   */
  public static void checkCodec(Configuration conf) {
    boolean shipped =
        !conf.get("mapreduce.framework.name", "local").equals("local")
            && conf.getResource(ImageCodecs.OPENCV_CLASS) != null;
    if (codec(conf) == ImageCodecs.Choice.OPENCV && !shipped) {
      ImageCodecs.create(codec(conf)).close();
    }
  }

  /** Creates the codec, for one thread. */
  public static ImageCodec newCodec(Configuration conf) {
    return ImageCodecs.create(codec(conf));
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
