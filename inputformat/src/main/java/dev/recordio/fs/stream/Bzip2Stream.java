// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import dev.recordio.bytes.Excerpt;
import dev.recordio.bytes.FileSignature;
import dev.recordio.bytes.MalformedRecordException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.hadoop.io.compress.SplittableCompressionCodec.READ_MODE;
import org.apache.hadoop.io.compress.bzip2.CBZip2InputStream;

/**
 * The uncompressed bytes of a bzip2 file, or of the blocks that begin in a range of it and of the
 * blocks after them; it knows which byte is the first after the range.
 *
 * <p>Hadoop's decoder decodes the blocks. By itself it searches for the next mark after a block,
 * and so silently skips a damaged mark and the block after it. Here a block must be followed, where
 * its last bit is, by another block's mark, or by the end of the stream, its CRC, and the next
 * stream or the end of the file. This is checked before the first byte of the block is returned. So
 * a reader of the blocks of a range, and of the one after them, has checked that there are no
 * others between; ranges that cover a file read all of it.
 *
 * <p>The bits of a mark may also occur within a block, by chance or in the list of bytes that the
 * block uses. A reader that begins within a block takes them for a mark, but no block that is
 * followed by a mark can be decoded there. It then reads the blocks before, which show whether this
 * is a mark, and thus damage, or not.
 *
 * <p>Errors of damage carry the offset in the compressed file; the caller fills in the file's name.
 */
final class Bzip2Stream extends InputStream {
  private static final long BLOCK_MARK = CBZip2InputStream.BLOCK_DELIMITER;
  private static final long END_MARK = CBZip2InputStream.EOS_DELIMITER;
  private static final int MARK_BITS = 48;
  private static final int CRC_BITS = 32;
  private static final int HEADER_BYTES = 4;
  private static final long NO_BLOCK = -1;
  private static final String BLOCK_OR_END = "another block's mark, or the stream's end";

  /** More than the bytes of two blocks: reading from that far back shows where blocks begin. */
  private static final long LOOK_BACK_BYTES = 4L << 20;

  private final PackedStream packed;
  private final long end; // of the range, in bytes of the compressed file
  private Decoder decoder;

  private byte[] window = new byte[1 << 16];
  private long windowStart; // offset in the file of window[0]
  private int filled;
  private long needed; // offset of the first byte that must stay in the window
  private long handed; // offset after the last byte that the decoder has got
  private long taken; // offset after the last one of these that it has used

  private long block; // where the block begins whose bytes are next, in bits
  private int blockCrc;
  private long next; // where the block after it begins
  private int nextCrc;
  private boolean fromBegin; // of the stream: the CRCs of its blocks are known
  private int streamCrc;
  private long given; // uncompressed bytes
  private long givenAtEnd = Long.MAX_VALUE;

  private Bzip2Stream(PackedStream packed, long end) {
    this.packed = packed;
    this.end = end;
  }

  /**
   * Opens the blocks that begin at or after {@code start}, by the byte in which a block's mark
   * begins.
   *
   * @param start 0 for the file's start, whose first bytes are checked
   * @param end the offset after the range's last byte
   */
  static Bzip2Stream open(PackedStream packed, long start, long end) throws IOException {
    var stream = new Bzip2Stream(packed, end);
    if (start > 0) {
      stream.enterFrom(start);
    } else {
      stream.seek(0);
      stream.readHeader(0);
      stream.decode(stream.nextBlock(8 * HEADER_BYTES));
    }
    if (stream.block >>> 3 >= end && stream.block != NO_BLOCK) {
      stream.givenAtEnd = 0;
    }
    return stream;
  }

  /** Begins with the first block at or after an offset in bytes. */
  private void enterFrom(long start) throws IOException {
    long first = find(start);
    try {
      enter(first);
    } catch (MalformedRecordException e) {
      long proven = provenFrom(first);
      if (proven == first) {
        throw e;
      }
      enter(proven);
    }
  }

  /** Decodes a block by its mark alone, as if nothing had been read before. */
  private void enter(long mark) throws IOException {
    if (mark != NO_BLOCK) {
      seek(mark >>> 3);
    }
    fromBegin = false;
    decode(mark);
  }

