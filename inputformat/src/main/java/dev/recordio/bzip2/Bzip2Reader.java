// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bzip2;

import static dev.recordio.bzip2.Bzip2Format.BLOCK_MARK;
import static dev.recordio.bzip2.Bzip2Format.END_MARK;
import static dev.recordio.bzip2.Bzip2Format.MARK_BITS;
import static dev.recordio.bzip2.Bzip2Format.damaged;

import dev.recordio.bytes.Excerpt;
import dev.recordio.bytes.FileSignature;
import dev.recordio.bytes.MalformedRecordException;
import java.io.IOException;
import java.util.HexFormat;

/**
 * Reads the uncompressed bytes of a bzip2 file, one stream after another, from its start or from
 * the first block that begins at or after an offset.
 *
 * <p>Readers that search for the next mark after a block, as Hadoop's do, silently skip a damaged
 * mark and the block after it. Here a block's last bit is known when its symbols have been decoded,
 * and must be followed by another block's mark, or by the end of the stream, its CRC, and the next
 * stream or the end of the file. This is checked before the first byte of the block is returned. So
 * a reader of the blocks of a range, and of the one after them, has checked that there are no
 * others between; ranges that cover a file read all of it.
 *
 * <p>Available libraries do not give that certainty: they do not report the bit at which a block
 * ends, and can't begin within a stream.
 *
 * <p>The bits of a mark may also occur within a block, by chance or in the list of bytes that the
 * block uses. A reader that begins within a block takes them for a mark, but no block that is
 * followed by a mark can be decoded there. It then reads the blocks before, which show whether this
 * is a mark, and thus damage, or not.
 *
 * <p>Errors of damage carry the offset in the compressed file; the caller fills in the file's name.
 */
public final class Bzip2Reader {
  private static final String END_OF_FILE = "the end of the file";
  private static final String MARK_OR_END = "a block's mark, or the stream's end";
  private static final long NO_BLOCK = -1;
  private static final int HEADER_BITS = 32;
  private static final int HEADER = 'B' << 24 | 'Z' << 16 | 'h' << 8;

  /** More than the bits of two blocks: reading from that far back shows where blocks begin. */
  private static final long LOOK_BACK_BYTES = 4L << 20;

  private final BitReader in;
  private final Block block;
  private int level = Bzip2Format.MAX_LEVEL;
  private boolean fromBegin; // of the stream: its blocks' CRCs are known
  private int streamCrc;
  private long next = NO_BLOCK; // where the next block begins, in bits; also the position of "in"
  private long end = Long.MAX_VALUE;
  private long given; // uncompressed bytes
  private long givenAtEnd = Long.MAX_VALUE;

  /**
   * Creates a reader of a file; reads nothing yet.
   *
   * @param randomNumbers the format's table of 512 random numbers, which only blocks of very old
   *     writers need
   */
  public Bzip2Reader(Bzip2Input in, int[] randomNumbers) {
    this.in = new BitReader(in);
    block = new Block(randomNumbers);
  }

  /**
   * Begins with the first block whose mark begins in {@code start} or after it; {@link #givenAtEnd}
   * reports where the first block begins whose mark begins in {@code end} or after it.
   *
   * @param start offset in the compressed file, in bytes; 0 for its start
   * @param end offset in the compressed file, in bytes
   */
  public void begin(long start, long end) throws IOException {
    this.end = end > Long.MAX_VALUE / 8 ? Long.MAX_VALUE : 8 * end;
    long first;
    if (start == 0) {
      in.seek(0);
      readHeader();
      first = next = nextBlock(MARK_OR_END);
    } else {
      first = firstBlockFrom(8 * start);
    }
    if (first >= this.end) {
      givenAtEnd = 0;
    }
  }

  /** Decodes the first block at or after an offset in bits, and returns where it begins. */
  private long firstBlockFrom(long bit) throws IOException {
    in.seek(bit);
    if (!in.find(BLOCK_MARK)) {
      return NO_BLOCK;
    }
    long first = in.position();
    try {
      next = decode();
    } catch (MalformedRecordException e) {
      long proven = provenFrom(first);
      if (proven == first) {
        throw e;
      }
      first = proven;
      if (first != NO_BLOCK) {
        enter(first);
        next = decode();
      }
    }
    return first;
  }

