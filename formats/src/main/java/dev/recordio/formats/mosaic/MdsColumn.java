// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.mosaic;

/**
 * A column of MDS.
 *
 * @param name its name
 * @param encoding its encoding: {@code bytes}, {@code jpeg}, {@code uint64} and so on
 * @param bytes of each value; {@link #VARIABLE} where samples have its size
 */
public record MdsColumn(String name, String encoding, int bytes) {
  /** Values have sizes of their own. */
  public static final int VARIABLE = -1;

  /** The encoding of arrays of float32. */
  public static final String FLOATS = "ndarray:float32";

  /** Makes a column of which the encoding has a fixed width only if it is a number. */
  public static MdsColumn of(String name, String encoding) {
    MdsNumber number = MdsNumber.of(encoding);
    return new MdsColumn(name, encoding, number == null ? VARIABLE : number.bytes());
  }

  /** Whether the size of a value is in its sample. */
  public boolean isVariable() {
    return bytes == VARIABLE;
  }

  /** Whether the values are the bytes of files, such as images. */
  public boolean isFile() {
    return switch (encoding) {
      case "bytes", "jpeg", "png" -> isVariable();
      default -> false;
    };
  }

  /** Whether values are pickled objects of Python, which run code when they are read. */
  public boolean isPickle() {
    return encoding.equals("pkl");
  }

  /** Returns the type of the values; null when they are no numbers of fixed width. */
  public MdsNumber number() {
    MdsNumber number = MdsNumber.of(encoding);
    return number != null && number.bytes() == bytes ? number : null;
  }

  /** Returns the type of the items where values are arrays of numbers; else null. */
  public MdsNumber items() {
    String type = encoding.startsWith("ndarray:") ? encoding.substring("ndarray:".length()) : "";
    return isVariable() && !type.equals("int") ? MdsNumber.of(type) : null;
  }
}
