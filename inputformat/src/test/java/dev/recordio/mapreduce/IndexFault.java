// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A file of records, or one of its indexes, that is not what the other says. */
public enum IndexFault {
  /** Nothing is wrong. */
  NONE(Outcome.RIGHT, file -> {}),
  /** Written anew, with other payloads of the same sizes. */
  OTHER_PAYLOADS(
      Outcome.MISFIT,
      file -> {
        file.writeRecords(file.payloads(2));
        file.setTimes(9, 5, 5);
      }),
  /** The same, with times that copying has changed. */
  OTHER_PAYLOADS_COPIED(Outcome.MISFIT, file -> file.writeRecords(file.payloads(2))),
  /** The same, and the keys' own index, which can't know it, is the only one. */
  OTHER_PAYLOADS_BY_TEXT(
      Outcome.RIGHT,
      file -> {
        file.writeRecords(file.payloads(2));
        file.deleteBinary();
      }),
  /** Written anew with the same length, and pairs of records made one. */
  OTHER_LAYOUT(
      Outcome.RIGHT,
      file -> {
        file.writeRecords(file.joinedPairs(0));
        file.setTimes(9, 5, 5);
      }),
  /** The same, and only from the second half on. */
  OTHER_LAYOUT_OF_THE_END(
      Outcome.RIGHT,
      file -> {
        file.writeRecords(file.joinedPairs(IndexedFile.RECORDS / 2));
        file.setTimes(9, 5, 5);
      }),
  /** One pair in the middle of the file, which is not checked when the index is loaded. */
  ONE_PAIR_JOINED(Outcome.MISFIT, false, file -> file.writeRecords(file.joinedPair(100))),
  /** The same by the text index. */
  ONE_PAIR_JOINED_BY_TEXT(
      Outcome.MISFIT,
      false,
      file -> {
        file.writeRecords(file.joinedPair(100));
        file.deleteBinary();
      }),
  /** Cut at the end of a record. */
  TRUNCATED(Outcome.RIGHT, file -> file.writeRecords(file.payloads(1).subList(0, 200))),
  /** Cut within a record. */
  TRUNCATED_WITHIN(
      Outcome.DAMAGE,
      file -> {
        file.writeBytes(Arrays.copyOf(file.bytes(), (int) file.offset(200) + 20));
        file.damaged = 200;
      }),
  /** Further records. */
  APPENDED(
      Outcome.RIGHT,
      file -> {
        var more = new ArrayList<>(file.payloads(1));
        more.addAll(file.payloads(2));
        file.writeRecords(more);
      }),
  /** A line of the text index, of keys in no order, is lost. */
  LACKS_A_LINE(
      Outcome.RIGHT,
      file -> {
        file.deleteBinary();
        file.removeLine(100);
      }),
  /** The line of the greatest key: what is left could be the keys of a whole index. */
  LACKS_THE_GREATEST_KEY(
      Outcome.MISFIT,
      false,
      file -> {
        file.deleteBinary();
        file.removeLine(IndexedFile.recordOfKey(IndexedFile.RECORDS - 1));
      }),
  /** The text index of another file. */
  OF_ANOTHER_FILE(
      Outcome.RIGHT,
      file -> {
        file.deleteBinary();
        file.writeText(i -> IndexedFile.key((int) i), i -> 12 * i);
      }),
  /** The binary index is cut off. */
  BINARY_TRUNCATED(Outcome.RIGHT, file -> file.writeBinary(Arrays.copyOf(file.binary(), 1000))),
  /** A bit of the binary index has changed. */
  BINARY_FLIPPED(
      Outcome.RIGHT,
      file -> {
        byte[] binary = file.binary();
        binary[2000] ^= 1;
        file.writeBinary(binary);
      }),
  /** The same, and there is no other index. */
  BINARY_FLIPPED_ALONE(
      Outcome.RIGHT,
      file -> {
        BINARY_FLIPPED.make(file);
        file.deleteText();
      }),
  /** The text index is newer, and has other keys. */
  OTHER_KEYS(
      Outcome.RIGHT,
      file -> {
        file.writeText(i -> i, file::offset);
        file.setTimes(5, 9, 5);
      }),
  /** A bit of a payload has changed, in a file that is newer. */
  PAYLOAD_BIT(
      Outcome.DAMAGE,
      file -> {
        file.flip(77, 8 + 13, 2);
        file.setTimes(9, 5, 5);
      }),
  /** The last payload. */
  PAYLOAD_BIT_OF_THE_LAST(Outcome.DAMAGE, file -> file.flip(IndexedFile.RECORDS - 1, 8, 1)),
  /** A bit of a magic word. */
  MAGIC_BIT(Outcome.DAMAGE, file -> file.flip(100, 2, 4)),
  /** The same by the text index. */
  MAGIC_BIT_BY_TEXT(
      Outcome.DAMAGE,
      file -> {
        file.flip(100, 2, 4);
        file.deleteBinary();
      }),
  /** The first magic word, which is always checked. */
  MAGIC_BIT_OF_THE_FIRST(Outcome.DAMAGE, file -> file.flip(0, 1, 16)),
  /** The last one. */
  MAGIC_BIT_OF_THE_LAST(
      Outcome.DAMAGE,
      file -> {
        file.flip(IndexedFile.RECORDS - 1, 3, 64);
        file.deleteBinary();
      }),
  /** A length that becomes longer. */
  LONGER(Outcome.DAMAGE, file -> file.setLength(100, 4000)),
  /** One that reaches to the start of a record further up. */
  LONGER_BY_A_RECORD(
      Outcome.DAMAGE,
      file -> {
        file.setLength(100, (int) (file.offset(103) - file.offset(100) - 8));
        file.deleteBinary();
      }),
  /** A length that becomes shorter, by more than the padding. */
  SHORTER(
      Outcome.DAMAGE,
      file -> {
        file.setLength(100, 12);
        file.deleteBinary();
      }),
  /** Zeros over many records, the end of the file among them. */
  ZEROS(
      Outcome.DAMAGES,
      file -> {
        byte[] bytes = file.bytes();
        Arrays.fill(bytes, (int) file.offset(150), bytes.length, (byte) 0);
        file.writeBytes(bytes);
        file.damaged = 150;
      });

