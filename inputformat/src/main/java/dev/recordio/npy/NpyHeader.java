// SPDX-License-Identifier: Apache-2.0
package dev.recordio.npy;

import dev.recordio.bytes.MalformedRecordException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The header of a {@code .npy} file: the type of an array's items, their order and the array's
 * shape. Written byte for byte as NumPy writes it; read in the versions 1.0, 2.0 and 3.0.
 *
 * <p>The format is specified by NumPy's {@code numpy.lib.format}.
 *
 * @param type the type of the items
 * @param isFortranOrder whether the first axis is the one whose items lie side by side
 * @param shape the lengths of the axes; none for a single item
 * @param dataOffset where the first item begins in the file, in bytes
 */
public record NpyHeader(NpyType type, boolean isFortranOrder, long[] shape, long dataOffset) {
  /** The bytes of the headers of arrays of numbers with up to four axes, as NumPy pads them. */
  public static final int BYTES = 128;

  /** Little-endian floats. */
  public static final String FLOAT32 = "<f4";

  /** Little-endian whole numbers of four bytes. */
  public static final String INT32 = "<i4";

  /** Little-endian whole numbers of eight bytes. */
  public static final String INT64 = "<i8";

  /** Little-endian whole numbers of four bytes, from 0. */
  public static final String UINT32 = "<u4";

  /** Little-endian whole numbers from 0. */
  public static final String UINT64 = "<u8";

  /** Bytes from 0. */
  public static final String UINT8 = "|u1";

  /** Bytes with a sign. */
  public static final String INT8 = "|i1";

  /** Truth values, a byte each. */
  public static final String BOOL = "|b1";

  /** Texts of three ASCII characters. */
  public static final String CHARS3 = "|S3";

  /** Returns the header of a vector. */
  public static byte[] vector(String type, long length) {
    return of(NpyType.parse(type), length);
  }

  /** Returns the header of a matrix, rows first. */
  public static byte[] matrix(String type, long rows, long columns) {
    return of(NpyType.parse(type), rows, columns);
  }

  /** Returns the header of an array of two or more axes; the last is contiguous. */
  public static byte[] array(String type, long... shape) {
    return of(NpyType.parse(type), shape);
  }

  /** Returns the header of a single item. */
  public static byte[] scalar(String type) {
    return of(NpyType.parse(type));
  }

  /**
   * Returns the header of an array in C order, of the first version that can hold it.
   *
   * @param shape the lengths of its axes; none for a single item
   */
  public static byte[] of(NpyType type, long... shape) {
    return NpyText.encode(type, false, shape);
  }

  /**
   * Reads a header.
   *
   * @param in at the file's first byte; afterwards at the first item
   * @param length the bytes of the file; nothing is allocated for a header that would not fit
   * @param path the file, for errors
   * @throws MalformedRecordException when it is none, or one of Python objects
   */
  public static NpyHeader read(InputStream in, long length, String path) throws IOException {
    return new NpyReading(in, length, path).read();
  }

  /** Returns the number of axes; 0 for a single item. */
  public int axes() {
    return shape.length;
  }

  /** Returns the length of an axis. */
  public long length(int axis) {
    return shape[axis];
  }

  /** Returns the bytes of all items; -1 when that is 2^63 or more. */
  public long dataBytes() {
    if (Arrays.stream(shape).anyMatch(axis -> axis == 0)) {
      return 0;
    }
    long bytes = type.bytes();
    for (long axis : shape) {
      if (bytes > Long.MAX_VALUE / axis) {
        return -1;
      }
      bytes *= axis;
    }
    return bytes;
  }

  /**
   * Checks that a file has the items that its header promises, and nothing after them.
   *
   * @param length the bytes of the file
   * @param path the file, for errors
   * @throws MalformedRecordException when it has less, with the bytes that are missing, or more
   */
  public void requireFits(long length, String path) throws MalformedRecordException {
    long bytes = dataBytes();
    long there = length - dataOffset;
    if (bytes == there) {
      return;
    }
    String found = there + " bytes after the header";
    if (bytes < 0) {
      found += ": the rest is missing";
    } else if (bytes > there) {
      found += ": " + (bytes - there) + " bytes are missing, the file was cut";
    } else {
      found += ": " + (there - bytes) + " bytes more than the array has";
    }
    throw new MalformedRecordException(
        bytes < 0 || bytes > there ? "cut .npy file" : "a .npy file with more than one array",
        path,
        Math.min(length, bytes < 0 ? length : dataOffset + bytes),
        -1,
        (bytes < 0 ? "2^63 or more" : bytes) + " bytes of items: " + this,
        found);
  }

  /** Returns type and shape as NumPy prints them. */
  @Override
  public String toString() {
    return type + " " + NpyText.shape(shape) + (isFortranOrder ? " in Fortran order" : "");
  }

  /** Returns the lengths of the axes from one on. */
  public long[] lengthsFrom(int axis) {
    return Arrays.copyOfRange(shape, axis, shape.length);
  }
}
