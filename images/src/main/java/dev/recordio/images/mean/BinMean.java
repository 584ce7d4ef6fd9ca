// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.mean;

import dev.recordio.bytes.MalformedRecordException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A mean image as {@code mx.nd.save} of MXNet 1.9.1 writes the one array {@code mean_img}, which
 * the option mean_img of ImageRecordIter reads. Every number is little-endian:
 *
 * <pre>
 * offset  type      field
 *  0      uint64    0x112: a list of arrays
 *  8      uint64    0
 * 16      uint64    1: how many arrays
 * 24      uint32    0xF993FAC9: an array
 * 28      int32     0: dense
 * 32      int32     3: axes
 * 36      int64     channels, height, width
 * 60      int32     1: on the CPU
 * 64      int32     0: the number of the device
 * 68      int32     0: float32
 * 72      float32   values
 *         uint64    1: how many names
 *         uint64    8: the bytes of the name
 *         bytes     mean_img
 * </pre>
 */
final class BinMean {
  private static final long LIST = 0x112;
  private static final int ARRAY = 0xF993FAC9;
  private static final int AXES = 3;
  private static final int CPU = 1;
  private static final byte[] NAME = "mean_img".getBytes(StandardCharsets.US_ASCII);

  private static final int BYTES_BEFORE = 72;
  private static final int BYTES_AFTER = 2 * Long.BYTES + NAME.length;

  private BinMean() {}

  static MeanImage read(MeanInput in) throws MalformedRecordException {
    in.expectLong(LIST, "the mark of MXNet's lists of arrays (or of NPY),");
    in.expectLong(0, "a reserved number,");
    in.expectLong(1, "the number of arrays");
    in.expectInt(ARRAY, "the mark of an array");
    in.expectInt(0, "a dense array,");
    in.expectInt(AXES, "the number of axes");
    long channels = in.int64("the channels");
    long height = in.int64("the height");
    long width = in.int64("the width");
    in.int32("the kind of device"); // where the array was does not matter
    in.int32("the number of the device");
    in.expectInt(0, "the type float32,");
    MeanImage mean = in.values(channels, height, width);
    in.expectLong(1, "the number of names");
    in.expectLong(NAME.length, "the length of the name");
    String name = new String(in.bytes(NAME.length, "the name"), StandardCharsets.ISO_8859_1);
    if (!name.equals(new String(NAME, StandardCharsets.ISO_8859_1))) {
      throw in.malformed(NAME.length, "the name mean_img", "'" + name + "'");
    }
    in.end();
    return mean;
  }

  static byte[] write(MeanImage mean) {
    float[] values = mean.values();
    ByteBuffer out =
        ByteBuffer.allocate(BYTES_BEFORE + values.length * Float.BYTES + BYTES_AFTER)
            .order(ByteOrder.LITTLE_ENDIAN);
    out.putLong(LIST).putLong(0).putLong(1);
    out.putInt(ARRAY).putInt(0).putInt(AXES);
    out.putLong(mean.channels()).putLong(mean.height()).putLong(mean.width());
    out.putInt(CPU).putInt(0).putInt(0);
    for (float value : values) {
      out.putFloat(value);
    }
    return out.putLong(1).putLong(NAME.length).put(NAME).array();
  }
}
