// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.index.RidxReader;
import dev.recordio.wire.RecordIndexLayout;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/** The entries of an index by their numbers: of the binary one, if there is one. */
final class EntryTable implements Closeable {
  private final RidxReader binary; // or null
  private final TextEntries text; // or null

  private EntryTable(RidxReader binary, TextEntries text) {
    this.binary = binary;
    this.text = text;
  }

  /** Opens the text index of a file. */
  static EntryTable openText(Configuration conf, FileStatus file) throws IOException {
    return new EntryTable(null, TextEntries.read(conf, file));
  }

  /** Opens the index of a file, which has one that is not damaged. */
  static EntryTable open(Configuration conf, FileStatus file) throws IOException {
    try {
      return new EntryTable(RidxReader.open(conf, RecordFiles.binaryIndex(file.getPath())), null);
    } catch (FileNotFoundException e) {
      return openText(conf, file); // there is this one, then
    }
  }

  /** Returns the number of entries. */
  long count() {
    return binary != null ? binary.count() : text.count();
  }

  /** Returns the first entry of a record that begins at an offset or after it. */
  long firstFrom(long offset) throws IOException {
    return binary != null ? binary.firstFrom(offset) : text.firstFrom(offset);
  }

  /** Returns the end of the records; {@link IndexEntries#UNKNOWN} when the index does not know. */
  long end() {
    return binary != null ? binary.recordsLength() : IndexEntries.UNKNOWN;
  }

  /** Whether there are checksums of payloads. */
  boolean hasChecksums() {
    return binary != null && binary.layout().has(RecordIndexLayout.PAYLOAD_CHECKSUMS);
  }

  /** Goes to an entry. */
  void read(long entry) throws IOException {
    if (binary != null) {
      binary.read(entry);
    } else {
      text.read((int) entry);
    }
  }

  /** Returns where the entry's record begins. */
  long offset() {
    return binary != null ? binary.offset() : text.offset();
  }

  /** Returns the key of the entry's record, unsigned. */
  long key() {
    return binary != null ? binary.key() : text.key();
  }

  /** Returns the bytes of its payload, or {@link IndexEntries#UNKNOWN}. */
  int length() {
    return binary != null ? binary.length() : text.length();
  }

  /** Returns the CRC32C of its payload, where there are such. */
  int checksum() {
    return binary.payloadChecksum();
  }

  @Override
  public void close() throws IOException {
    if (binary != null) {
      binary.close();
    }
  }
}
