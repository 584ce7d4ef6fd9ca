// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.format;

import java.io.IOException;
import java.util.Arrays;
import javax.imageio.stream.ImageInputStreamImpl;

/**
 * An image as a plugin of ImageIO gets it, without a copy: bytes in front, then bytes of the image;
 * some may be replaced. Reused from image to image.
 */
public final class PluginStream extends ImageInputStreamImpl {
  /** So many zeros follow the end where a plugin reads bits ahead of what it needs. */
  private static final int ZEROS = 64;

  private static final byte[] NONE = {};

  private byte[] head = NONE;
  private byte[] source = NONE;
  private int offset; // index in the source of the byte after the head
  private long length;
  private int zeros;
  private int[] patches = {};

  /**
   * Begins an image.
   *
   * @param before bytes in front
   * @param from index of the image's first byte
   * @param count how many bytes of the image
   * @param readsAhead whether zeros follow the end. After them comes an error, and not the end: a
   *     plugin that takes the end for more zeros would read them forever
   * @param replaced pairs of a position in the stream and the byte that is there
   */
  public void open(
      byte[] before, byte[] bytes, int from, int count, boolean readsAhead, int... replaced) {
    head = before;
    source = bytes;
    offset = from;
    length = (long) before.length + count;
    zeros = readsAhead ? ZEROS : 0;
    patches = replaced;
    streamPos = 0;
    flushedPos = 0;
    bitOffset = 0;
  }

  /** Lets the image go. */
  public void release() {
    open(NONE, NONE, 0, 0, false);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int to, int count) throws IOException {
    bitOffset = 0;
    int some = (int) Math.min(count, length + zeros - streamPos);
    if (some <= 0 && count > 0) {
      if (zeros > 0) {
        throw new IOException("the end of the data");
      }
      return -1;
    }
    for (int i = 0; i < some; ) {
      long at = streamPos + i;
      int more = some - i;
      if (at < head.length) {
        more = (int) Math.min(more, head.length - at);
        System.arraycopy(head, (int) at, into, to + i, more);
      } else if (at < length) {
        more = (int) Math.min(more, length - at);
        System.arraycopy(source, offset + (int) (at - head.length), into, to + i, more);
      } else {
        Arrays.fill(into, to + i, to + i + more, (byte) 0);
      }
      i += more;
    }
    for (int i = 0; i < patches.length; i += 2) {
      long at = patches[i] - streamPos;
      if (at >= 0 && at < some) {
        into[to + (int) at] = (byte) patches[i + 1];
      }
    }
    streamPos += some;
    return some;
  }

  /** Returns -1 for a plugin that reads ahead: it would hold the size of the image against it. */
  @Override
  public long length() {
    return zeros > 0 ? -1 : length;
  }
}
