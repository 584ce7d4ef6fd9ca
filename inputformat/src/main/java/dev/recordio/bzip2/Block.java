// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bzip2;

import dev.recordio.bytes.MalformedRecordException;
import java.io.IOException;
import java.util.Arrays;

/**
 * One block, decoded in two steps: first its bits are read, which shows where it ends; then its
 * uncompressed bytes are returned, and their CRC is checked after the last one.
 */
final class Block {
  private static final int RUN_B = 1;

  /** Longer than any run of a sound block, so that a run's length can't overflow. */
  private static final int RUN_LIMIT = 1 << 21;

  private final int[] randomNumbers;
  private final BlockTables tables = new BlockTables();
  private final byte[] recent = new byte[256];
  private final int[] starts = new int[256];
  private final Bzip2Crc crc = new Bzip2Crc();

  /** A byte in the low 8 bits; above it the index of the next one. Grows as bytes are read. */
  private int[] bytes = new int[1 << 16];

  private long begin;
  private int expectedCrc;
  private boolean randomised;
  private int first;
  private int count;

  private int at; // index of the next byte, in the upper bits
  private int left; // bytes not yet taken
  private int last; // the byte before
  private int same; // how often it occurred, up to 4; then a byte is the count of repeats
  private int repeats; // of the last byte, still to be returned
  private int untilFlip;
  private int randomAt;

  /**
   * Creates an empty block.
   *
   * @param randomNumbers the format's table of random numbers, which blocks of very old writers
   *     need
   */
  Block(int[] randomNumbers) {
    this.randomNumbers = randomNumbers;
  }

  /** Drops its content. */
  void clear() {
    left = 0;
    repeats = 0;
  }

  /**
   * Reads a block, from the end of its mark to its last bit; errors of damage name no file yet.
   *
   * @param level of its stream: the most bytes of a block, in units of 100,000
   */
  void decode(BitReader in, int level) throws IOException {
    clear();
    begin = in.position() - Bzip2Format.MARK_BITS;
    expectedCrc = in.take(32);
    randomised = in.takeBit();
    long at = in.position();
    first = in.take(24);
    tables.read(in);
    decodeSymbols(in, level * Bzip2Format.LEVEL_BYTES);
    if (first >= count) {
      throw Bzip2Format.damaged(at, "the first of " + count + " bytes of a block", "byte " + first);
    }
    link();
  }

  private void decodeSymbols(BitReader in, int room) throws IOException {
    Arrays.fill(starts, 0);
    tables.copyUsed(recent);
    int end = tables.symbols() - 1;
    int n = 0;
    int run = 0;
    int runUnit = 1;
    HuffmanTable table = null;
    for (int symbols = 0; ; symbols++) {
      if (symbols % BlockTables.GROUP_SYMBOLS == 0) {
        in.requireWithin();
        table = tables.ofGroup(symbols / BlockTables.GROUP_SYMBOLS);
        if (table == null) {
          throw damagedAt(in, "the end of a block's symbols", "more of them");
        }
      }
      int entry = table.find(in.peek(HuffmanTable.MAX_BITS));
      if (entry == HuffmanTable.NONE) {
        throw damagedAt(in, "one of a block's codes", "bits that are none");
      }
      in.drop(HuffmanTable.length(entry));
      int symbol = HuffmanTable.symbol(entry);
      if (symbol <= RUN_B) {
        run += runUnit << symbol;
        runUnit <<= 1;
        if (run > RUN_LIMIT) {
          throw tooLong(in, room);
        }
        continue;
      }
      if (run > 0) {
        if (run > room - n) {
          throw tooLong(in, room);
        }
        if (run > bytes.length - n) {
          grow(n + run, room);
        }
        int repeated = recent[0] & 255;
        Arrays.fill(bytes, n, n + run, repeated);
        starts[repeated] += run;
        n += run;
        run = 0;
        runUnit = 1;
      }
      if (symbol == end) {
        break;
      }
      if (n == bytes.length) {
        if (n >= room) {
          throw tooLong(in, room);
        }
        grow(n + 1, room);
      }
      byte value = recent[symbol - 1];
      toFront(symbol - 1);
      bytes[n++] = value & 255;
      starts[value & 255]++;
    }
    in.requireWithin();
    if (n > room) {
      throw tooLong(in, room);
    }
    count = n;
  }