  /**
   * Returns where the first block at or after {@code candidate} begins, as the blocks before show
   * it; {@code candidate} itself when they show nothing.
   */
  private long provenFrom(long candidate) throws IOException {
    long mark = find(Math.max(0, (candidate >>> 3) - LOOK_BACK_BYTES));
    while (mark < candidate) {
      try {
        enter(mark);
        if (next == NO_BLOCK || next >= candidate) {
          return next;
        }
        mark = next;
      } catch (MalformedRecordException e) {
        mark = find((mark >>> 3) + 1); // no mark either, or damage: the next one may show more
      }
    }
    return candidate;
  }

  /** Returns where the first mark of a block at or after an offset in bytes begins, in bits. */
  private long find(long from) throws IOException {
    seek(from);
    long word = 0;
    for (long at = from; byteAt(at) >= 0; at++) {
      word = word << 8 | byteAt(at);
      needed = handed = Math.max(from, at - Long.BYTES);
      for (int after = 7; after >= 0; after--) {
        long mark = 8 * (at + 1) - after - MARK_BITS;
        if ((word >>> after & (1L << MARK_BITS) - 1) == BLOCK_MARK && mark >= 8 * from) {
          return mark;
        }
      }
    }
    return NO_BLOCK;
  }

  /** Has a new decoder decode the block at {@code mark}, which the window holds. */
  private void decode(long mark) throws IOException {
    next = mark;
    if (mark != NO_BLOCK) {
      nextCrc = (int) bits(mark + MARK_BITS, CRC_BITS);
      handed = taken = needed = mark >>> 3;
      try {
        decoder = new Decoder();
      } catch (IOException | RuntimeException e) {
        throw named(e);
      }
    }
    decoded();
  }

  /** Goes on to the next block, whose bits the decoder has read; finds the block after it. */
  private void decoded() throws IOException {
    block = next;
    blockCrc = nextCrc;
    if (block == NO_BLOCK) {
      return;
    }
    streamCrc = Integer.rotateLeft(streamCrc, 1) ^ blockCrc;
    long last = 8 * (taken - 1); // the block ends with one of the bits of this byte
    for (int bit = 1; bit <= 8; bit++) {
      long mark = bits(last + bit, MARK_BITS);
      if (mark == BLOCK_MARK || mark == END_MARK) {
        next = nextBlock(last + bit);
        return;
      }
    }
    throw damaged(taken - 1, BLOCK_OR_END, found(taken - 1));
  }

  /** Returns where the next block begins, which may be in a later stream. */
  private long nextBlock(long after) throws IOException {
    long at = after;
    while (bits(at, MARK_BITS) != BLOCK_MARK) {
      if (bits(at, MARK_BITS) != END_MARK) {
        throw damaged(at >>> 3, BLOCK_OR_END, found(at >>> 3));
      }
      long header = at + MARK_BITS + CRC_BITS + 7 >>> 3;
      checkStream(at);
      long skipped = Math.max(0, header - handed); // by the decoder, which needs no such bytes
      handed += skipped;
      taken += skipped;
      needed = header;
      if (byteAt(header) < 0) {
        return NO_BLOCK;
      }
      readHeader(header);
      at = 8 * (header + HEADER_BYTES);
    }
    nextCrc = (int) bits(at + MARK_BITS, CRC_BITS);
    return at;
  }

  /** Checks the CRC after the mark that ends a stream. */
  private void checkStream(long mark) throws IOException {
    long crc = bits(mark + MARK_BITS, CRC_BITS);
    if (crc < 0) {
      throw damaged(windowStart + filled, "the CRC of a bzip2 stream", "the end of the file");
    }
    if (fromBegin && streamCrc != (int) crc) {
      throw damaged(
          mark >>> 3,
          String.format("a stream with the CRC %08x over all blocks", (int) crc),
          String.format("blocks with the CRC %08x", streamCrc));
    }
  }

  private void readHeader(long at) throws IOException {
    int level = byteAt(at + HEADER_BYTES - 1);
    if (bits(8 * at, 24) != ('B' << 16 | 'Z' << 8 | 'h') || level < '1' || level > '9') {
      byte[] head = bytes(at, FileSignature.HEAD_BYTES);
      String expected = "BZh1 to BZh9, the begin of a bzip2 stream";
      throw damaged(
          at,
          at == 0 ? expected : "the end of the file or " + expected,
          head.length == 0
              ? "the end of the file"
              : Excerpt.of(head, 0, Math.min(8, head.length))
                  + FileSignature.hint(head, head.length));
    }
    fromBegin = true;
    streamCrc = 0;
  }

