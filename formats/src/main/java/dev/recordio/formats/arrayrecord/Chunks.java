// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.arrayrecord;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.stream.ChunkReader;
import java.io.Closeable;
import java.io.IOException;

/**
 * Reads the chunks of a Riegeli file, which an ArrayRecord file is, each by its offset: in order,
 * large reads serve many of them. Hashes of header and data are compared; the headers of blocks are
 * passed over, as the hash of the data proves what is read. Nothing is allocated on the word of a
 * length that the file or the caller's limit has no space for.
 */
public final class Chunks implements Closeable {
  private static final String WHAT = "damaged ArrayRecord file";

  private final ChunkReader window;
  private final HighwayHash hash = Blocks.newHash();
  private final ChunkHeader header = new ChunkHeader();
  private final byte[] head = new byte[ChunkHeader.BYTES];
  private final SimpleChunk simple = new SimpleChunk();
  private final byte[] block = new byte[Blocks.HEADER_BYTES];
  private byte[] data = {};
  private long begin;
  private long end;
  private long ahead; // how far may be read at once

  /**
   * Makes a reader, which closes its window.
   *
   * @param window over the whole file
   */
  public Chunks(ChunkReader window) {
    this.window = window;
    ahead = window.length();
  }

  /** Says that chunks from an offset on are not wanted: they are not read along. */
  public void readAheadTo(long offset) {
    ahead = offset;
  }

  /** Returns the error that the chunk that was read does not have a record. */
  public MalformedRecordException lacks(long record) {
    return malformed(begin, "a chunk with a record " + record, count() + " records");
  }

  static MalformedRecordException malformed(long offset, String expected, String found) {
    return new MalformedRecordException(WHAT, null, offset, -1, expected, found);
  }

  /** Returns the length of the file. */
  public long length() {
    return window.length();
  }

  /**
   * Reads the header of a chunk.
   *
   * @param offset of the chunk in the file
   * @param limit the offset that the chunk ends at or before
   * @throws MalformedRecordException when there is none; without a path
   */
  void readHeader(long offset, long limit) throws IOException {
    begin = offset;
    end = offset;
    long last = Math.min(limit, window.length());
    if (!Blocks.canBegin(offset) || Blocks.after(offset, ChunkHeader.BYTES) > last) {
      throw malformed(offset, "a chunk before offset " + last, "no space for one");
    }
    long headEnd = Blocks.after(offset, ChunkHeader.BYTES);
    if (!fill(offset, headEnd)) {
      throw malformed(offset, "the header of a chunk", "the file's end");
    }
    Blocks.strip(window.buffer(), index(offset), (int) (headEnd - offset), offset, head, 0);
    if (!header.read(head, 0)) {
      throw malformed(
          offset, "the header of a chunk", "bytes that do not have the hash of a header");
    }
    long space = last - offset;
    if (header.dataBytes() < 0 || header.dataBytes() > space || header.records() > space) {
      throw malformed(
          offset,
          "a chunk that ends at or before offset " + last,
          String.format(
              "one of %s bytes and %d records",
              Long.toUnsignedString(header.dataBytes()), header.records()));
    }
    long wanted = Blocks.chunkEnd(offset, header.dataBytes(), header.records());
    if (wanted > last) {
      throw malformed(
          offset, "a chunk that ends at or before offset " + last, "one that ends at " + wanted);
    }
    end = wanted;
  }

  private boolean fill(long from, long to) throws IOException {
    boolean isThere = from >= window.offset() && to <= window.end(); // without moving the window
    return isThere || window.fill(from, to, Math.max(to, ahead));
  }

  private int index(long offset) {
    return (int) (offset - window.offset());
  }

