// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.IndexType;
import dev.recordio.sparse.layout.RowBlockDecoder;
import java.io.IOException;

/** The rows of payloads that are saved row blocks, one after the other; a block has one's rows. */
final class RowBlockRows implements RecordRows, RowBlockDecoder.Source {
  private final RowBlockDecoder decoder;
  private byte[] bytes;
  private int at;
  private int end;

  RowBlockRows(IndexType type) {
    decoder = new RowBlockDecoder(this, 0, type);
  }

  @Override
  public void begin(byte[] payload, int from, int length) {
    bytes = payload;
    at = from;
    end = from + length;
    decoder.reset(length);
  }

  @Override
  public boolean next(CsrBlock block) throws IOException {
    return decoder.next(block);
  }

  @Override
  public boolean isFull(CsrBlock block) {
    return block.rows() > 0;
  }

  /** Gives the decoder the payload's bytes. */
  @Override
  public int read(byte[] into, int offset, int length) {
    int count = Math.min(length, end - at);
    System.arraycopy(bytes, at, into, offset, count);
    at += count;
    return count;
  }
}
