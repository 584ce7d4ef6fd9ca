// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.mean;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.npy.NpyHeader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A mean image as NPY 1.0: float32, [channels, height, width], rows of the last axis together. */
final class NpyMean {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final byte[] VERSION = {1, 0};

  private static final Pattern TYPE = Pattern.compile("'descr': *'<f4'");
  private static final Pattern ORDER = Pattern.compile("'fortran_order': *False");
  private static final Pattern SHAPE =
      Pattern.compile("'shape': *\\((\\d{1,9}), *(\\d{1,9}), *(\\d{1,9}),?\\)");

  private NpyMean() {}

  /** Whether a file is NPY, by its first bytes. */
  static boolean matches(byte[] bytes) {
    return bytes.length >= MAGIC.length
        && Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  static MeanImage read(MeanInput in) throws MalformedRecordException {
    in.bytes(MAGIC.length, "the mark of NPY");
    byte[] version = in.bytes(VERSION.length, "the version of NPY");
    if (!Arrays.equals(version, VERSION)) {
      throw in.malformed(VERSION.length, "NPY 1.0", version[0] + "." + version[1]);
    }
    int length = in.uint16("the length of the NPY header");
    byte[] header = in.bytes(length, "the NPY header");
    String text = new String(header, StandardCharsets.ISO_8859_1).strip();
    Matcher shape = SHAPE.matcher(text);
    if (!TYPE.matcher(text).find() || !ORDER.matcher(text).find() || !shape.find()) {
      throw in.malformed(length, "float32 ('<f4') in C order, [channels, height, width]", text);
    }
    MeanImage mean =
        in.values(
            Long.parseLong(shape.group(1)),
            Long.parseLong(shape.group(2)),
            Long.parseLong(shape.group(3)));
    in.end();
    return mean;
  }

  static byte[] write(MeanImage mean) {
    byte[] header =
        NpyHeader.array(NpyHeader.FLOAT32, mean.channels(), mean.height(), mean.width());
    float[] values = mean.values();
    ByteBuffer out = ByteBuffer.allocate(header.length + values.length * Float.BYTES);
    out.put(header).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(values);
    return out.array();
  }
}
