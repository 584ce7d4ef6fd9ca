// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.IdxReader;
import dev.recordio.fs.index.IndexSink;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.index.RidxReader;
import dev.recordio.fs.stream.Files;
import dev.recordio.wire.RecordIndexLayout;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Compares entries with a file's existing indexes, up to the first difference. */
final class IndexComparison implements IndexSink {
  private final RecordIndexLayout layout;
  private IdxReader text;
  private RidxReader binary; // or null
  private long ordinal;
  private String difference;
  private String unfitBinary; // reported when nothing is wrong with the text index
  private boolean isMissing; // rather than wrong, as far as is known of either index
  private boolean isBinaryMissing;
  private boolean differsInChecksum;

  /** Opens the indexes; one that is missing or invalid is a difference. */
  IndexComparison(
      Configuration conf, FileSystem fs, Path records, boolean withBinary, RecordIndexLayout layout)
      throws IOException {
    this.layout = layout;
    Path index = RecordFiles.index(records);
    Path binaryIndex = RecordFiles.binaryIndex(records);
    try {
      text = Files.isKnownMissing(fs, index) ? null : IdxReader.open(conf, index);
      isMissing = text == null;
    } catch (FileNotFoundException e) {
      isMissing = true;
    } catch (ChecksumException e) {
      difference = e.getMessage();
    }
    difference = isMissing ? missing(index) : difference;
    try {
      boolean missing = withBinary && Files.isKnownMissing(fs, binaryIndex);
      binary = withBinary && !missing ? RidxReader.open(conf, binaryIndex) : null;
      isBinaryMissing = missing;
    } catch (FileNotFoundException e) {
      isBinaryMissing = true;
    } catch (MalformedRecordException | ChecksumException e) {
      unfitBinary = e.getMessage();
    }
    unfitBinary = isBinaryMissing ? missing(binaryIndex) : unfitBinary;
  }

  private static String missing(Path index) {
    return index + " is missing";
  }

  /** Returns the first difference, or null; called after {@link #finish}. */
  String difference() {
    return difference;
  }

  /** Whether the first difference is that an index is missing. */
  boolean isMissing() {
    return isMissing;
  }

  /** Whether the file has neither index; asked before {@link #entry}. */
  boolean hasNone() {
    return isMissing && isBinaryMissing;
  }

  /** Returns the first difference, which must not be null, and what to do about it. */
  String describe(Path records) {
    String remedy =
        "recordio index " + (differsInChecksum ? "--checksums " : "") + "'" + records + "'";
    return isMissing
        ? difference + "; to make it: " + remedy
        : difference + "; the index is wrong, to make it anew: " + remedy;
  }

  /** Returns the binary index; null when it is missing or invalid. */
  RidxReader binary() {
    return binary;
  }

  @Override
  public void entry(long key, long offset, int length, int checksum) throws IOException {
    if (difference != null) {
      return;
    }
    try {
      compareLine(key, offset);
      if (binary != null && difference == null) {
        compareEntry(key, offset, length, checksum);
      }
    } catch (MalformedRecordException | ChecksumException e) {
      difference = e.getMessage();
    }
    ordinal++;
  }

  private void compareLine(long key, long offset) throws IOException {
    if (!text.next()) {
      difference = differs(".idx", line(key, offset), "the end of the index");
    } else if (text.key() != key || text.offset() != offset) {
      difference = differs(".idx", line(key, offset), line(text.key(), text.offset()));
    }
  }

  private void compareEntry(long key, long offset, int length, int checksum) throws IOException {
    if (!binary.next()) {
      difference = differs(".ridx", line(key, offset), "the end of the index");
    } else if (binary.key() != key || binary.offset() != offset) {
      difference = differs(".ridx", line(key, offset), line(binary.key(), binary.offset()));
    } else if (binary.length() != length) {
      difference = differs(".ridx", length + " bytes", binary.length() + " bytes");
    } else if (bothHave(RecordIndexLayout.PAYLOAD_CHECKSUMS)
        && binary.payloadChecksum() != checksum) {
      difference = differs(".ridx", hex(checksum), hex(binary.payloadChecksum()));
      differsInChecksum = true;
    }
  }

  @Override
  public void finish(long recordsLength, int recordsChecksum) throws IOException {
    if (difference != null) {
      return;
    }
    try {
      if (text.next()) {
        difference = differs(".idx", "the end of the index", line(text.key(), text.offset()));
      } else if (binary != null && binary.next()) {
        difference = differs(".ridx", "the end of the index", line(binary.key(), binary.offset()));
      } else if (binary != null && binary.recordsLength() != recordsLength) {
        difference =
            ".ridx: expected a file of "
                + recordsLength
                + " bytes, found "
                + binary.recordsLength();
      } else if (bothHave(RecordIndexLayout.FILE_CHECKSUM)
          && binary.recordsChecksum() != recordsChecksum) {
        difference =
            ".ridx, of the whole file: expected "
                + hex(recordsChecksum)
                + ", found "
                + hex(binary.recordsChecksum());
        differsInChecksum = true;
      } else {
        difference = unfitBinary;
        isMissing = isBinaryMissing;
      }
    } catch (MalformedRecordException | ChecksumException e) {
      difference = e.getMessage();
    }
  }

  private boolean bothHave(int flag) {
    return binary != null && layout.has(flag) && binary.layout().has(flag);
  }

  private String differs(String index, String expected, String found) {
    return index + ", record " + ordinal + ": expected " + expected + ", found " + found;
  }

  private static String line(long key, long offset) {
    return "key " + Long.toUnsignedString(key) + " offset " + Long.toUnsignedString(offset);
  }

  private static String hex(int checksum) {
    return "CRC32C " + String.format("%08x", checksum);
  }

  @Override
  public void close() throws IOException {
    try (IdxReader closingText = text;
        RidxReader closingBinary = binary) {
      // Both, even if the first fails.
    }
  }
}
