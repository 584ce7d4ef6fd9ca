// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.arrayrecord;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.sagemaker.ProtoReader;
import io.airlift.compress.Decompressor;
import java.util.EnumMap;
import java.util.Map;

/**
 * The records in the data of a simple chunk: the byte of its codec; a varint, the bytes of what
 * follows; the compressed lengths of the records, each a varint; their compressed bytes. What is
 * compressed begins with a varint, its plain length. Used for one chunk after the other.
 *
 * <p>Memory: the records of a chunk, and four bytes for each. No length is believed before it fits
 * what is there.
 */
final class SimpleChunk {
  private static final byte BROTLI = 'b';

  /** Bytes of the longest varint. */
  private static final long MAX_VARINT = 10;

  private final Map<ChunkCodec, Decompressor> decompressors = new EnumMap<>(ChunkCodec.class);
  private final ProtoReader reader = new ProtoReader();
  private byte[] lengths = {};
  private byte[] plain = {};
  private byte[] values;
  private int[] ends = {0}; // of records in values; before the first one comes where it begins
  private int count;
  private long chunk; // offset of the chunk in its file

  /**
   * Reads the lengths of all records.
   *
   * @param data of the chunk, whose hash is right; good as long as the records are used
   * @param offset of the chunk in its file, for errors
   * @throws MalformedRecordException when the data is not what the header says; without a path
   */
  void read(byte[] data, int length, ChunkHeader header, long offset)
      throws MalformedRecordException {
    chunk = offset;
    count = 0;
    if (length == 0) {
      throw malformed("a codec's byte", "no data");
    }
    if (data[0] == BROTLI) {
      throw malformed("chunks without compression, in Zstd or in Snappy", "one in Brotli");
    }
    ChunkCodec codec = ChunkCodec.of(data[0]);
    if (codec == null) {
      throw malformed("a codec: 0, z or s", "byte " + (data[0] & 0xFF));
    }
    reader.reset(data, 1, length, 0);
    long sizes = varint();
    int from = reader.position();
    if (sizes < 0 || sizes > length - from) {
      throw malformed(
          "at most " + (length - from) + " bytes of lengths", Long.toUnsignedString(sizes));
    }
    int middle = from + (int) sizes;
    long records = header.records();
    if (codec == ChunkCodec.NONE) {
      readLengths(data, from, middle, records);
      values = data;
      place(middle, length - middle, header);
      return;
    }
    int bytes = expand(codec, data, from, middle, true, MAX_VARINT * records);
    readLengths(lengths, 0, bytes, records);
    bytes = expand(codec, data, middle, length, false, count == 0 ? 0 : ends[count]);
    values = plain;
    place(0, bytes, header);
  }

  /**
   * Decompresses into {@code lengths} or {@code plain}.
   *
   * @param most how many bytes there are at most
   * @return how many there are
   */
  private int expand(
      ChunkCodec codec, byte[] data, int begin, int end, boolean isLengths, long most)
      throws MalformedRecordException {
    reader.reset(data, begin, end, 0);
    long size = varint();
    int from = reader.position();
    if (!ChunkCodec.isPossible(size, end - from) || size > most) {
      count = 0;
      throw malformed(
          "what " + (end - from) + " bytes in " + codec + " can be, and at most " + most,
          Long.toUnsignedString(size) + " bytes");
    }
    byte[] into = isLengths ? lengths : plain;
    if (into.length < size) {
      into = new byte[(int) size];
      lengths = isLengths ? into : lengths;
      plain = isLengths ? plain : into;
    }
    if (size > 0) {
      Decompressor decompressor = decompressors.computeIfAbsent(codec, ChunkCodec::newDecompressor);
      String wrong = ChunkCodec.decompress(decompressor, data, from, end - from, into, (int) size);
      if (wrong != null) {
        count = 0;
        throw malformed(size + " bytes in " + codec, wrong);
      }
    }
    return (int) size;
  }

  private void readLengths(byte[] bytes, int from, int end, long records)
      throws MalformedRecordException {
    if (records > end - from) { // a length has a byte at least
      throw malformed(records + " lengths of records", end - from + " bytes of them");
    }
    count = (int) records;
    if (ends.length <= count) {
      ends = new int[Math.max(count + 1, (int) Math.min(Integer.MAX_VALUE - 8, 2L * count))];
    }
    reader.reset(bytes, from, end, 0);
    long sum = 0;
    for (int i = 1; i <= count; i++) {
      long length = varint();
      sum += length;
      if (length < 0 || sum > Integer.MAX_VALUE) {
        throw malformed("records of at most 2^31 - 1 bytes", "record " + (i - 1) + " is longer");
      }
      ends[i] = (int) sum;
    }
    if (!reader.isAtEnd()) {
      throw malformed(records + " lengths of records", "more");
    }
  }

  /** Places the records in the values. */
  private void place(int first, int bytes, ChunkHeader header) throws MalformedRecordException {
    int sum = count == 0 ? 0 : ends[count];
    if (sum != bytes || header.decodedBytes() != bytes) {
      int found = count;
      count = 0;
      throw malformed(
          header.decodedBytes() + " bytes of records, as the header says",
          bytes + ", and lengths of " + found + " records with the sum " + sum);
    }
    ends[0] = first;
    for (int i = 1; i <= count; i++) {
      ends[i] += first;
    }
  }

  private long varint() throws MalformedRecordException {
    try {
      return reader.packedVarint();
    } catch (MalformedRecordException e) {
      count = 0;
      throw malformed(e.expected(), e.found());
    }
  }

  private MalformedRecordException malformed(String expected, String found) {
    return Chunks.malformed(chunk, expected, found);
  }

  int count() {
    return count;
  }

  /** Returns the array that holds the records; good until the next chunk. */
  byte[] bytes() {
    return values;
  }

  int from(int record) {
    return ends[record];
  }

  int end(int record) {
    return ends[record + 1];
  }
}
