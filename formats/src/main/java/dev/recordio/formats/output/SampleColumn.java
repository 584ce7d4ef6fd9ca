// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.output;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;

/**
 * A column of samples besides image, key and labels, as tables have them.
 *
 * @param name as the format has it
 * @param type of the values
 */
public record SampleColumn(String name, Type type) implements Serializable {
  private static final long serialVersionUID = 1;

  /** What values are, and the class of their objects. */
  public enum Type {
    /** A {@link String}. */
    TEXT,
    /** A {@code byte[]}. */
    BYTES,
    /** A {@link Long}. */
    INT64,
    /** A {@link Float}. */
    FLOAT32,
    /** A {@link Double}. */
    FLOAT64,
    /** A {@code float[]}. */
    FLOATS
  }

  /** Returns a value that is no array of numbers as bytes: text in UTF-8, numbers in decimal. */
  public byte[] bytes(Object value) {
    return type == Type.BYTES ? (byte[]) value : value.toString().getBytes(StandardCharsets.UTF_8);
  }
}