  /** Seeks to a block of which only the mark is known, as if nothing had been read before. */
  private void enter(long mark) throws IOException {
    in.seek(mark);
    level = Bzip2Format.MAX_LEVEL;
    fromBegin = false;
  }

  /**
   * Returns where the first block at or after {@code candidate} begins, as the blocks before show
   * it; {@code candidate} itself when they show nothing.
   */
  private long provenFrom(long candidate) throws IOException {
    in.seek(Math.max(0, candidate - 8 * LOOK_BACK_BYTES) & -8L);
    while (in.find(BLOCK_MARK) && in.position() < candidate) {
      long mark = in.position();
      enter(mark);
      try {
        long after = decode();
        block.clear();
        if (after == NO_BLOCK || after >= candidate) {
          return after;
        }
        in.seek(after);
      } catch (MalformedRecordException e) {
        in.seek(mark + 1); // no mark either, or damage: the next one may show more
      }
    }
    return candidate;
  }

  /** Decodes the block whose mark is next, and returns where the one after it begins. */
  private long decode() throws IOException {
    in.take(MARK_BITS - 32);
    in.take(32);
    block.decode(in, level);
    streamCrc = (streamCrc << 1 | streamCrc >>> 31) ^ block.expectedCrc();
    return nextBlock("another block's mark, or the stream's end");
  }

  /** Advances to the next block's mark, which may be in a later stream, and returns where it is. */
  private long nextBlock(String expected) throws IOException {
    String expectedHere = expected;
    while (!in.isAt(BLOCK_MARK)) {
      readEnd(expectedHere);
      if (in.isAtEnd()) {
        return NO_BLOCK;
      }
      readHeader();
      expectedHere = MARK_OR_END;
    }
    return in.position();
  }

  private void readEnd(String expected) throws IOException {
    long at = in.position();
    if (!in.isAt(END_MARK)) {
      throw damaged(at, expected, found());
    }
    in.drop(MARK_BITS);
    int expectedCrc = in.take(32);
    if (fromBegin && streamCrc != expectedCrc) {
      throw damaged(
          at,
          String.format("a stream whose blocks have the CRC %08x together", expectedCrc),
          String.format("blocks with the CRC %08x", streamCrc));
    }
    in.align();
  }

  private void readHeader() throws IOException {
    long at = in.position();
    int digit = in.peek(HEADER_BITS) - HEADER;
    if (digit < '1' || digit > '9') {
      byte[] head = in.bytes(FileSignature.HEAD_BYTES);
      String expected = "BZh1 to BZh9, the begin of a bzip2 stream";
      throw damaged(
          at,
          at == 0 ? expected : "the end of the file or " + expected,
          head.length == 0 ? END_OF_FILE : excerpt(head) + FileSignature.hint(head, head.length));
    }
    in.drop(HEADER_BITS);
    in.requireWithin();
    level = digit - '0';
    fromBegin = true;
    streamCrc = 0;
  }

  private String found() throws IOException {
    byte[] bits = in.bytes(MARK_BITS / 8);
    if (bits.length == 0) {
      return END_OF_FILE;
    }
    String shown = "the bits " + HexFormat.of().formatHex(bits);
    return bits.length < MARK_BITS / 8 ? shown + " and " + END_OF_FILE : shown;
  }

  private static String excerpt(byte[] head) {
    return Excerpt.of(head, 0, Math.min(8, head.length));
  }

  /**
   * Reads uncompressed bytes.
   *
   * @return how many, at least one; -1 at the file's end
   * @throws MalformedRecordException for damage; it names no file
   */
  public int read(byte[] into, int offset, int length) throws IOException {
    int got = 0;
    while (got == 0 && length > 0) {
      if (!block.hasMore()) {
        if (next == NO_BLOCK) {
          return -1;
        }
        next = decode();
      }
      got = block.read(into, offset, length);
      given += got;
      if (!block.hasMore() && next >= end && givenAtEnd == Long.MAX_VALUE) {
        givenAtEnd = given; // by all blocks before the next one
      }
    }
    return got;
  }

  /**
   * Returns how many uncompressed bytes the blocks of the range have; {@link Long#MAX_VALUE} as
   * long as that is not known, and for a range that reaches to the last block.
   */
  public long givenAtEnd() {
    return givenAtEnd;
  }
}
