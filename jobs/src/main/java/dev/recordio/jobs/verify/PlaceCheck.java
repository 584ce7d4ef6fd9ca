// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordOpener;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.InputOpener;
import dev.recordio.wire.RecordCursor.Step;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Looks at single places of a file: whether a record is there, whatever surrounds it. It opens the
 * file for each, so it is for places that are in doubt.
 */
final class PlaceCheck {
  private final Configuration conf;
  private final Path path;
  private final long fileLength;
  private final boolean escaped;
  private final CRC32C crc = new CRC32C();
  private InputOpener files; // from the first look on: most files are sound
  private RecordOpener records;

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

  private void prepare() {
    if (files == null) {
      var plain = new Configuration(conf);
      RecordIOConf.SPLIT_VERIFY_RECORDS.set(plain, 0); // here any possible start counts
      RecordIOConf.INPUT_SCAN_PAYLOADS.set(plain, false);
      files = new InputOpener(plain);
      records = new RecordOpener(plain);
    }
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
    prepare();
    var place = new InputRange(path, begin, RecordIOFormat.ALIGNMENT);
    try (RecordRangeReader reader = records.open(place, DamageTracker.failing())) {
      if (!reader.next() || reader.offset() != begin) {
        return explain(noRecord(begin), false);
      }
      if (reader.position() != entry.end()) {
        return "wrong record length: the record ends at offset "
            + reader.position()
            + ", by the "
            + entry.suffix()
            + " at "
            + entry.end();
      }
      if (entry.length() >= 0 && entry.length() != reader.payloadLength()) {
        return wrongLength(entry, reader.payloadLength());
      }
      if (escaped && reader.cursor().scanData() == Step.MALFORMED) {
        return "a magic word in a payload, which the writer did not escape (--unescaped)";
      }
      return checksum && entry.hasChecksum() ? checksum(entry, reader) : null;
    } catch (MalformedRecordException e) {
      return explain(e, false);
    }
  }

  /** Compares the payload with the index's checksum. */
  String checksum(IndexEntries entry, RecordRangeReader reader) {
    crc.reset();
    crc.update(reader.buffer(), reader.payloadOffset(), reader.payloadLength());
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
    prepare();
    byte[] bytes = new byte[count];
    try (ChunkReader file = files.pieces(new InputRange(path, 0, Long.MAX_VALUE))) {
      file.readFully(from, bytes, count);
    }
    return bytes;
  }
}
