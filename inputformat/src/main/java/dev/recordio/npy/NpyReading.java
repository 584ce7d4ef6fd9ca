// SPDX-License-Identifier: Apache-2.0
package dev.recordio.npy;

import dev.recordio.bytes.Excerpt;
import dev.recordio.bytes.MalformedRecordException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Reads one header. */
final class NpyReading {
  /** A structured type with thousands of fields has a header this long. */
  private static final int MAX_TEXT_BYTES = 16 << 20;

  /** As many axes as an array of NumPy's can have. */
  private static final int MAX_AXES = 64;

  private static final int MAX_VERSION = 3;

  private final InputStream in;
  private final long fileLength;
  private final String path;
  private long textBegin;

  NpyReading(InputStream in, long fileLength, String path) {
    this.in = in;
    this.fileLength = fileLength;
    this.path = path;
  }

  NpyHeader read() throws IOException {
    byte[] start = bytes(0, NpyText.VERSION_END, "a .npy file: the mark of NumPy and a version");
    if (!Arrays.equals(start, 0, NpyText.MAGIC.length, NpyText.MAGIC, 0, NpyText.MAGIC.length)) {
      throw malformed(
          0, "a .npy file, which begins with \\x93NUMPY", Excerpt.of(start, 0, start.length));
    }
    int version = start[NpyText.MAGIC.length];
    int minor = start[NpyText.MAGIC.length + 1];
    if (version < 1 || version > MAX_VERSION || minor != 0) {
      throw malformed(
          NpyText.MAGIC.length, "version 1.0, 2.0 or 3.0 of the format", version + "." + minor);
    }
    byte[] text = text(version == 1 ? Short.BYTES : Integer.BYTES);
    Object value = literal(text, version);
    long end = textBegin + text.length;
    return header(value, end);
  }

  private byte[] text(int lengthBytes) throws IOException {
    byte[] number = bytes(NpyText.VERSION_END, lengthBytes, "the length of the header");
    long length = 0;
    for (int i = lengthBytes - 1; i >= 0; i--) {
      length = length << 8 | number[i] & 0xFF;
    }
    textBegin = NpyText.VERSION_END + lengthBytes;
    if (length > MAX_TEXT_BYTES) {
      throw malformed(NpyText.VERSION_END, "a header of at most 16 MiB", length + " bytes");
    }
    return bytes(textBegin, (int) length, "a header");
  }

  private byte[] bytes(long at, int count, String what) throws IOException {
    byte[] bytes = fileLength - at < count ? null : in.readNBytes(count);
    if (bytes == null || bytes.length < count) {
      long there = bytes == null ? Math.max(0, fileLength - at) : bytes.length;
      throw malformed(
          at,
          what + " of " + count + " bytes",
          there + " bytes: " + (count - there) + " bytes are missing, the file was cut");
    }
    return bytes;
  }

  private Object literal(byte[] text, int version) throws MalformedRecordException {
    try {
      return PythonLiteral.parse(text, NpyText.charset(version), textBegin);
    } catch (MalformedRecordException e) {
      throw e.at(path);
    }
  }

  private NpyHeader header(Object value, long end) throws MalformedRecordException {
    if (!(value instanceof Map<?, ?> map)
        || map.size() != 3
        || !(map.get(NpyText.ORDER) instanceof Boolean fortran)
        || !map.containsKey(NpyText.DESCR)
        || !map.containsKey(NpyText.SHAPE)) {
      throw malformed(
          textBegin,
          "a dict of descr, fortran_order (True or False) and shape",
          PythonLiteral.repr(value));
    }
    return new NpyHeader(type(map.get(NpyText.DESCR)), fortran, shape(map.get("shape")), end);
  }

  private NpyType type(Object descr) throws MalformedRecordException {
    try {
      return NpyType.ofLiteral(descr);
    } catch (IllegalArgumentException e) {
      throw malformed(textBegin, "a type of numbers or texts", e.getMessage());
    }
  }

  private long[] shape(Object value) throws MalformedRecordException {
    List<?> axes = value instanceof PythonLiteral.Tuple tuple ? tuple.items() : null;
    boolean valid = axes != null && axes.size() <= MAX_AXES;
    for (int i = 0; valid && i < axes.size(); i++) {
      valid = axes.get(i) instanceof Long length && length >= 0;
    }
    if (!valid) {
      throw malformed(
          textBegin,
          "a shape: a tuple of up to 64 lengths from 0 to 2^63-1",
          PythonLiteral.repr(value));
    }
    return axes.stream().mapToLong(axis -> (Long) axis).toArray();
  }

  private MalformedRecordException malformed(long at, String expected, String found) {
    return new MalformedRecordException("invalid .npy header", path, at, -1, expected, found);
  }
}
