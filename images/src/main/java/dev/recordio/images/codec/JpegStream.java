// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import java.io.IOException;
import java.util.Arrays;
import javax.imageio.stream.ImageInputStreamImpl;

/**
 * A JPEG as ImageIO gets it, without a copy: SOI; an Adobe segment that says what the components
 * are, so that nothing is guessed; then the bytes without the segments that change no pixel.
 *
 * <p>So no colour profile changes the colours, nothing is decompressed or kept that is not the
 * image, and the components mean what they mean to libjpeg. Reused from image to image.
 */
final class JpegStream extends ImageInputStreamImpl {
  private static final byte[] SOI_AND_ADOBE = {
    (byte) 0xff,
    (byte) 0xd8,
    (byte) 0xff,
    (byte) 0xee,
    0,
    14,
    'A',
    'd',
    'o',
    'b',
    'e',
    0,
    100,
    0,
    0,
    0,
    0,
    0
  };
  private static final int SOI = 2; // bytes

  private final byte[] head = SOI_AND_ADOBE.clone();
  private byte[] source = head;
  private int[] starts = new int[16]; // of each piece: its position in the stream
  private int[] begins = new int[16]; // and the index of its first byte in the source
  private int pieces;
  private long length;
  private int headLength;
  private boolean stops;

  /**
   * Begins a JPEG.
   *
   * @param end index after its last byte
   */
  void open(byte[] bytes, int offset, int end, JpegLayout layout) {
    source = bytes;
    pieces = 0;
    // Of four components the first three stay as they are stored: the reader knows no conversion.
    boolean converts = layout.components == 3 && layout.isYcc();
    head[head.length - 1] = (byte) (converts ? 1 : 0);
    headLength = layout.components == 1 ? SOI : head.length;
    length = headLength;
    int from = offset + SOI;
    for (int i = 0; i < layout.drops(); i += 2) {
      add(from, layout.drop(i));
      from = layout.drop(i + 1);
    }
    add(from, end);
    rewind();
  }

  /**
   * Chooses how much is read at once.
   *
   * @param atMarkers whether each read ends at a marker, so that the position says which one the
   *     reader has got to
   */
  void stopAtMarkers(boolean atMarkers) {
    stops = atMarkers;
  }

  /** Returns the index in the source of a position after the head. */
  int source(long position) {
    int piece = piece((int) position);
    return begins[piece] + (int) position - starts[piece];
  }

  /** Returns the position of the next byte that is read. */
  long position() {
    return streamPos;
  }

  /** Goes back to the first byte. */
  void rewind() {
    streamPos = 0;
    flushedPos = 0;
    bitOffset = 0;
  }

  /** Lets the source go. */
  void release() {
    source = head;
    pieces = 0;
    length = 0;
    rewind();
  }

  private void add(int from, int to) {
    if (from == to) {
      return;
    }
    if (pieces == starts.length) {
      starts = Arrays.copyOf(starts, 2 * pieces);
      begins = Arrays.copyOf(begins, 2 * pieces);
    }
    starts[pieces] = (int) length;
    begins[pieces++] = from;
    length += to - from;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int count) throws IOException {
    bitOffset = 0;
    if (count == 0) {
      return 0;
    }
    if (streamPos >= length) {
      return -1;
    }
    int done = 0;
    do {
      int more = part(into, offset + done, count - done);
      done += more;
      streamPos += more;
    } while (!stops && done < count && streamPos < length);
    return done;
  }

  private int part(byte[] into, int offset, int count) {
    int at = (int) streamPos;
    if (at < headLength) {
      int more = Math.min(count, headLength - at);
      System.arraycopy(head, at, into, offset, more);
      return more;
    }
    int piece = piece(at);
    long stop = piece == pieces - 1 ? length : starts[piece + 1];
    int more = (int) Math.min(count, stop - at);
    int from = begins[piece] + at - starts[piece];
    more = stops ? toMarker(from, more) : more;
    System.arraycopy(source, from, into, offset, more);
    return more;
  }

  private int piece(int at) {
    int piece = pieces - 1;
    while (starts[piece] > at) {
      piece--;
    }
    return piece;
  }

  /** Returns how many bytes there are up to the end of the next marker, or {@code most}. */
  private int toMarker(int from, int most) {
    for (int i = 0; i < most; i++) {
      byte code = source[from + i];
      if (source[from + i - 1] == (byte) 0xff && code != 0 && code != (byte) 0xff) {
        return i + 1;
      }
    }
    return most;
  }

  @Override
  public long length() {
    return length;
  }
}
