// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bzip2;

import java.io.IOException;

/** The tables at a block's start: which bytes it uses, its codes, and where each code is used. */
final class BlockTables {
  /** Symbols after which another code may be used. */
  static final int GROUP_SYMBOLS = 50;

  private static final int MAX_TABLES = 6;
  private static final int MAX_SELECTORS =
      2 + Bzip2Format.MAX_LEVEL * Bzip2Format.LEVEL_BYTES / GROUP_SYMBOLS;

  private final byte[] used = new byte[256];
  private final byte[] selectors = new byte[MAX_SELECTORS];
  private final byte[] lengths = new byte[HuffmanTable.MAX_SYMBOLS];
  private final HuffmanTable[] tables = new HuffmanTable[MAX_TABLES];
  private int usedCount;
  private int selectorCount;

  BlockTables() {
    for (int i = 0; i < MAX_TABLES; i++) {
      tables[i] = new HuffmanTable();
    }
  }

  /** Reads the tables; errors of damage name no file yet. */
  void read(BitReader in) throws IOException {
    readUsed(in);
    long at = in.position();
    int tableCount = in.take(3);
    if (tableCount < 2 || tableCount > MAX_TABLES) {
      throw Bzip2Format.damaged(at, "2 to 6 codes of a block", tableCount + "");
    }
    readSelectors(in, tableCount);
    for (int table = 0; table < tableCount; table++) {
      readCode(in, tables[table]);
    }
  }

  private void readUsed(BitReader in) throws IOException {
    long at = in.position();
    int ranges = in.take(16);
    usedCount = 0;
    for (int high = 0; high < 16; high++) {
      int bytes = (ranges >>> 15 - high & 1) == 0 ? 0 : in.take(16);
      for (int low = 0; low < 16; low++) {
        if ((bytes >>> 15 - low & 1) != 0) {
          used[usedCount++] = (byte) (high << 4 | low);
        }
      }
    }
    if (usedCount == 0) {
      throw Bzip2Format.damaged(at, "a block that uses some bytes", "none");
    }
  }

  private void readSelectors(BitReader in, int tableCount) throws IOException {
    long at = in.position();
    int count = in.take(15);
    if (count == 0) {
      throw Bzip2Format.damaged(at, "some groups of symbols in a block", "none");
    }
    byte[] recent = {0, 1, 2, 3, 4, 5};
    for (int i = 0; i < count; i++) {
      at = in.position();
      int back = 0;
      while (in.takeBit()) {
        back++;
        if (back == tableCount) {
          throw Bzip2Format.damaged(at, "one of " + tableCount + " codes of a block", "another");
        }
      }
      byte table = recent[back];
      System.arraycopy(recent, 0, recent, 1, back);
      recent[0] = table;
      if (i < MAX_SELECTORS) { // some writers have more, which no block can use
        selectors[i] = table;
      }
    }
    selectorCount = Math.min(count, MAX_SELECTORS);
  }

  private void readCode(BitReader in, HuffmanTable table) throws IOException {
    long at = in.position();
    int length = in.take(5);
    for (int symbol = 0; symbol < symbols(); symbol++) {
      while (in.takeBit()) {
        length += in.takeBit() ? -1 : 1;
        if (length < 1 || length > HuffmanTable.MAX_BITS) {
          break;
        }
      }
      if (length < 1 || length > HuffmanTable.MAX_BITS) {
        throw Bzip2Format.damaged(at, "codes of 1 to 20 bits in a block", "one of " + length);
      }
      lengths[symbol] = (byte) length;
    }
    if (!table.build(lengths, symbols())) {
      throw Bzip2Format.damaged(at, "codes of a block of which none begins another", "more");
    }
  }

  /** Returns how many symbols a code has: the last of them ends the block. */
  int symbols() {
    return usedCount + 2;
  }

  /** Copies the bytes that the block uses, in order, to {@code target}. */
  void copyUsed(byte[] target) {
    System.arraycopy(used, 0, target, 0, usedCount);
  }

  /** Returns the code of a group of symbols; null when there is no such group. */
  HuffmanTable ofGroup(int group) {
    return group < selectorCount ? tables[selectors[group]] : null;
  }
}
