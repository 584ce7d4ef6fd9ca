// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.InputOpener;
import dev.recordio.wire.RecordCursor;
import dev.recordio.wire.RecordCursor.Step;
import dev.recordio.wire.RecordIOFormat;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Looks at single places of a file: whether a record is there, whatever surrounds it. Each is a
 * read of its own, so it is for places that are in doubt.
 */
final class PlaceCheck implements Closeable {
  /** Most looks need a header or two. */
  private static final int BUFFER_BYTES = 1 << 12;

  private static final int MAX_TEXT = 1 << 20;

  private final Configuration conf;
  private final Path path;
  private final long fileLength;
  private final boolean escaped;
  private final CRC32C crc = new CRC32C();
  private ChunkReader file; // from the first look on: most files are sound

  /**
   * Prepares to look.
   *
   * @param escaped whether an aligned magic word in a payload is wrong
   */
  PlaceCheck(Configuration conf, FileStatus file, boolean escaped) {
    this.conf = conf;
    path = file.getPath();
    fileLength = file.getLen();
    this.escaped = escaped;
  }

  private ChunkReader file() throws IOException {
    if (file == null) {
      var small = new Configuration(conf);
      RecordIOConf.INPUT_BUFFER_SIZE.set(small, BUFFER_BYTES);
      file = InputOpener.pieces(small, new InputRange(path, 0, Long.MAX_VALUE));
    }
    return file;
  }

  /**
   * Checks the record that an index has.
   *
   * @param checksum whether the payload is compared with the index's
   * @return what is wrong; null if nothing is
   */
  String check(IndexEntries entry, boolean checksum) throws IOException {
    long begin = entry.offset();
    if (begin < 0 || begin % RecordIOFormat.ALIGNMENT != 0) {
      return "the " + entry.suffix() + " does not fit: no record begins at such an offset";
    }
    try {
      long end = end(begin);
      if (end != entry.end()) {
        return "wrong record length: the record ends at offset "
            + end
            + ", by the "
            + entry.suffix()
            + " at "
            + entry.end();
      }
      return checkRecord(entry, piece(begin, Math.toIntExact(end - begin)), checksum);
    } catch (MalformedRecordException e) {
      boolean isCut = begin > fileLength - RecordIOFormat.HEADER_BYTES;
      boolean isNone = e.what().equals(RecordCursor.NO_RECORD);
      return explain(isNone ? noRecord(begin) : e, isCut);
    }
  }

  /** Returns the offset after the record at a place; the place itself if there is none. */
  long endOf(long begin) throws IOException {
    try {
      return begin < 0 || begin >= fileLength
          ? Math.max(0, Math.min(begin, fileLength))
          : end(begin);
    } catch (MalformedRecordException e) {
      return begin;
    }
  }

  /** Returns the offset after a record, by its headers alone. */
  private long end(long begin) throws IOException {
    ChunkReader in = file();
    var headers = new RecordCursor(true);
    headers.start(begin, fileLength);
    Step step = headers.next();
    while (step == Step.UNDERFLOW) {
      in.fill(headers.keepFrom(), headers.needUpTo(), headers.needUpTo());
      headers.window(in.buffer(), 0, in.filled(), in.offset());
      step = headers.next();
    }
    if (step != Step.RECORD) {
      throw headers.malformed();
    }
    return headers.end();
  }

  /** Checks a record by itself: what follows it does not count. */
  private String checkRecord(IndexEntries entry, byte[] framed, boolean checksum)
      throws MalformedRecordException {
    var cursor = new RecordCursor();
    cursor.start(0, framed.length);
    cursor.window(framed, 0, framed.length, 0);
    if (cursor.next() != Step.RECORD) {
      throw cursor.malformed(); // it has changed since its headers were read
    }
    if (entry.length() >= 0 && entry.length() != cursor.payloadLength()) {
      return wrongLength(entry, cursor.payloadLength());
    }
    if (escaped && cursor.scanData() == Step.MALFORMED) {
      return "a magic word in a payload, which the writer did not escape (--unescaped)";
    }
    return checksum && entry.hasChecksum()
        ? checksum(entry, cursor.bytes(), cursor.payloadOffset(), cursor.payloadLength())
        : null;
  }

  /** Compares a payload with the index's checksum. */
  String checksum(IndexEntries entry, byte[] bytes, int offset, int length) {
    crc.reset();
    crc.update(bytes, offset, length);
    int found = (int) crc.getValue();
    return found == entry.checksum()
        ? null
        : "bytes changed inside the payload: expected the CRC32C "
            + Integer.toHexString(entry.checksum())
            + ", by the "
            + entry.suffix()
            + ", found "
            + Integer.toHexString(found);
  }

  static String wrongLength(IndexEntries entry, int found) {
    return "wrong record length: "
        + found
        + " bytes, by the "
        + entry.suffix()
        + " "
        + Integer.toUnsignedString(entry.length());
  }

  /** Whether a record begins at a place, as far as its first header shows. */
  boolean isStart(long offset) throws IOException {
    if (offset < 0
        || offset % RecordIOFormat.ALIGNMENT != 0
        || offset > fileLength - RecordIOFormat.HEADER_BYTES) {
      return false;
    }
    byte[] header = piece(offset, RecordIOFormat.HEADER_BYTES);
    return RecordIOFormat.word(header, 0) == RecordIOFormat.MAGIC
        && RecordIOFormat.beginsRecord(RecordIOFormat.word(header, 4));
  }

  /** Whether a magic word is at a place. */
  boolean isMagic(long offset) throws IOException {
    return offset <= fileLength - RecordIOFormat.ALIGNMENT
        && RecordIOFormat.word(piece(offset, RecordIOFormat.ALIGNMENT), 0) == RecordIOFormat.MAGIC;
  }

  /** Whether the file ends within a magic word at a place, which is not its end. */
  boolean isCutMagic(long offset) throws IOException {
    int count = (int) Math.min(RecordIOFormat.ALIGNMENT, fileLength - offset);
    byte[] magic = new byte[RecordIOFormat.ALIGNMENT];
    RecordIOFormat.putWord(magic, 0, RecordIOFormat.MAGIC);
    return count > 0
        && offset + count == fileLength
        && Arrays.equals(piece(offset, count), Arrays.copyOf(magic, count));
  }

  /** Whether the record that the file ends in lacks as many bytes as it has LFs without a CR. */
  boolean lacksReturns(long begin) throws IOException {
    long count = fileLength - begin;
    return count <= MAX_TEXT && Cause.lacksReturns(piece(begin, (int) count), 0);
  }

  /** Describes damage, with its likely cause. */
  String explain(MalformedRecordException why, boolean fileEnd) throws IOException {
    long from = Math.max(0, Math.min(why.offset(), fileLength) - Cause.BEFORE);
    int count = (int) Math.min(Cause.BEFORE + Cause.AFTER, fileLength - from);
    byte[] bytes = piece(from, count);
    return Cause.of(why, bytes, (int) (Math.min(why.offset(), fileLength) - from), fileEnd);
  }

  private MalformedRecordException noRecord(long offset) throws IOException {
    int count = (int) Math.min(RecordIOFormat.HEADER_BYTES, fileLength - offset);
    var found = new StringBuilder();
    for (byte b : piece(offset, count)) {
      found.append(String.format("%02X ", b));
    }
    return new MalformedRecordException(
        "no record",
        path.toString(),
        offset,
        -1,
        "a header with the magic 0A 23 D7 CE",
        found.toString().trim());
  }

  private byte[] piece(long from, int count) throws IOException {
    byte[] bytes = new byte[count];
    file().readFully(from, bytes, count);
    return bytes;
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
