// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.fs.index.IndexLines;
import dev.recordio.fs.index.IndexView;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.index.RidxReader;
import dev.recordio.wire.RecordIndexLayout;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * The entries of a file's index in the order of the file: of the {@code .ridx}, with the keys of
 * the {@code .idx} beside it if there is one; else of the {@code .idx}. They come one after the
 * other, or by their numbers.
 */
public final class IndexEntries implements Closeable {
  /** A length or an offset that the index does not give. */
  public static final int UNKNOWN = -1;

  private final RidxReader binary; // or null
  private final IndexView view; // of the binary index
  private final IndexLines text; // or null
  private boolean hasText; // a current line beside the entry of the binary index
  private boolean begun;
  private long at = -1; // the entry of the binary index
  private long offset;
  private long end;
  private int length = UNKNOWN;
  private long key;
  private int checksum;

  /** Takes over open indexes; either may be null. */
  IndexEntries(RidxReader binary, IndexLines text) {
    this.binary = binary;
    this.text = text;
    view = binary == null ? null : binary.view();
  }

  /** Opens the index of a file, which has one that is not damaged, for reading by numbers. */
  public static IndexEntries open(Configuration conf, FileStatus file) throws IOException {
    try {
      return new IndexEntries(RidxReader.open(conf, RecordFiles.binaryIndex(file.getPath())), null);
    } catch (FileNotFoundException e) {
      return openText(conf, file); // there is this one, then
    }
  }

  /** Opens the indexes of a file from its begin on; returns null when none can be read. */
  public static IndexEntries openAll(Configuration conf, FileStatus file) throws IOException {
    return IndexOpener.open(conf, file, 0, false, true, new RangeReport());
  }

  /** Opens the text index of a file, as a whole. */
  public static IndexEntries openText(Configuration conf, FileStatus file) throws IOException {
    return new IndexEntries(null, IndexLines.read(conf, file));
  }

  /** Goes to before the last record that begins before {@code start}, or to before the first. */
  void seek(long start) throws IOException {
    if (text != null && text.isWhole()) {
      text.before(text.firstFrom(start) - 1L);
    }
    if (binary != null) {
      at = Math.max(-1, binary.firstFrom(start) - 2);
    }
  }

  /**
   * Steps to the next entry.
   *
   * @return false after the last one
   * @throws dev.recordio.bytes.MalformedRecordException when the index is damaged
   */
  public boolean next() throws IOException {
    if (binary == null) {
      boolean hasNext = text.next();
      if (hasNext) {
        readLine();
        end = text.end();
      }
      return hasNext;
    }
    if (at + 1 >= binary.count()) {
      return false;
    }
    read(at + 1);
    end = view.end(at);
    stepText();
    return true;
  }

  /** Goes on in the text index; at first, to the record, as it may begin some lines before. */
  private void stepText() throws IOException {
    boolean isFirst = text != null && !begun;
    begun = true;
    hasText = text != null && (isFirst || hasText) && text.next();
    while (isFirst && hasText && Long.compareUnsigned(text.offset(), offset) < 0) {
      hasText = text.next();
    }
  }

  /** Goes to the entry of a number: its end is not known then. */
  public void read(long entry) throws IOException {
    if (binary == null) {
      text.read((int) entry);
      readLine();
      return;
    }
    at = entry;
    binary.read(at);
    offset = binary.offset();
    length = binary.length();
    key = binary.key();
    checksum = hasChecksum() ? binary.payloadChecksum() : 0;
  }

  private void readLine() {
    offset = text.offset();
    key = text.key();
  }

  /** Returns the number of entries; in a text index, of the lines held. */
  public long count() {
    return binary != null ? binary.count() : text.count();
  }

  /** Returns the first entry of a record that begins at an offset or after it. */
  public long firstFrom(long place) throws IOException {
    return binary != null ? binary.firstFrom(place) : text.firstFrom(place);
  }

  /** Returns the end of all records; {@link #UNKNOWN} when the index does not know. */
  public long recordsEnd() {
    return binary != null ? binary.recordsLength() : UNKNOWN;
  }

  /** Whether the text index has the same at the same place, or there are no two to compare. */
  boolean agrees() {
    return binary == null
        || text == null
        || hasText && text.offset() == offset && text.key() == key;
  }

  /** Describes what the text index has at the current place. */
  String otherText() {
    return hasText
        ? "key "
            + Long.toUnsignedString(text.key())
            + " at offset "
            + Long.toUnsignedString(text.offset())
        : "no further line";
  }

  /** Returns the lines of the text index; null if there is none. */
  IndexLines text() {
    return text;
  }

  /** Returns where the record begins. */
  public long offset() {
    return offset;
  }

  /** Returns the offset after the record. */
  long end() {
    return end;
  }

  /** Returns the bytes of the payload, or {@link #UNKNOWN}. */
  public int length() {
    return length;
  }

  /** Returns the record's key, unsigned: of two indexes, the key of the text index. */
  public long key() {
    return hasText && text.offset() == offset ? text.key() : key;
  }

  /** Whether there are checksums of payloads. */
  public boolean hasChecksum() {
    return binary != null && binary.layout().has(RecordIndexLayout.PAYLOAD_CHECKSUMS);
  }

  /** Returns the CRC32C of the payload, where there are checksums. */
  public int checksum() {
    return checksum;
  }

  /** Returns the suffix of the index, for messages. */
  String suffix() {
    return binary != null ? RecordFiles.BINARY_INDEX : RecordFiles.INDEX;
  }

  @Override
  public void close() throws IOException {
    try (text) {
      if (binary != null) {
        binary.close();
      }
    }
  }
}
