// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;

/** The description of a table: where its blocks are, and its chunks. */
public sealed interface TableMeta permits RowsMeta, DeltaMeta {
  /** A block that was read. */
  sealed interface Block permits RowBlock, DeltaBlock {
    /** Returns the bytes that it takes in memory, about. */
    int weight();
  }

  /** Returns the description's bytes. */
  byte[] encode();

  long blocks();

  /** Returns where a block begins. */
  long blockAt(long block);

  int blockBytes(long block);

  /**
   * Reads a block.
   *
   * @throws MalformedRecordException without a file's name when it is damaged
   */
  Block block(long block, byte[] from, int at) throws MalformedRecordException;

  ChunkList chunks();

  /** Returns where the last block ends. */
  default long end() {
    long last = blocks() - 1;
    return last < 0 ? TableLayout.HEADER_BYTES : blockAt(last) + blockBytes(last);
  }

  /** Steps through a table's description; a number is believed only when what it counts fits. */
  static final class Reader {
    private final byte[] bytes;
    private final long offset; // of the first byte, in the file
    private int at;

    Reader(byte[] bytes, long offset) {
      this.bytes = bytes;
      this.offset = offset;
    }

    int at() {
      return at;
    }

    int nextInt() throws MalformedRecordException {
      require(4);
      at += 4;
      return LittleEndian.getInt(bytes, at - 4);
    }

    long nextLong() throws MalformedRecordException {
      require(8);
      at += 8;
      return LittleEndian.getLong(bytes, at - 8);
    }

    /** Returns a u32 that counts items of so many bytes, which all must be there. */
    int nextCount(int itemBytes) throws MalformedRecordException {
      long count = Integer.toUnsignedLong(nextInt());
      if (count * itemBytes > bytes.length - at) {
        throw wrong(
            at - 4, "a number of items that fit into " + (bytes.length - at) + " bytes", count);
      }
      return (int) count;
    }

    /** Steps over items. */
    int skip(int count) throws MalformedRecordException {
      require(count);
      at += count;
      return at - count;
    }

    void end() throws MalformedRecordException {
      if (at != bytes.length) {
        throw wrong(at, "the end of the description", (bytes.length - at) + " more bytes");
      }
    }

    MalformedRecordException wrong(int where, String expected, Object found) {
      return new MalformedRecordException(
          "wrong description of a table",
          null,
          offset + where,
          -1,
          expected,
          String.valueOf(found));
    }

    private void require(int count) throws MalformedRecordException {
      if (bytes.length - at < count) {
        throw wrong(at, count + " bytes", bytes.length - at);
      }
    }
  }
}
