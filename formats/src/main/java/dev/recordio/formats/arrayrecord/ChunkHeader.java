// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.arrayrecord;

import dev.recordio.bytes.LittleEndian;

/**
 * The header of a chunk of a Riegeli file, 40 bytes, little-endian: a hash of the other 32 (8),
 * bytes of its data (8), hash of the data (8), type (1), number of records (7), bytes of the
 * records when they are decoded (8).
 */
final class ChunkHeader {
  static final int BYTES = 40;

  /** The type of a file's first chunk, which has no data. */
  static final char SIGNATURE = 's';

  /** The type of chunks that have their records one after the other. */
  static final char SIMPLE = 'r';

  /** The type of chunks that fill a block. */
  static final char PADDING = 'p';

  /** The type of chunks whose records are cut into the columns of a message. */
  static final char TRANSPOSED = 't';

  /** The type of chunks about the file. */
  static final char METADATA = 'm';

  private static final int RECORD_BITS = 56;

  private final HighwayHash hash = Blocks.newHash();
  private long dataBytes;
  private long dataHash;
  private char type;
  private long records;
  private long decodedBytes;

  /** Sets all fields, and the hash of the data. */
  void set(char newType, byte[] data, int length, long newRecords, long newDecodedBytes) {
    type = newType;
    dataBytes = length;
    dataHash = hash.of(data, 0, length);
    records = newRecords;
    decodedBytes = newDecodedBytes;
  }

  void write(byte[] into, int at) {
    LittleEndian.putLong(into, at + 8, dataBytes);
    LittleEndian.putLong(into, at + 16, dataHash);
    LittleEndian.putLong(into, at + 24, records << 8 | type);
    LittleEndian.putLong(into, at + 32, decodedBytes);
    LittleEndian.putLong(into, at, hash.of(into, at + 8, BYTES - 8));
  }

  /** Reads a header; false when its hash is wrong. */
  boolean read(byte[] from, int at) {
    dataBytes = LittleEndian.getLong(from, at + 8);
    dataHash = LittleEndian.getLong(from, at + 16);
    long both = LittleEndian.getLong(from, at + 24);
    type = (char) (both & 0xFF);
    records = both >>> Long.SIZE - RECORD_BITS;
    decodedBytes = LittleEndian.getLong(from, at + 32);
    return LittleEndian.getLong(from, at) == hash.of(from, at + 8, BYTES - 8);
  }

  /** Whether the data has the hash of the header. */
  boolean isHashOf(byte[] data, int length) {
    return hash.of(data, 0, length) == dataHash;
  }

  /** Returns the bytes of data, without the headers of blocks; negative from 2^63 on. */
  long dataBytes() {
    return dataBytes;
  }

  char type() {
    return type;
  }

  long records() {
    return records;
  }

  long decodedBytes() {
    return decodedBytes;
  }
}
