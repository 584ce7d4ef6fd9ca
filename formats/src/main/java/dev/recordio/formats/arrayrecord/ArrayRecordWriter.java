// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.arrayrecord;

import dev.recordio.bytes.Drain;
import dev.recordio.formats.protobuf.ProtoWriter;
import io.airlift.compress.Compressor;
import java.io.IOException;

/**
 * Writes an ArrayRecord file from front to back, as Google's writer does: a signature, chunks of
 * equal numbers of records, a footer with the offset of each chunk, and in a block of its own where
 * the footer is. The same records and options give the same bytes.
 *
 * <p>Memory: a chunk twice, and about 10 bytes for each chunk of the file.
 *
 * <p>Rule: array_record_writer.cc and layout.proto in google/array_record.
 */
public final class ArrayRecordWriter {
  /** What a footer's postscript has besides an offset. */
  static final long MAGIC = 0x71930e704fdae05eL;

  static final int VERSION = 1;

  static final int POSTSCRIPTS = 3;
  private static final byte[] ZEROS = new byte[Blocks.BYTES];

  /** The most bytes of the records of a chunk, and of the footer. */
  private static final int MAX_CHUNK = 1 << 30;

  private final Drain drain;
  private final int groupSize;
  private final ChunkCodec codec;
  private final Compressor compressor; // null for none
  private final ChunkHeader header = new ChunkHeader();
  private final HighwayHash hash = Blocks.newHash();
  private final byte[] head = new byte[ChunkHeader.BYTES];
  private final byte[] block = new byte[Blocks.HEADER_BYTES];
  private final ProtoWriter lengths = new ProtoWriter(); // of the records of a chunk
  private final ProtoWriter values = new ProtoWriter();
  private final ProtoWriter data = new ProtoWriter();
  private final ProtoWriter message = new ProtoWriter();
  private final ProtoWriter entries = new ProtoWriter(); // of the footer, one after the other
  private final ProtoWriter entryLengths = new ProtoWriter();
  private byte[] compressed = {};
  private int inChunk; // records
  private long chunks;
  private long records;
  private long position;

  /**
   * Begins a file.
   *
   * @param groupSize records of a chunk, all but the last one
   */
  ArrayRecordWriter(Drain drain, int groupSize, ChunkCodec codec) throws IOException {
    this.drain = drain;
    this.groupSize = groupSize;
    this.codec = codec;
    compressor = codec.newCompressor();
    writeChunk(ChunkHeader.SIGNATURE, 0, 0);
  }

  /** Returns the most bytes that the next record may have. */
  long space() {
    return Math.min(MAX_CHUNK - values.length(), MAX_CHUNK - 2L * entries.length());
  }

  /**
   * Writes a record.
   *
   * @param length at most {@link #space}
   */
  void record(byte[] bytes, int from, int length) throws IOException {
    put(bytes, from, length);
    end(length);
  }

  /** Adds a piece of the next record, before {@link #end(int)}. */
  void put(byte[] bytes, int from, int count) {
    values.put(bytes, from, count);
  }

  /** Ends a record that was put in pieces, of {@code length} bytes. */
  void end(int length) throws IOException {
    lengths.varint(length);
    records++;
    inChunk++;
    if (inChunk == groupSize) {
      flush();
    }
  }

  private void flush() throws IOException {
    message.clear();
    message.varint(1, position);
    message.varint(2, values.length());
    message.varint(3, inChunk);
    entryLengths.varint(message.length());
    entries.put(message.array(), 0, message.length());
    chunks++;
    writeRecords(codec, compressor, inChunk);
    inChunk = 0;
  }

  /** Writes the last chunk, the footer and where it is. */
  void finish() throws IOException {
    if (inChunk > 0) {
      flush();
    }
    long footer = position;
    message.clear();
    message.varint(1, VERSION);
    message.varint(2, chunks);
    message.varint(3, records);
    message.bytes(4, ProtoWriter.utf8(options()));
    values.bytes(1, message.array(), 0, message.length());
    lengths.varint(values.length());
    values.put(entries.array(), 0, entries.length());
    lengths.put(entryLengths.array(), 0, entryLengths.length());
    writeRecords(codec, compressor, chunks + 1);
    pad();
    message.clear();
    message.varint(1, footer);
    message.varint(2, MAGIC);
    for (int i = 0; i < POSTSCRIPTS; i++) {
      lengths.varint(message.length());
      values.put(message.array(), 0, message.length());
    }
    writeRecords(ChunkCodec.NONE, null, POSTSCRIPTS);
    pad();
  }

