// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.tensorflow;

import dev.recordio.bytes.LittleEndian;
import java.util.zip.CRC32C;

/**
 * The frame of a TFRecord: length (8 bytes), checksum of these 8 bytes (4), data, checksum of the
 * data (4); all little-endian. A checksum is a CRC-32C, rotated right by 15 bits, plus a constant.
 *
 * <p>Rule: TensorFlow's record_writer.h and crc32c.h.
 */
public final class TfRecordFrame {
  /** Bytes before the data. */
  public static final int HEADER_BYTES = Long.BYTES + Integer.BYTES;

  /** Bytes after the data. */
  public static final int FOOTER_BYTES = Integer.BYTES;

  /** Bytes of a frame except its data. */
  public static final int FRAME_BYTES = HEADER_BYTES + FOOTER_BYTES;

  private static final int MASK_ROTATION = 15;
  private static final int MASK_DELTA = 0xA282EAD8;

  private TfRecordFrame() {}

  /** Returns the checksum as frames hold it. */
  static int masked(CRC32C crc) {
    return Integer.rotateRight((int) crc.getValue(), MASK_ROTATION) + MASK_DELTA;
  }

  /**
   * Whether a header begins at an index: whether the checksum of the length is right. This is how
   * TFRecord files, which have no magic, are known.
   *
   * @param bytes at least {@link #HEADER_BYTES} from {@code at} on
   */
  public static boolean isHeader(byte[] bytes, int at) {
    var crc = new CRC32C();
    crc.update(bytes, at, Long.BYTES);
    return masked(crc) == LittleEndian.getInt(bytes, at + Long.BYTES);
  }
}
