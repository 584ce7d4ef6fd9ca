// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.arrayrecord;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.sagemaker.ProtoReader;
import java.io.IOException;
import java.util.Arrays;

/**
 * Where the chunks of an ArrayRecord file are, and how many records each has.
 *
 * <p>Memory: 16 bytes a chunk, and while it is read the footer of the file.
 */
public final class ArrayRecordFooter {
  /** Bytes before the first chunk of records: the signature. */
  static final long FIRST_CHUNK = Blocks.HEADER_BYTES + ChunkHeader.BYTES;

  private final long[] offsets; // of chunks, and of what comes after them
  private final long[] firsts; // records before each chunk, and all

  private ArrayRecordFooter(long[] offsets, long[] firsts) {
    this.offsets = offsets;
    this.firsts = firsts;
  }

  /**
   * Reads the end of a file: its postscript, and the footer that it leads to.
   *
   * @throws MalformedRecordException when the file is cut, or one of them damaged; without a path
   */
  public static ArrayRecordFooter read(Chunks file) throws IOException {
    long length = file.length();
    if (length < 2L * Blocks.BYTES || length % Blocks.BYTES != 0) {
      throw Chunks.malformed(
          length,
          "a whole number of blocks of 65,536 bytes, two at least",
          "the file's end after " + length + " bytes");
    }
    long postscript = length - Blocks.BYTES;
    file.read(postscript, length);
    long offset = offset(file);
    if (offset == -1) {
      throw Chunks.malformed(postscript, "the offset of the footer, and a magic", "something else");
    }
    if (offset < FIRST_CHUNK || offset >= postscript) {
      throw Chunks.malformed(
          postscript,
          "a footer from offset " + FIRST_CHUNK + " to " + postscript,
          "one at " + Long.toUnsignedString(offset));
    }
    file.read(offset, postscript);
    ArrayRecordFooter footer = of(file, offset);
    if (footer == null) {
      throw Chunks.malformed(offset, "a footer", "a chunk of records");
    }
    return footer;
  }

  /** Returns the offset of the footer, by the postscript that was read; -1 if it is none. */
  static long offset(Chunks file) {
    var message = new ProtoReader();
    long[] fields = new long[3];
    long offset = -1;
    boolean isSame = file.count() > 0;
    for (int i = 0; isSame && i < file.count(); i++) {
      message.reset(file.bytes(), file.from(i), file.end(i), 0);
      isSame = readNumbers(message, fields) && fields[2] == ArrayRecordWriter.MAGIC;
      isSame &= i == 0 || fields[1] == offset;
      offset = fields[1];
    }
    return isSame ? offset : -1;
  }

  /**
   * Returns the footer that a chunk is, whose records were read.
   *
   * @param at offset of the chunk in the file
   * @return null if the chunk is something else
   * @throws MalformedRecordException when the footer contradicts itself; without a path
   */
  private static ArrayRecordFooter of(Chunks file, long at) throws MalformedRecordException {
    int chunks = file.count() - 1;
    long[] metadata = metadata(file);
    if (metadata == null) {
      return null;
    }
    if (metadata[1] != ArrayRecordWriter.VERSION) {
      throw Chunks.malformed(
          at, "a footer of version " + ArrayRecordWriter.VERSION, "version " + metadata[1]);
    }
    if (metadata[2] != chunks) {
      throw Chunks.malformed(
          at, "a footer of " + metadata[2] + " chunks, as it says", chunks + " chunks");
    }
    var message = new ProtoReader();
    long[] offsets = new long[chunks + 1];
    long[] firsts = new long[chunks + 1];
    long[] fields = new long[4];
    long least = FIRST_CHUNK;
    for (int i = 0; i < chunks; i++) {
      message.reset(file.bytes(), file.from(i + 1), file.end(i + 1), 0);
      if (!readNumbers(message, fields)
          || fields[1] < least
          || fields[1] >= at
          || fields[3] <= 0
          || fields[3] > at - fields[1]) {
        throw Chunks.malformed(
            at,
            "chunks in the order of their offsets, from " + FIRST_CHUNK + " to " + at,
            "chunk " + i + " with " + fields[3] + " records at " + fields[1]);
      }
      offsets[i] = fields[1];
      firsts[i + 1] = firsts[i] + fields[3];
      least = fields[1] + 1;
    }
    offsets[chunks] = at;
    if (metadata[3] != firsts[chunks]) {
      throw Chunks.malformed(
          at,
          "a footer of " + metadata[3] + " records, as it says",
          "chunks of " + firsts[chunks] + " records");
    }
    return new ArrayRecordFooter(offsets, firsts);
  }

  /** Whether a chunk whose records were read is a footer, perhaps of another version. */
  static boolean isFooter(Chunks file, long at) {
    try {
      return of(file, at) != null;
    } catch (MalformedRecordException e) {
      return false;
    }
  }

  /** Returns version, chunks and records by the first message of a footer; null if it is none. */
  private static long[] metadata(Chunks file) {
    if (file.count() == 0) {
      return null;
    }
    var message = new ProtoReader();
    var inner = new ProtoReader();
    long[] fields = new long[4];
    message.reset(file.bytes(), file.from(0), file.end(0), 0);
    try {
      if (!message.next() || message.field() != 1 || message.type() != ProtoReader.BYTES) {
        return null;
      }
      inner.enter(message);
      return readNumbers(inner, fields) && !message.next() && fields[1] > 0 ? fields : null;
    } catch (MalformedRecordException e) {
      return null;
    }
  }

  /** Reads fields that are numbers, 0 where they are missing; false when it is no such message. */
  private static boolean readNumbers(ProtoReader message, long[] fields) {
    Arrays.fill(fields, 0);
    try {
      while (message.next()) {
        if (message.field() < fields.length) {
          message.require(ProtoReader.VARINT);
          fields[message.field()] = message.number();
        }
      }
      return true;
    } catch (MalformedRecordException e) {
      return false;
    }
  }

  public int chunks() {
    return offsets.length - 1;
  }

  /** Returns the number of records of the file. */
  public long records() {
    return firsts[chunks()];
  }

  /** Returns the offset of a chunk; of the footer after the last one. */
  public long offset(int chunk) {
    return offsets[chunk];
  }

  /** Returns how many records come before a chunk. */
  public long first(int chunk) {
    return firsts[chunk];
  }

  /** Returns the chunk that has a record. */
  public int chunkOf(long record) {
    int found = Arrays.binarySearch(firsts, 0, chunks(), record);
    return found >= 0 ? found : -found - 2;
  }

  /** Returns the first chunk that begins at an offset or after it; one more than the last's. */
  public int chunkFrom(long offset) {
    int found = Arrays.binarySearch(offsets, 0, chunks(), offset);
    return found >= 0 ? found : -found - 1;
  }

  /**
   * Reads a chunk, which must have as many records as the footer says.
   *
   * @throws MalformedRecordException when it is damaged; without a path
   */
  public void read(Chunks file, int chunk) throws IOException {
    file.read(offsets[chunk], offsets[chunk + 1]);
    long wanted = firsts[chunk + 1] - firsts[chunk];
    if (file.count() != wanted) {
      throw Chunks.malformed(
          offsets[chunk],
          "a chunk of " + wanted + " records, as the footer says",
          file.count() + " records");
    }
  }
}