  /** Returns the options as the text of Google's writer: its defaults, but for two of them. */
  private String options() {
    return "group_size:"
        + groupSize
        + ",transpose:false,pad_to_block_boundary:false,"
        + codec.option()
        + ",max_parallelism:1";
  }

  /** Writes a simple chunk of the collected lengths and values, and clears them. */
  private void writeRecords(ChunkCodec by, Compressor how, long count) throws IOException {
    data.clear();
    compressed = compressed.length == 0 ? new byte[] {0} : compressed;
    compressed[0] = (byte) by.code();
    data.put(compressed, 0, 1);
    if (how == null) {
      data.varint(lengths.length());
      data.put(lengths.array(), 0, lengths.length());
      data.put(values.array(), 0, values.length());
    } else {
      int bytes = compress(how, lengths);
      int plain = ProtoWriter.sizeOfVarint(lengths.length());
      data.varint((long) plain + bytes);
      data.varint(lengths.length());
      data.put(compressed, 0, bytes);
      bytes = compress(how, values);
      data.varint(values.length());
      data.put(compressed, 0, bytes);
    }
    int decoded = values.length();
    lengths.clear();
    values.clear();
    writeChunk(ChunkHeader.SIMPLE, count, decoded);
    data.clear();
  }

  private int compress(Compressor how, ProtoWriter plain) {
    int most = how.maxCompressedLength(plain.length());
    if (compressed.length < most) {
      compressed = new byte[most];
    }
    return how.compress(plain.array(), 0, plain.length(), compressed, 0, compressed.length);
  }

  /** Fills the block, unless one begins here. */
  private void pad() throws IOException {
    if ((position & Blocks.BYTES - 1) != 0) {
      data.clear();
      data.zeros(Blocks.paddingBytes(position));
      writeChunk(ChunkHeader.PADDING, 0, 0);
      data.clear();
    }
  }

  /** Writes a chunk with what was put into {@code data}. */
  private void writeChunk(char type, long count, long decoded) throws IOException {
    header.set(type, data.array(), data.length(), count, decoded);
    header.write(head, 0);
    long begin = position;
    long end = Blocks.chunkEnd(begin, data.length(), count);
    write(head, head.length, begin, end);
    write(data.array(), data.length(), begin, end);
    while (position < end) {
      long from = position & -Blocks.BYTES;
      long next = Math.max(position, from + Blocks.HEADER_BYTES); // after the block's header
      write(ZEROS, (int) Math.min(from + Blocks.BYTES - next, end - next), begin, end);
    }
  }

  /** Writes bytes of the chunk from {@code begin} to {@code end}, with the headers of blocks. */
  private void write(byte[] bytes, int count, long begin, long end) throws IOException {
    for (int done = 0; done < count; ) {
      int inBlock = (int) (position & Blocks.BYTES - 1);
      if (inBlock == 0) {
        Blocks.putHeader(block, 0, position - begin, end - position, hash);
        drain.drain(block, 0, block.length);
        position += block.length;
        inBlock = block.length;
      }
      int piece = Math.min(count - done, Blocks.BYTES - inBlock);
      drain.drain(bytes, done, piece);
      done += piece;
      position += piece;
    }
  }

  /** Returns the bytes of a file of {@code count} records of {@code bytes} bytes, about. */
  static long fileBytes(long bytes) {
    return (bytes + Blocks.BYTES - 1) / Blocks.BYTES * Blocks.BYTES + Blocks.BYTES;
  }

  /** Returns the bytes that a record of {@code length} bytes takes, about. */
  static long recordBytes(long length, int groupSize) {
    long chunk = ChunkHeader.BYTES + 2L + 16; // its header, its data's begin, its footer's entry
    return length + ProtoWriter.sizeOfVarint(length) + (chunk + groupSize - 1) / groupSize;
  }
}