  private String found(long at) throws IOException {
    byte[] bytes = bytes(at, MARK_BITS / 8);
    String shown = "the bytes " + HexFormat.of().formatHex(bytes);
    return bytes.length < MARK_BITS / 8 ? shown + " and the end of the file" : shown;
  }

  private static MalformedRecordException damaged(long offset, String expected, String found) {
    return new MalformedRecordException(
        "damaged compressed file",
        null,
        offset,
        -1,
        expected,
        found + " (the offset counts packed bytes)");
  }

  /** Returns what a failure of the decoder is. */
  private IOException named(Exception e) throws IOException {
    packed.check();
    if (e instanceof MalformedRecordException damage) {
      return damage;
    }
    MalformedRecordException damage =
        byteAt(taken) < 0
            ? damaged(taken, "more of a bzip2 block", "the end of the file")
            : damaged(next >>> 3, "a bzip2 block", "one that can't be decoded: " + e.getMessage());
    damage.initCause(e);
    return damage;
  }

  /**
   * Returns the offset of the first byte after the range, for a stream that begins at {@code
   * origin}; {@link Long#MAX_VALUE} as long as it is not known, or when no block begins there.
   */
  long end(long origin) {
    return givenAtEnd == Long.MAX_VALUE ? givenAtEnd : origin + givenAtEnd;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    while (block != NO_BLOCK && length > 0) {
      int got;
      try {
        got = decoder.read(bytes, offset, length);
      } catch (IOException | RuntimeException e) {
        throw named(e);
      }
      if (got > 0) {
        given += got;
        return got;
      }
      decoded(); // a read that returns nothing has decoded the next block
      if (block >>> 3 >= end && block != NO_BLOCK && givenAtEnd == Long.MAX_VALUE) {
        givenAtEnd = given;
      }
    }
    return length > 0 ? -1 : 0;
  }

  private void seek(long offset) throws IOException {
    packed.seek(offset);
    windowStart = needed = handed = taken = offset;
    filled = 0;
  }

  /** Returns {@code count} bits, up to 48; -1 when the file ends before that. */
  private long bits(long bit, int count) throws IOException {
    long word = 0;
    long last = bit + count - 1 >>> 3;
    for (long at = bit >>> 3; at <= last; at++) {
      int next = byteAt(at);
      if (next < 0) {
        return -1;
      }
      word = word << 8 | next;
    }
    return word >>> 8 * (last + 1) - bit - count & (1L << count) - 1;
  }

  /** Returns up to {@code count} bytes. */
  private byte[] bytes(long from, int count) throws IOException {
    byteAt(from + count - 1);
    int start = (int) (from - windowStart);
    return Arrays.copyOfRange(window, start, Math.max(start, Math.min(start + count, filled)));
  }

  /** Returns the byte at an offset that is not below the needed one; -1 at the file's end. */
  private int byteAt(long offset) throws IOException {
    while (offset >= windowStart + filled) {
      if (filled == window.length) {
        int unneeded = (int) Math.max(0, needed - windowStart);
        filled -= unneeded;
        windowStart += unneeded;
        System.arraycopy(window, unneeded, window, 0, filled);
      }
      int got = packed.read(window, filled, window.length - filled);
      if (got < 0) {
        return -1;
      }
      filled += got;
    }
    return window[(int) (offset - windowStart)] & 0xFF;
  }

  @Override
  public void close() throws IOException {
    packed.close();
  }

  /** Decodes block after block, and counts the bytes that it has used. */
  private final class Decoder extends CBZip2InputStream {
    Decoder() throws IOException {
      super(new Handed(), READ_MODE.BYBLOCK);
    }

    @Override
    protected void updateProcessedByteCount(int count) {
      taken += count;
    }

    @Override
    protected void reportCRCError() throws IOException {
      throw damaged(
          block >>> 3,
          String.format("a block whose bytes have the CRC %08x", blockCrc),
          "bytes with another CRC");
    }
  }

  /** The bytes of the file, as the decoder gets them. */
  private final class Handed extends InputStream {
    @Override
    public int read() {
      throw new UnsupportedOperationException("the decoder reads arrays");
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      needed = Math.max(needed, taken - 1);
      if (byteAt(handed) < 0) {
        return -1;
      }
      int from = (int) (handed - windowStart);
      int count = Math.min(length, filled - from);
      System.arraycopy(window, from, into, offset, count);
      handed += count;
      return count;
    }
  }
}