  /**
   * Reads the data of the chunk whose header was read last, and compares its hash.
   *
   * @return how many bytes {@link #data} has
   */
  int readData() throws IOException {
    long length = header.dataBytes();
    if (length > Integer.MAX_VALUE - Blocks.BYTES) {
      throw malformed(begin, "a chunk below 2^31 bytes", length + " bytes of data");
    }
    long from = Blocks.after(begin, ChunkHeader.BYTES);
    long to = Blocks.after(begin, ChunkHeader.BYTES + length);
    if (!fill(from, to)) {
      throw malformed(begin, length + " bytes of data", "the file's end");
    }
    if (data.length < length) {
      data = new byte[(int) Math.min(Integer.MAX_VALUE - 8L, length + (length >> 1))];
    }
    Blocks.strip(window.buffer(), index(from), (int) (to - from), from, data, 0);
    if (!header.isHashOf(data, (int) length)) {
      throw malformed(
          begin,
          "a chunk of " + header.records() + " records with the hash of its header",
          "data with another hash");
    }
    return (int) length;
  }

  /**
   * Reads the records of a simple chunk.
   *
   * @param offset of the chunk in the file
   * @param limit the offset that the chunk ends at or before
   * @throws MalformedRecordException when it is damaged, or is of another kind; without a path
   */
  public void read(long offset, long limit) throws IOException {
    readHeader(offset, limit);
    readRecords();
  }

  /** Reads the records of the chunk whose header was read last. */
  void readRecords() throws IOException {
    if (header.type() == ChunkHeader.TRANSPOSED) {
      throw malformed(
          begin,
          "a simple chunk (r)",
          "a transposed one (t), which is not read: write the file with transpose:false");
    }
    if (header.type() != ChunkHeader.SIMPLE) {
      throw malformed(begin, "a simple chunk (r)", "a chunk of type " + header.type());
    }
    int length = readData();
    simple.read(data, length, header, begin);
  }

  /** Compares the headers of blocks within the chunk whose header was read last. */
  void checkBlocks() throws IOException {
    long first = (begin + Blocks.BYTES - 1) / Blocks.BYTES * Blocks.BYTES;
    for (long at = first; at < end; at += Blocks.BYTES) {
      if (!readBlock(at)) {
        throw malformed(at, "the header of a block", "the file's end");
      }
      if (!Blocks.isHeader(block, 0, hash)) {
        throw malformed(at, "the header of a block", "bytes that do not have the hash of a header");
      }
      if (Blocks.sinceBegin(block, 0) != at - begin || Blocks.untilEnd(block, 0) != end - at) {
        throw malformed(
            at,
            "the header of a block in a chunk from " + begin + " to " + end,
            "one in a chunk of other bounds");
      }
    }
  }

  private boolean readBlock(long at) throws IOException {
    if (at < window.offset() || at + block.length > window.end()) {
      return window.peek(at, block);
    }
    System.arraycopy(window.buffer(), index(at), block, 0, block.length);
    return true;
  }

  /**
   * Returns the first chunk that a block's header leads to.
   *
   * @param from offset that the block begins at or after
   * @param limit offset that the chunk begins before
   * @return the offset of a chunk at {@code from} or after it; {@code limit} if there is none
   */
  long next(long from, long limit) throws IOException {
    long first = (from + Blocks.BYTES - 1) / Blocks.BYTES * Blocks.BYTES;
    for (long at = first; at + Blocks.HEADER_BYTES <= limit; at += Blocks.BYTES) {
      if (!readBlock(at)) {
        return limit;
      }
      if (Blocks.isHeader(block, 0, hash)) {
        long since = Blocks.sinceBegin(block, 0);
        long until = Blocks.untilEnd(block, 0);
        if (since == 0 || since > 0 && at - since >= from) {
          return at - since;
        }
        if (since > 0 && until > 0 && until < limit - at) {
          return at + until;
        }
      }
    }
    return limit;
  }

  /** Returns the number of records that were read. */
  public int count() {
    return simple.count();
  }

  /** Returns the array that holds the records that were read; good until the next chunk. */
  public byte[] bytes() {
    return simple.bytes();
  }

  /** Returns the index of a record's first byte. */
  public int from(int record) {
    return simple.from(record);
  }

  /** Returns the index after a record's last byte. */
  public int end(int record) {
    return simple.end(record);
  }

  ChunkHeader header() {
    return header;
  }

  /** Returns the offset after that chunk and its padding. */
  long end() {
    return end;
  }

  @Override
  public void close() throws IOException {
    window.close();
  }
}
