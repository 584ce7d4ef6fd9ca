// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.tensorflow;

import dev.recordio.bytes.Drain;
import dev.recordio.bytes.LittleEndian;
import java.io.IOException;
import java.util.zip.CRC32C;

/**
 * Writes data in the frames of TFRecords. The data of a frame may come in several pieces; its
 * length comes first. Small pieces are buffered, large ones passed on as they are.
 */
public final class TfRecordWriter implements Drain {
  private static final int CHUNK_BYTES = 1 << 16;

  /** Pieces from this size on are not copied. */
  private static final int DIRECT_BYTES = 1 << 13;

  private final byte[] chunk = new byte[CHUNK_BYTES];
  private final CRC32C crc = new CRC32C();
  private final Drain drain;
  private int used;
  private long missing; // bytes of data of the frame that was begun

  public TfRecordWriter(Drain drain) {
    this.drain = drain;
  }

  public void record(byte[] bytes, int offset, int length) throws IOException {
    begin(length);
    drain(bytes, offset, length);
    end();
  }

  /** Begins a frame with {@code length} bytes of data. */
  public void begin(long length) throws IOException {
    reserve(TfRecordFrame.HEADER_BYTES);
    LittleEndian.putLong(chunk, used, length);
    crc.reset();
    crc.update(chunk, used, Long.BYTES);
    LittleEndian.putInt(chunk, used + Long.BYTES, TfRecordFrame.masked(crc));
    used += TfRecordFrame.HEADER_BYTES;
    crc.reset();
    missing = length;
  }

  /** Writes a piece of the frame's data. */
  @Override
  public void drain(byte[] bytes, int offset, int length) throws IOException {
    crc.update(bytes, offset, length);
    missing -= length;
    if (length >= DIRECT_BYTES) {
      flush();
      drain.drain(bytes, offset, length);
    } else {
      reserve(length);
      System.arraycopy(bytes, offset, chunk, used, length);
      used += length;
    }
  }

  /**
   * Ends the frame.
   *
   * @throws IllegalStateException when its data is not as long as its header says
   */
  public void end() throws IOException {
    if (missing != 0) {
      throw new IllegalStateException("data that lacks " + missing + " bytes of its length");
    }
    reserve(TfRecordFrame.FOOTER_BYTES);
    LittleEndian.putInt(chunk, used, TfRecordFrame.masked(crc));
    used += TfRecordFrame.FOOTER_BYTES;
  }

  /** Passes everything buffered so far to the drain. */
  public void flush() throws IOException {
    if (used > 0) {
      drain.drain(chunk, 0, used);
      used = 0;
    }
  }

  private void reserve(int count) throws IOException {
    if (chunk.length - used < count) {
      flush();
    }
  }
}
