// SPDX-License-Identifier: Apache-2.0
package dev.recordio.npy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The text of a header, and the bytes around it, as NumPy 1.23 and later write them. */
final class NpyText {
  /** What each file begins with; two bytes of a version follow. */
  static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  /** The bytes before the header's length: the mark and the version. */
  static final int VERSION_END = MAGIC.length + 2;

  static final String DESCR = "descr";
  static final String ORDER = "fortran_order";
  static final String SHAPE = "shape";

  /** Items begin at a multiple of this. */
  private static final int ALIGNMENT = 64;

  /** Digits that the length of the axis that grows may have; NumPy leaves room for them. */
  private static final int GROWTH_DIGITS = 21;

  private NpyText() {}

  static byte[] encode(NpyType type, boolean fortranOrder, long... shape) {
    String text =
        "{'"
            + DESCR
            + "': "
            + "'"
            + type
            + "'"
            + ", '"
            + ORDER
            + "': "
            + (fortranOrder ? "True" : "False")
            + ", '"
            + SHAPE
            + "': "
            + shape(shape)
            + ", }";
    if (shape.length > 0) {
      long grows = shape[fortranOrder ? shape.length - 1 : 0];
      text += " ".repeat(Math.max(0, GROWTH_DIGITS - Long.toString(grows).length()));
    }
    return wrap(text.getBytes(charset(1)));
  }

  /** Returns the encoding of the text of headers of a major version. */
  static Charset charset(int version) {
    return version < 3 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
  }

  /** Returns the whole header, of version 1: a text of a type and up to 64 axes is short. */
  private static byte[] wrap(byte[] text) {
    int begin = VERSION_END + Short.BYTES;
    int used = begin + text.length + 1;
    // NumPy appends 64 spaces, not none, where the text ends at a multiple already.
    int end = used + ALIGNMENT - used % ALIGNMENT;
    int length = end - begin;
    byte[] header = new byte[end];
    System.arraycopy(MAGIC, 0, header, 0, MAGIC.length);
    header[MAGIC.length] = 1;
    header[VERSION_END] = (byte) length;
    header[VERSION_END + 1] = (byte) (length >>> 8);
    System.arraycopy(text, 0, header, begin, text.length);
    Arrays.fill(header, begin + text.length, end - 1, (byte) ' ');
    header[end - 1] = '\n';
    return header;
  }

  /** Returns a shape as Python writes a tuple. */
  static String shape(long... shape) {
    String axes = Arrays.stream(shape).mapToObj(Long::toString).collect(Collectors.joining(", "));
    return "(" + axes + (shape.length == 1 ? ",)" : ")");
  }
}
