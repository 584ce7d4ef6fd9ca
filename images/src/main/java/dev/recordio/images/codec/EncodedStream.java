// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import java.io.IOException;
import javax.imageio.stream.ImageOutputStreamImpl;

/** Lets ImageIO write into an {@link EncodedImage}, without a cache or a file. */
final class EncodedStream extends ImageOutputStreamImpl {
  private EncodedImage into;

  /** Begins an image. */
  void open(EncodedImage image) {
    into = image;
    streamPos = 0;
    flushedPos = 0;
    bitOffset = 0;
  }

  @Override
  public void write(int one) {
    into.write(one);
    streamPos++;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    into.write(bytes, offset, length);
    streamPos += length;
  }

  @Override
  public int read() throws IOException {
    throw new IOException("only written");
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    throw new IOException("only written");
  }

  @Override
  public void seek(long position) throws IOException {
    if (position != streamPos) {
      throw new IOException("only written from the beginning to the end");
    }
  }
}
