// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.tensorflow;

/**
 * Names of the features of an image's {@code tf.train.Example}: those of TensorFlow's models, and a
 * few more for what an image record has besides.
 */
public final class ImageExample {
  /** The image, as it was encoded: bytes. */
  public static final String ENCODED = "image/encoded";

  /** The format of the image, such as {@code jpeg}: bytes. */
  public static final String FORMAT = "image/format";

  /** The label, where it is one whole number: int64. */
  public static final String LABEL = "image/class/label";

  /** The name of the label, where classes have names: bytes. */
  public static final String TEXT = "image/class/text";

  /** The labels, where they are not one whole number: floats. */
  public static final String LABELS = "image/labels";

  /** The key, in decimal digits: bytes. */
  public static final String SOURCE_ID = "image/source_id";

  /** The high half of the key, in decimal digits, where it is not 0: bytes. */
  public static final String ID2 = "image/id2";

  /** The bytes of an image header that key and labels do not give back: bytes. */
  public static final String HEADER = "image/recordio_header";

  private ImageExample() {}
}
