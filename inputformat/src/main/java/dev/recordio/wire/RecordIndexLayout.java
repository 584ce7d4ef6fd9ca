// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import static dev.recordio.wire.RecordIOFormat.putWord;
import static dev.recordio.wire.RecordIOFormat.word;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;
import java.util.zip.CRC32C;

/**
 * The bytes of a binary index (FORMAT.md, "The binary index"): a header of 16 bytes, an entry of a
 * fixed width for each record, a footer of 32 bytes. All numbers are little endian.
 *
 * <p>Flags in the header specify which fields an entry has; an instance represents one such choice.
 * The entry of record i begins at {@code HEADER_BYTES + i * entryBytes()}.
 */
public final class RecordIndexLayout {
  /** Bytes before the first entry. */
  public static final int HEADER_BYTES = 16;

  /** Bytes after the last entry. */
  public static final int FOOTER_BYTES = 32;

  /** Flag: entries have keys. Without, the key of a record is its ordinal. */
  public static final int KEYS = 1;

  /** Flag: entries have the CRC32C of the payload. */
  public static final int PAYLOAD_CHECKSUMS = 2;

  /** Flag: the footer has the CRC32C of the whole file of records. */
  public static final int FILE_CHECKSUM = 4;

  private static final int ALL_FLAGS = KEYS | PAYLOAD_CHECKSUMS | FILE_CHECKSUM;
  private static final int MAGIC = 0x58444952; // RIDX
  private static final int END_MAGIC = 0x52494458; // XDIR
  private static final int VERSION = 1;
  private static final int CHECKED_FOOTER_BYTES = 24;

  private final int flags;
  private final int checksumAt;
  private final int keyAt;
  private final int entryBytes;

  /**
   * Creates the layout of a choice of fields.
   *
   * @param flags {@link #KEYS}, {@link #PAYLOAD_CHECKSUMS}, {@link #FILE_CHECKSUM}, or-ed
   */
  public RecordIndexLayout(int flags) {
    this.flags = flags;
    checksumAt = Long.BYTES + Integer.BYTES;
    keyAt = checksumAt + (has(PAYLOAD_CHECKSUMS) ? Integer.BYTES : 0);
    entryBytes = keyAt + (has(KEYS) ? Long.BYTES : 0);
  }

  /**
   * What follows the entries.
   *
   * @param count the number of records
   * @param recordsLength the length of the file of records, in bytes
   * @param recordsChecksum its CRC32C, or 0 without {@link #FILE_CHECKSUM}
   * @param indexChecksum the CRC32C of the index's header and entries
   */
  public record Footer(long count, long recordsLength, int recordsChecksum, int indexChecksum) {}

  /** Whether the index has the field of {@code flag}. */
  public boolean has(int flag) {
    return (flags & flag) != 0;
  }

  /** Returns the layout that has the fields of this one and the field of {@code flag}. */
  public RecordIndexLayout with(int flag) {
    return new RecordIndexLayout(flags | flag);
  }

  /** Returns the flags. */
  public int flags() {
    return flags;
  }

  /** Returns the bytes of an entry: 12, 16, 20 or 24. */
  public int entryBytes() {
    return entryBytes;
  }

  /** Returns where the entry of record {@code ordinal} begins in the index. */
  public long entryOffset(long ordinal) {
    return HEADER_BYTES + ordinal * entryBytes;
  }

  /** Stores the header. */
  public void putHeader(byte[] target, int at) {
    putWord(target, at, MAGIC);
    putWord(target, at + 4, VERSION);
    putWord(target, at + 8, flags);
    putWord(target, at + 12, entryBytes);
  }

