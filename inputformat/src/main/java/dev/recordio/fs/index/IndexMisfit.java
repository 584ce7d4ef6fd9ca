// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import dev.recordio.bytes.MalformedRecordException;
import org.apache.hadoop.fs.Path;

/**
 * The error of an index that is not its file's. It is not damage of the file, so no damage policy
 * skips it: with a wrong index, sound records would be lost or get other numbers.
 */
public final class IndexMisfit {
  private static final String WHAT = "the index does not fit the file";

  private IndexMisfit() {}

  /**
   * Returns the error.
   *
   * @param file the file of records
   * @param index the index: a path, or what else its entries come from
   * @param offset the place in the file
   * @param expected what the index says about it
   * @param found what is there
   */
  public static MalformedRecordException of(
      Path file, String index, long offset, String expected, String found) {
    String remedy = "recordio index '" + file + "'";
    return of(file, index, offset, expected, found, remedy);
  }

  /** Returns the error of a binary index with the checksums of other payloads. */
  public static MalformedRecordException ofPayload(
      Path file, String index, long offset, String expected, String found) {
    return of(file, index, offset, expected, found, remedyOfChecksums(file));
  }

  private static MalformedRecordException of(
      Path file, String index, long offset, String expected, String found, String remedy) {
    return new MalformedRecordException(
        WHAT,
        file.toString(),
        offset,
        -1,
        expected + ", by " + index,
        found + "; to make the index anew: " + remedy);
  }

  /**
   * Returns the error of an index whose keys would be thrown away.
   *
   * @param why what is wrong with the index, which it names
   * @param file the file of records
   */
  public static MalformedRecordException ofLostKeys(MalformedRecordException why, Path file) {
    return new MalformedRecordException(
        why.what(),
        why.path(),
        why.offset(),
        why.line(),
        why.expected(),
        why.found()
            + "; its keys are replaced only on demand: recordio index --keys id '"
            + file
            + "' takes the ids of the image headers as keys, recordio index --keys ordinal '"
            + file
            + "' numbers the records");
  }

  /**
   * Returns the error of a record that does not have the checksum of its index; it is the record
   * that is damaged, unless the index is older than the file.
   */
  public static MalformedRecordException ofDamagedPayload(
      Path file, String index, long offset, int expected, int found) {
    return new MalformedRecordException(
        "damaged payload",
        file.toString(),
        offset,
        -1,
        payloadWith(expected) + ", by " + index,
        hex(found) + "; if the file is right, its index is older: " + remedyOfChecksums(file));
  }

  /** Returns what a payload is expected to be, for messages. */
  public static String payloadWith(int checksum) {
    return "a payload with the record's own CRC32C " + hex(checksum);
  }

  /** Returns a checksum for messages. */
  public static String hex(int checksum) {
    return String.format("%08x", checksum);
  }

  /** Returns the command that replaces wrong checksums: it reads all payloads. */
  public static String remedyOfChecksums(Path file) {
    return "recordio index --checksums '" + file + "'";
  }

  /** Returns the error of an index in which the record that begins at {@code offset} is another. */
  public static MalformedRecordException ofRecord(Path file, String index, long offset, long end) {
    return of(
        file,
        index,
        offset,
        "one record of " + (end - offset) + " bytes, headers included",
        "none, or several: the index belongs to another file, or lacks records");
  }

  /**
   * Returns the error of two indexes of one file that both could be the file's.
   *
   * @param expected what the binary index says
   * @param found what the text index says
   */
  public static MalformedRecordException ofTwo(
      Path file, String binary, String expected, String text, String found) {
    return new MalformedRecordException(
        "the indexes contradict each other",
        file.toString(),
        0,
        -1,
        expected + ", by " + binary,
        found
            + ", by the younger "
            + text
            + "; recordio index '"
            + file
            + "' takes the keys of the .idx; to keep the .ridx, delete the .idx");
  }
}
