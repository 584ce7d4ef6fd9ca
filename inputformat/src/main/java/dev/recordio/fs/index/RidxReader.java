// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.fs.stream.Files;
import dev.recordio.wire.RecordIOFormat;
import dev.recordio.wire.RecordIndexLayout;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads a binary index ({@code .ridx}): its entries in order with {@link #next}, or any one of them
 * with {@link #read}, which loads nothing else.
 *
 * <p>Opening it checks header, footer and length. The checksum over the entries is checked by
 * {@link #next}, when it has walked all of them. {@link #misfit} checks whether the index belongs
 * to a file of records.
 */
public final class RidxReader implements Closeable {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int AHEAD = 16;

  private final FSDataInputStream in;
  private final FileStatus status;
  private final RecordIndexLayout layout;
  private final RecordIndexLayout.Footer footer;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final CRC32C checksum = new CRC32C();

  private long firstBuffered; // ordinal of the entry at buffer[0]
  private int buffered; // entries in the buffer
  private int ahead = 1; // entries to buffer at once: more and more while they are read in order
  private int at; // of the current entry in the buffer
  private long ordinal = -1; // of the current entry
  private long walked; // entries that have gone into the checksum

  private RidxReader(FSDataInputStream in, FileStatus status) throws IOException {
    this.in = in;
    this.status = status;
    long length = status.getLen();
    long entriesBytes = length - RecordIndexLayout.HEADER_BYTES - RecordIndexLayout.FOOTER_BYTES;
    if (entriesBytes < 0) {
      throw malformed(
          "truncated binary index", length, "a header and a footer, 48 bytes", length + " bytes");
    }
    try {
      in.readFully(0, buffer, 0, RecordIndexLayout.HEADER_BYTES);
      layout = RecordIndexLayout.readHeader(buffer, 0);
      checksum.update(buffer, 0, RecordIndexLayout.HEADER_BYTES);
      long footerOffset = length - RecordIndexLayout.FOOTER_BYTES;
      in.readFully(footerOffset, buffer, 0, RecordIndexLayout.FOOTER_BYTES);
      footer = RecordIndexLayout.readFooter(buffer, 0, footerOffset);
    } catch (MalformedRecordException e) {
      throw e.at(status.getPath().toString());
    }
    if (footer.count() < 0
        || footer.count() > entriesBytes
        || footer.count() * layout.entryBytes() != entriesBytes) {
      throw malformed(
          "damaged binary index",
          length,
          footer.count() + " x " + layout.entryBytes() + " bytes of entries, by its footer",
          entriesBytes + " bytes of entries");
    }
  }

  /**
   * Opens an index.
   *
   * @throws FileNotFoundException when there is none
   * @throws MalformedRecordException when it is damaged, cut, or no binary index
   */
  public static RidxReader open(Configuration conf, Path index) throws IOException {
    FileSystem fs = index.getFileSystem(conf);
    FileStatus status = Files.status(fs, index);
    return CloseOnFailure.of(
        Files.open(fs, status, Files.Reading.PIECES), in -> new RidxReader(in, status));
  }

  /** Returns the number of records. */
  public long count() {
    return footer.count();
  }

  /** Returns the length that the file of records had when the index was made. */
  public long recordsLength() {
    return footer.recordsLength();
  }

  /** Returns which fields the index has. */
  public RecordIndexLayout layout() {
    return layout;
  }

  /** Returns the CRC32C of the file of records; only under RecordIndexLayout.FILE_CHECKSUM. */
  public int recordsChecksum() {
    return footer.recordsChecksum();
  }

  /** Returns the index's own status. */
  public FileStatus status() {
    return status;
  }

  /**
   * Returns why this is not the index of {@code records}: the file's length differs, or records are
   * not where the index says. Reads headers of some records, of more if the file is newer than the
   * index. {@link #next} starts over afterwards.
   *
   * @return null when no evidence is against it
   */
  public String misfit(Configuration conf, FileStatus records) throws IOException {
    return misfit(conf, records, 0, count());
  }

  /**
   * The same for users of the records {@code from} (inclusive) to {@code to} (exclusive) only:
   * reads headers of these, and of the records next to them.
   */
  public String misfit(Configuration conf, FileStatus records, long from, long to)
      throws IOException {
    String misfit = misfitOfEnds(records);
    if (misfit != null || count() == 0) {
      return misfit;
    }
    IndexView view = view();
    try {
      long wrong =
          IndexEvidence.misfit(
              conf,
              records,
              view,
              Math.max(0, from - 1),
              Math.min(count(), to + 1),
              status.getModificationTime());
      return wrong < 0
          ? null
          : IndexMisfit.ofRecord(
                  records.getPath(),
                  status.getPath().toString(),
                  view.offset(wrong),
                  view.end(wrong))
              .getMessage();
    } finally {
      restart();
    }
  }

  /** Returns why this is not the index of {@code records}, without reading them. */
  public String misfitOfEnds(FileStatus records) throws IOException {
    if (records.getLen() != recordsLength()) {
      return "it is for a file of " + recordsLength() + " bytes, not " + records.getLen();
    }
    if (count() == 0) {
      return recordsLength() == 0 ? null : "it has no records";
    }
    try {
      read(0);
      if (offset() != 0) {
        return "its first record begins at offset " + offset();
      }
      read(count() - 1);
      boolean fits =
          length() >= 0
              && offset() / RecordIOFormat.HEADER_BYTES >= count() - 1
              && offset() <= recordsLength() - leastEnd(0, length());
      return fits
          ? null
          : "its last record, of "
              + Integer.toUnsignedString(length())
              + " bytes at offset "
              + Long.toUnsignedString(offset())
              + ", can't be at that place";
    } finally {
      restart();
    }
  }

  /** Returns what the file's headers are compared with. */
  public IndexView view() {
    return new IndexView() {
      @Override
      public long count() {
        return RidxReader.this.count();
      }

      @Override
      public long offset(long i) throws IOException {
        if (i != ordinal) {
          read(i);
        }
        return RidxReader.this.offset();
      }

      @Override
      public long end(long i) throws IOException {
        return i + 1 == count() ? recordsLength() : offset(i + 1);
      }

      @Override
      public boolean knowsEnd() {
        return true;
      }
    };
  }

  /** Returns the first record that begins at {@code offset} or after it; the count, if none. */
  public long firstFrom(long offset) throws IOException {
    try {
      return view().firstFrom(offset);
    } finally {
      restart();
    }
  }

  /** Makes {@link #next} begin at the first entry again, and its checksum with it. */
  private void restart() {
    ordinal = -1;
    buffered = 0;
    ahead = 1;
    walked = 0;
    checksum.reset();
    layout.putHeader(buffer, 0);
    checksum.update(buffer, 0, RecordIndexLayout.HEADER_BYTES);
  }

  /**
   * Steps to the next entry; the first call to the first one.
   *
   * @return false after the last one
   * @throws MalformedRecordException after the last one, when the entries don't have the checksum
   *     that the footer gives
   */
  public boolean next() throws IOException {
    if (ordinal + 1 >= count()) {
      if (walked == count() && (int) checksum.getValue() != footer.indexChecksum()) {
        throw malformed(
            "damaged binary index",
            layout.entryOffset(count()),
            "the CRC32C " + Integer.toHexString(footer.indexChecksum()) + " over its entries",
            Integer.toHexString((int) checksum.getValue()));
      }
      ordinal = count();
      return false;
    }
    ahead = BUFFER_BYTES;
    read(ordinal + 1);
    return true;
  }

  /**
   * Seeks to the entry of record {@code ordinal}.
   *
   * @throws IndexOutOfBoundsException unless {@code 0 <= ordinal < count()}
   * @throws MalformedRecordException when the entry before was the current one, and the records
   *     can't follow each other
   */
  public void read(long ordinal) throws IOException {
    if (ordinal < 0 || ordinal >= count()) {
      throw new IndexOutOfBoundsException("record " + ordinal + " of " + count());
    }
    boolean follows = this.ordinal >= 0 && ordinal == this.ordinal + 1;
    long before = follows ? offset() : -1;
    int lengthBefore = follows ? length() : 0;
    if (ordinal < firstBuffered || ordinal >= firstBuffered + buffered) {
      ahead = ordinal == this.ordinal + 1 ? Math.min(BUFFER_BYTES, ahead * AHEAD) : 1;
      fill(ordinal);
    }
    at = (int) (ordinal - firstBuffered) * layout.entryBytes();
    this.ordinal = ordinal;
    if (follows) {
      requireOrder(status.getPath(), layout, ordinal, before, lengthBefore, offset());
    }
  }

  /**
   * Returns where a record of {@code length} bytes of payload ends at the earliest: in one part.
   */
  public static long leastEnd(long offset, int length) {
    return offset + RecordIOFormat.HEADER_BYTES + RecordIOFormat.align(length);
  }

  /**
   * Checks an entry.
   *
   * @param index the binary index, for errors
   * @param ordinal the number of the entry's record in the file
   * @param before where the record before it begins
   * @param lengthBefore the bytes of that record's payload
   * @param offset where the entry's record begins
   * @throws MalformedRecordException when the record before can't end there
   */
  public static void requireOrder(
      Path index,
      RecordIndexLayout layout,
      long ordinal,
      long before,
      int lengthBefore,
      long offset)
      throws MalformedRecordException {
    long least = leastEnd(before, lengthBefore);
    // Each part but the first has 4 bytes more than its part of the payload, which begins with 4.
    long most = least + RecordIOFormat.align(lengthBefore);
    if (offset < least || offset > most) {
      throw new MalformedRecordException(
          "damaged binary index",
          index.toString(),
          layout.entryOffset(ordinal),
          -1,
          String.format(
              "record %d at offset %d to %d, where the one before ends", ordinal, least, most),
          "offset " + Long.toUnsignedString(offset));
    }
  }

  private void fill(long first) throws IOException {
    buffered = 0;
    int most = Math.min(ahead, BUFFER_BYTES / layout.entryBytes());
    int entries = (int) Math.min(most, count() - first);
    int bytes = entries * layout.entryBytes();
    in.readFully(layout.entryOffset(first), buffer, 0, bytes);
    firstBuffered = first;
    buffered = entries;
    if (first == walked) {
      checksum.update(buffer, 0, bytes);
      walked += entries;
    }
  }

  /** Returns the number of the current entry's record, from 0. */
  public long ordinal() {
    return ordinal;
  }

  /** Returns where the record's first header begins, in bytes. */
  public long offset() {
    return layout.offset(buffer, at);
  }

  /** Returns the bytes of the record's payload. */
  public int length() {
    return layout.length(buffer, at);
  }

  /** Returns the record's key, unsigned: its ordinal, if the index has no keys. */
  public long key() {
    return layout.key(buffer, at, ordinal);
  }

  /** Returns the CRC32C of the payload; only under RecordIndexLayout.PAYLOAD_CHECKSUMS. */
  public int payloadChecksum() {
    return layout.checksum(buffer, at);
  }

  private MalformedRecordException malformed(
      String what, long offset, String expected, String found) {
    return new MalformedRecordException(
        what, status.getPath().toString(), offset, -1, expected, found);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