  /** The outcome of reading all records. */
  public enum Outcome {
    /** The records that are in the file, with their numbers. */
    RIGHT,
    /** The error of the index, under every policy. */
    MISFIT,
    /** The error of the damaged record, or all others. */
    DAMAGE,
    /** The same for all records from the damaged one on. */
    DAMAGES
  }

  /** The outcome. */
  public final Outcome outcome;

  /** Whether readers that do not read the record at fault get no record under another number. */
  public final boolean isSeenByAll;

  private final Change change;

  /** What makes the fault. */
  private interface Change {
    void make(IndexedFile file) throws IOException;
  }

  IndexFault(Outcome outcome, Change change) {
    this(outcome, true, change);
  }

  IndexFault(Outcome outcome, boolean isSeenByAll, Change change) {
    this.outcome = outcome;
    this.isSeenByAll = isSeenByAll;
    this.change = change;
  }

  /** Creates the fault in a file with sound indexes. */
  public void make(IndexedFile file) throws IOException {
    change.make(file);
  }

  static List<byte[]> joined(List<byte[]> payloads, int from, int to) {
    var joined = new ArrayList<>(payloads.subList(0, from));
    for (int i = from; i < to; i += 2) {
      int length = (int) RecordIOFormat.align(payloads.get(i).length);
      byte[] both = Arrays.copyOf(payloads.get(i), length + 8 + payloads.get(i + 1).length);
      Arrays.fill(both, length, both.length, (byte) 7);
      joined.add(both);
    }
    joined.addAll(payloads.subList(to, payloads.size()));
    return joined;
  }
}