  private void grow(int least, int most) {
    bytes =
        Arrays.copyOf(bytes, Math.min(Math.max(least, 2 * bytes.length), Math.max(least, most)));
  }

  /** Moves a byte to the front of the recently used ones; most are near it already. */
  private void toFront(int from) {
    byte[] moved = recent;
    byte value = moved[from];
    if (from < 16) {
      for (int i = from; i > 0; i--) {
        moved[i] = moved[i - 1];
      }
    } else {
      System.arraycopy(moved, 0, moved, 1, from);
    }
    moved[0] = value;
  }

  private MalformedRecordException damagedAt(BitReader in, String expected, String found)
      throws MalformedRecordException {
    in.requireWithin();
    return Bzip2Format.damaged(in.position(), expected, found);
  }

  private MalformedRecordException tooLong(BitReader in, int room) throws MalformedRecordException {
    return damagedAt(in, "a block of at most " + room + " bytes", "more");
  }

  /** Undoes the sorting: each byte gets the index of the one that follows it. */
  private void link() {
    int sum = 0;
    for (int b = 0; b < 256; b++) {
      int of = starts[b];
      starts[b] = sum;
      sum += of;
    }
    for (int i = 0; i < count; i++) {
      bytes[starts[bytes[i] & 255]++] |= i << 8;
    }
    at = bytes[first] >>> 8;
    left = count;
    last = -1;
    same = 0;
    untilFlip = randomNumbers[0];
    randomAt = 1;
    crc.reset();
  }

  /** Returns the CRC that the block stores for its uncompressed bytes. */
  int expectedCrc() {
    return expectedCrc;
  }

  /** Whether uncompressed bytes are left. */
  boolean hasMore() {
    return left > 0 || repeats > 0;
  }

  /**
   * Reads uncompressed bytes, of which some must be left.
   *
   * @return how many, at least one unless the block ends
   * @throws MalformedRecordException after the last byte, when the CRC differs
   */
  int read(byte[] into, int offset, int length) throws MalformedRecordException {
    int got = unpack(into, offset, offset + length) - offset;
    crc.update(into, offset, offset + got);
    if (!hasMore() && crc.value() != expectedCrc) {
      throw Bzip2Format.damaged(
          begin,
          String.format("a block whose bytes have the CRC %08x", expectedCrc),
          String.format("bytes with the CRC %08x", crc.value()));
    }
    return got;
  }

  private int unpack(byte[] into, int offset, int end) {
    int to = offset;
    while (to < end) {
      if (repeats > 0) {
        int now = Math.min(repeats, end - to);
        Arrays.fill(into, to, to + now, (byte) last);
        to += now;
        repeats -= now;
      } else if (left == 0) {
        break;
      } else if (same == 4) {
        repeats = take();
        same = 0;
      } else {
        to = randomised ? unpackOne(into, to) : unpackRow(into, to, end);
      }
    }
    return to;
  }

  /** Reads bytes up to the fourth of a run of equal ones. */
  private int unpackRow(byte[] into, int from, int end) {
    int[] linked = bytes;
    int to = from;
    int stop = to + Math.min(end - to, left);
    int next = at;
    int before = last;
    int row = same;
    while (to < stop && row < 4) {
      int entry = linked[next];
      next = entry >>> 8;
      int value = entry & 255;
      row = value == before ? row + 1 : 1;
      before = value;
      into[to++] = (byte) value;
    }
    at = next;
    last = before;
    same = row;
    left -= to - from;
    return to;
  }

  private int unpackOne(byte[] into, int to) {
    int value = take();
    same = value == last ? same + 1 : 1;
    last = value;
    into[to] = (byte) value;
    return to + 1;
  }

  private int take() {
    int entry = bytes[at];
    at = entry >>> 8;
    left--;
    return randomised ? entry & 255 ^ flip() : entry & 255;
  }

  /** Returns 1 for the bytes whose lowest bit a very old writer has flipped. */
  private int flip() {
    if (untilFlip == 0) {
      untilFlip = randomNumbers[randomAt];
      randomAt = (randomAt + 1) % randomNumbers.length;
    }
    untilFlip--;
    return untilFlip == 1 ? 1 : 0;
  }
}
