// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import static dev.recordio.wire.RecordIOFormat.ALIGNMENT;
import static dev.recordio.wire.RecordIOFormat.FIRST;
import static dev.recordio.wire.RecordIOFormat.HEADER_BYTES;
import static dev.recordio.wire.RecordIOFormat.LAST;
import static dev.recordio.wire.RecordIOFormat.MAGIC;
import static dev.recordio.wire.RecordIOFormat.MAX_PAYLOAD_BYTES;
import static dev.recordio.wire.RecordIOFormat.MIDDLE;
import static dev.recordio.wire.RecordIOFormat.WHOLE;
import static dev.recordio.wire.RecordIOFormat.align;
import static dev.recordio.wire.RecordIOFormat.lrec;
import static dev.recordio.wire.RecordIOFormat.putWord;

import dev.recordio.bytes.Drain;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Frames payloads as records, byte for byte as libdmlc's writer does, and buffers them in a chunk
 * that is passed on when it is full.
 *
 * <p>Escaping: each word of the payload that equals the magic, at a multiple of four from the
 * payload's start, ends a part and is omitted; readers put it back between the parts.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class RecordEncoder {
  private final byte[] chunk;
  private final Drain drain;
  private int used;
  private long offset;

  /**
   * Creates an encoder at offset 0 of a file.
   *
   * @param chunkSize bytes gathered before they are drained; at least 12
   * @param drain takes the bytes
   */
  public RecordEncoder(int chunkSize, Drain drain) {
    chunk = new byte[Math.max(chunkSize, HEADER_BYTES + ALIGNMENT)];
    this.drain = drain;
  }

  /** Returns the offset in the file at which the next record will begin, in bytes. */
  public long offset() {
    return offset;
  }

  /**
   * Writes one record.
   *
   * @return the number of parts it was written as
   * @throws IllegalArgumentException when the payload has 2^29 bytes or more; nothing is written
   * @throws IOException from the drain
   */
  public int write(byte[] payload, int from, int length) throws IOException {
    Objects.checkFromIndexSize(from, length, payload.length);
    if (length > MAX_PAYLOAD_BYTES) {
      throw new IllegalArgumentException(
          "a record holds at most " + MAX_PAYLOAD_BYTES + " bytes, this payload has " + length);
    }
    int end = from + length;
    int wordsEnd = from + (length & -ALIGNMENT);
    int parts = 0;
    int partStart = from;
    for (int magic = MagicSearch.nextMagic(payload, from, wordsEnd);
        magic >= 0;
        magic = MagicSearch.nextMagic(payload, partStart, wordsEnd)) {
      writePart(parts == 0 ? FIRST : MIDDLE, payload, partStart, magic - partStart);
      parts++;
      partStart = magic + ALIGNMENT;
    }
    writePart(parts == 0 ? WHOLE : LAST, payload, partStart, end - partStart);
    return parts + 1;
  }

  /**
   * Writes bytes that are framed already: whole records, with headers and padding.
   *
   * @param length a multiple of four
   * @throws IOException from the drain
   */
  public void append(byte[] framed, int from, int length) throws IOException {
    Objects.checkFromIndexSize(from, length, framed.length);
    if (length % ALIGNMENT != 0) {
      throw new IllegalArgumentException("framed records have no " + length + " bytes");
    }
    put(framed, from, length);
    offset += length;
  }

  private void writePart(int cflag, byte[] payload, int from, int length) throws IOException {
    if (chunk.length - used < HEADER_BYTES) {
      flush();
    }
    putWord(chunk, used, MAGIC);
    putWord(chunk, used + 4, lrec(cflag, length));
    used += HEADER_BYTES;
    int padded = (int) align(length);
    put(payload, from, length);
    for (int pad = length; pad < padded; pad++) {
      chunk[used++] = 0;
    }
    offset += HEADER_BYTES + padded;
  }

  private void put(byte[] bytes, int from, int length) throws IOException {
    if (align(length) <= chunk.length - used) {
      System.arraycopy(bytes, from, chunk, used, length);
      used += length;
    } else {
      // Too long for what is left of the chunk: pass the bytes on without copying them.
      flush();
      drain.drain(bytes, from, length);
    }
  }

  /** Passes everything buffered so far to the drain. */
  public void flush() throws IOException {
    if (used > 0) {
      drain.drain(chunk, 0, used);
      used = 0;
    }
  }
}
