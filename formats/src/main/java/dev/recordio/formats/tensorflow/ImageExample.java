// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.tensorflow;

import java.nio.charset.StandardCharsets;

/**
 * The features of an image's {@code tf.train.Example}: the names of TensorFlow's models, and a few
 * more for what an image record has besides.
 */
public enum ImageExample {
  /** The image, as it was encoded: bytes. */
  ENCODED("image/encoded"),
  /** The format of the image, such as {@code jpeg}: bytes. */
  FORMAT("image/format"),
  /** The label, where it is one whole number: int64. */
  LABEL("image/class/label"),
  /** The name of the label, where classes have names: bytes. */
  TEXT("image/class/text"),
  /** The labels, where they are not one whole number: floats. */
  LABELS("image/labels"),
  /** The key, in decimal digits: bytes. */
  SOURCE_ID("image/source_id"),
  /** The high half of the key, in decimal digits, where it is not 0: bytes. */
  ID2("image/id2"),
  /** The bytes of an image header that key and labels do not give back: bytes. */
  HEADER("image/recordio_header");

  private final String text;
  private final byte[] utf8;

  ImageExample(String text) {
    this.text = text;
    utf8 = text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the name in UTF-8, which must not be changed. */
  public byte[] utf8() {
    return utf8;
  }

  @Override
  public String toString() {
    return text;
  }
}
