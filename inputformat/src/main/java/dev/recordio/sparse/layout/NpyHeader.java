// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Headers of NPY 1.0, byte for byte as NumPy 1.x writes them for these types and shapes. */
@InterfaceAudience.LimitedPrivate({"images", "jobs"})
@InterfaceStability.Unstable
public final class NpyHeader {
  /** Where the numbers begin; NumPy aligns them to 64 bytes, and no header here is longer. */
  static final int BYTES = 128;

  /** Little-endian floats. */
  public static final String FLOAT32 = "<f4";

  static final String INT32 = "<i4";
  static final String INT64 = "<i8";
  static final String UINT32 = "<u4";

  /** Little-endian whole numbers from 0. */
  public static final String UINT64 = "<u8";

  /** Bytes from 0. */
  public static final String UINT8 = "|u1";

  /** Bytes with a sign. */
  public static final String INT8 = "|i1";

  static final String CHARS3 = "|S3";

  private static final int PREAMBLE_BYTES = 10;

  private NpyHeader() {}

  /** Returns the header of a vector. */
  public static byte[] vector(String type, long length) {
    return header(type, "(" + length + ",)");
  }

  /** Returns the header of a matrix, rows first. */
  static byte[] matrix(String type, long rows, long columns) {
    return header(type, "(" + rows + ", " + columns + ")");
  }

  /** Returns the header of an array of two or more axes, the last of which is contiguous. */
  public static byte[] array(String type, long... shape) {
    String axes = Arrays.stream(shape).mapToObj(Long::toString).collect(Collectors.joining(", "));
    return header(type, "(" + axes + ")");
  }

  /** Returns the header of a single item. */
  static byte[] scalar(String type) {
    return header(type, "()");
  }

  private static byte[] header(String type, String shape) {
    String text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
    byte[] header = new byte[BYTES];
    byte[] magic = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, BYTES - PREAMBLE_BYTES, 0};
    System.arraycopy(magic, 0, header, 0, magic.length);
    byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(ascii, 0, header, PREAMBLE_BYTES, ascii.length);
    for (int i = PREAMBLE_BYTES + ascii.length; i < BYTES - 1; i++) {
      header[i] = ' ';
    }
    header[BYTES - 1] = '\n';
    return header;
  }
}
