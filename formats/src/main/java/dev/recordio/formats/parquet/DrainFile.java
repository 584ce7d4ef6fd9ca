// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import dev.recordio.bytes.Drain;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** A file that is written once from start to end, to a drain; footers come byte by byte. */
final class DrainFile extends PositionOutputStream implements OutputFile {
  private final Drain drain;
  private final byte[] chunk = new byte[1 << 16];
  private int used;
  private long drained;
  private ByteArrayOutputStream held; // what comes after hold()

  DrainFile(Drain drain) {
    this.drain = drain;
  }

  @Override
  public PositionOutputStream create(long blockSizeHint) {
    return this;
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockSizeHint) {
    return this;
  }

  @Override
  public boolean supportsBlockSize() {
    return false;
  }

  @Override
  public long defaultBlockSize() {
    return 0;
  }

  @Override
  public long getPos() {
    return drained + used;
  }

  /** Keeps what is written from now on, to be changed; it counts as written. */
  void hold() throws IOException {
    flush();
    held = new ByteArrayOutputStream();
  }

  /** Returns what was written since, and passes further bytes on. */
  byte[] release() throws IOException {
    flush();
    byte[] bytes = held.toByteArray();
    held = null;
    drained -= bytes.length;
    return bytes;
  }

  @Override
  public void write(int value) throws IOException {
    if (used == chunk.length) {
      flush();
    }
    chunk[used++] = (byte) value;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (length > chunk.length - used) {
      flush();
    }
    if (length >= chunk.length) {
      pass(bytes, offset, length);
    } else {
      System.arraycopy(bytes, offset, chunk, used, length);
      used += length;
    }
  }

  @Override
  public void flush() throws IOException {
    if (used > 0) {
      pass(chunk, 0, used);
      used = 0;
    }
  }

  private void pass(byte[] bytes, int offset, int length) throws IOException {
    if (held == null) {
      drain.drain(bytes, offset, length);
    } else {
      held.write(bytes, offset, length);
    }
    drained += length;
  }

  /** Passes everything on; whoever made the drain closes what is under it. */
  @Override
  public void close() throws IOException {
    flush();
  }
}
