// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.augment.ImageDtype;
import dev.recordio.npy.NpyHeader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * What each record of a set of arrays is: a {@code .npy} file of this type and shape, in C order,
 * its numbers little-endian. Batches have the numbers as they are, row after row.
 *
 * @param dtype the type of the numbers
 * @param lengths the lengths of the axes; none for single numbers
 * @param bytes the bytes of all numbers
 */
record ArrayShape(ImageDtype dtype, List<Integer> lengths, int bytes) {
  private static final Map<String, ImageDtype> TYPES =
      Map.of(
          NpyHeader.FLOAT32,
          ImageDtype.FLOAT32,
          "<f2",
          ImageDtype.FLOAT16,
          NpyHeader.UINT8,
          ImageDtype.UINT8,
          "<u2",
          ImageDtype.UINT16,
          "<i2",
          ImageDtype.INT16);

  /** Whether bytes begin as a {@code .npy} file. */
  static boolean begins(byte[] bytes, int offset, int length) {
    return length > 5
        && (bytes[offset] & 0xff) == 0x93
        && bytes[offset + 1] == 'N'
        && bytes[offset + 2] == 'U'
        && bytes[offset + 3] == 'M';
  }

  /**
   * Reads the header of an array; its numbers are the last {@link #bytes}.
   *
   * @throws MalformedRecordException when it is none, has another type, or is cut
   */
  static ArrayShape of(byte[] bytes, int offset, int length) throws IOException {
    NpyHeader header =
        NpyHeader.read(new ByteArrayInputStream(bytes, offset, length), length, null);
    header.requireFits(length, null);
    ImageDtype dtype = TYPES.get(header.type().text());
    if (dtype == null || header.isFortranOrder()) {
      throw new MalformedRecordException(
          "an array that is not batched",
          null,
          0,
          -1,
          "little-endian float32, float16, uint8, uint16 or int16 in C order",
          header.toString());
    }
    List<Integer> lengths =
        LongStream.of(header.lengthsFrom(0)).mapToObj(Math::toIntExact).toList();
    return new ArrayShape(dtype, lengths, (int) header.dataBytes());
  }

  /** Checks that another array is of this type and shape. */
  void requireSame(ArrayShape other) throws MalformedRecordException {
    if (!equals(other)) {
      throw new MalformedRecordException(
          "an array of another kind", null, 0, -1, this + ", as the first record", other + "");
    }
  }

  /** Returns type and lengths, as {@code float32 [3, 4]}. */
  @Override
  public String toString() {
    return dtype + " " + lengths;
  }
}
