// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import dev.recordio.conf.InvalidSettingException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Creates codecs. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class ImageCodecs {
  /** Which codec. */
  public enum Choice {
    /**
     * OpenCV's where it can be loaded; else the JDK's, with the system's libturbojpeg on Java 22
     * and later.
     */
    AUTO,
    /** The JDK's ImageIO. */
    JDK,
    /** OpenCV's, by the jars of bytedeco. */
    OPENCV
  }

  /** A class in OpenCV's jars, as the path of its file in them. */
  public static final String OPENCV_CLASS = "org/bytedeco/opencv/global/opencv_imgcodecs.class";

  private ImageCodecs() {}

  /**
   * Creates a codec for one thread.
   *
   * @throws InvalidSettingException when OpenCV is chosen and its jars are not on the class path;
   *     the message says how to add them
   */
  public static ImageCodec create(Choice choice) {
    return switch (choice) {
      case JDK -> new JdkCodec();
      case OPENCV -> OpenCv.newCodec();
      case AUTO -> OpenCv.isLoaded() ? OpenCv.newCodec() : JdkCodec.withTurboJpeg();
    };
  }

  /**
   * Returns the description of the codec that {@link #create} would return; and why OpenCV's is not
   * used, if its jars are there and it was not loaded.
   */
  public static String describe(Choice choice) {
    try (ImageCodec codec = create(choice)) {
      String failure = choice == Choice.AUTO ? OpenCv.failure() : null;
      return codec.description() + (failure == null ? "" : "; OpenCV is not used: " + failure);
    }
  }
}