  /**
   * Reads a header.
   *
   * @throws MalformedRecordException when it is no header, or of an unknown version
   */
  public static RecordIndexLayout readHeader(byte[] bytes, int at) throws MalformedRecordException {
    if (word(bytes, at) != MAGIC) {
      throw malformed("not a binary index", 0, "the magic RIDX", word(bytes, at));
    }
    if (word(bytes, at + 4) != VERSION) {
      throw malformed("unknown binary index", 4, "version " + VERSION, word(bytes, at + 4));
    }
    int flags = word(bytes, at + 8);
    if ((flags & ~ALL_FLAGS) != 0) {
      throw malformed("unknown binary index", 8, "no flags beyond " + ALL_FLAGS, flags);
    }
    var layout = new RecordIndexLayout(flags);
    if (word(bytes, at + 12) != layout.entryBytes) {
      throw malformed(
          "damaged binary index",
          12,
          "entries of " + layout.entryBytes + " bytes, by the flags",
          word(bytes, at + 12));
    }
    return layout;
  }

  /**
   * Stores an entry; fields that this layout lacks are skipped.
   *
   * @param offset where the record's first header begins
   * @param length bytes of the payload
   * @param checksum the payload's CRC32C
   * @param key unsigned
   */
  public void putEntry(byte[] target, int at, long offset, int length, int checksum, long key) {
    LittleEndian.putLong(target, at, offset);
    putWord(target, at + Long.BYTES, length);
    if (has(PAYLOAD_CHECKSUMS)) {
      putWord(target, at + checksumAt, checksum);
    }
    if (has(KEYS)) {
      LittleEndian.putLong(target, at + keyAt, key);
    }
  }

  /** Returns where the record's first header begins, of the entry at {@code at}. */
  public long offset(byte[] entries, int at) {
    return LittleEndian.getLong(entries, at);
  }

  /** Returns the bytes of the payload, of the entry at {@code at}. */
  public int length(byte[] entries, int at) {
    return word(entries, at + Long.BYTES);
  }

  /** Returns the payload's CRC32C; only where there are {@link #PAYLOAD_CHECKSUMS}. */
  public int checksum(byte[] entries, int at) {
    return word(entries, at + checksumAt);
  }

  /** Returns the key, unsigned; without {@link #KEYS} the ordinal, which the caller knows. */
  public long key(byte[] entries, int at, long ordinal) {
    return has(KEYS) ? LittleEndian.getLong(entries, at + keyAt) : ordinal;
  }

  /** Stores a footer. */
  public static void putFooter(byte[] target, int at, Footer footer) {
    LittleEndian.putLong(target, at, footer.count);
    LittleEndian.putLong(target, at + 8, footer.recordsLength);
    putWord(target, at + 16, footer.recordsChecksum);
    putWord(target, at + 20, footer.indexChecksum);
    putWord(target, at + 24, checksumOf(target, at, CHECKED_FOOTER_BYTES));
    putWord(target, at + 28, END_MAGIC);
  }

  /**
   * Reads a footer.
   *
   * @param offset where it is in the index, for errors
   * @throws MalformedRecordException when it is no footer, or damaged
   */
  public static Footer readFooter(byte[] bytes, int at, long offset)
      throws MalformedRecordException {
    if (word(bytes, at + 28) != END_MAGIC) {
      throw malformed(
          "truncated binary index", offset + 28, "the end mark XDIR", word(bytes, at + 28));
    }
    int checksum = checksumOf(bytes, at, CHECKED_FOOTER_BYTES);
    if (word(bytes, at + 24) != checksum) {
      throw malformed(
          "damaged binary index",
          offset + 24,
          "the footer's CRC32C " + Integer.toHexString(checksum),
          word(bytes, at + 24));
    }
    return new Footer(
        LittleEndian.getLong(bytes, at),
        LittleEndian.getLong(bytes, at + 8),
        word(bytes, at + 16),
        word(bytes, at + 20));
  }

  private static int checksumOf(byte[] bytes, int at, int length) {
    var crc = new CRC32C();
    crc.update(bytes, at, length);
    return (int) crc.getValue();
  }

  private static MalformedRecordException malformed(
      String what, long offset, String expected, int found) {
    return new MalformedRecordException(
        what, null, offset, -1, expected, "the word " + String.format("%08x", found));
  }
}
