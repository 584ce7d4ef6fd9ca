// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import dev.recordio.bytes.MalformedRecordException;

/** The description of a table: where its blocks are, and its chunks. */
public sealed interface TableMeta permits RowsMeta, DeltaMeta {
  /** A block that was read. */
  sealed interface Block permits RowBlock, DeltaBlock {
    /** Returns the bytes that it takes in memory, about. */
    int weight();
  }

  /** Returns the number of blocks. */
  long blocks();

  /** Returns where a block begins. */
  long blockAt(long block);

  /** Returns the bytes of a block. */
  int blockBytes(long block);

  /**
   * Reads a block.
   *
   * @throws MalformedRecordException without a file's name when it is damaged
   */
  Block block(long block, byte[] from, int at) throws MalformedRecordException;

  /** Returns the chunks. */
  ChunkList chunks();

  /** Returns where the last block ends. */
  default long end() {
    long last = blocks() - 1;
    return last < 0 ? TableLayout.HEADER_BYTES : blockAt(last) + blockBytes(last);
  }
}
