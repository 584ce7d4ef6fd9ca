// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Raw Deflate. */
public final class DeflateCodec implements ValueCodec {

  private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
  private final Inflater inflater = new Inflater(true);

  @Override
  public int compress(byte[] from, int offset, int length, byte[] to, int at, int room) {
    deflater.reset();
    deflater.setInput(from, offset, length);
    deflater.finish();
    int written = deflater.deflate(to, at, room);
    return deflater.finished() ? written : -1;
  }

  @Override
  public void decompress(byte[] from, int offset, int length, byte[] to, int at, int plain)
      throws IOException {
    inflater.reset();
    inflater.setInput(from, offset, length);
    int done = 0;
    try {
      int now;
      do {
        now = inflater.inflate(to, at + done, plain - done);
        done += now;
      } while (now > 0 && done < plain);
      if (done == plain && !inflater.finished()) {
        done += inflater.inflate(new byte[1]); // the end of the stream, or too many bytes
      }
    } catch (DataFormatException e) {
      throw new IOException("invalid Deflate data: " + e.getMessage(), e);
    }
    if (done != plain || !inflater.finished()) {
      throw new IOException("Deflate data of another length than " + plain + " bytes");
    }
  }
}
