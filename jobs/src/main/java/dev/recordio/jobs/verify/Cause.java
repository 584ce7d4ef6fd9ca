// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.wire.RecordIOFormat;

/** Finds the likely cause of damage in the bytes around it. Only what users read depends on it. */
final class Cause {
  /** How many bytes before the damage to look at. */
  static final int BEFORE = 64;

  /** How many bytes from the damage on to look at. */
  static final int AFTER = 4096;

  private static final int ZEROS = 16;
  private static final int MAGIC_BYTES = 4;

  private Cause() {}

  /**
   * Describes damage.
   *
   * @param why what the reader says
   * @param bytes a piece of the file
   * @param at where the damage begins in {@code bytes}
   * @param fileEnd whether the file ends, without another record after the damage
   */
  static String of(MalformedRecordException why, byte[] bytes, int at, boolean fileEnd) {
    String cause = of(why.what(), bytes, at, fileEnd);
    return (cause == null ? why.what() : cause)
        + ": expected "
        + why.expected()
        + ", found "
        + why.found();
  }

  private static String of(String what, byte[] bytes, int at, boolean fileEnd) {
    if (at < bytes.length && isMagic(bytes, at + 1) && bytes[at] == '\r') {
      return "text-mode copy, which put a CR before each LF";
    }
    if (what.startsWith("truncated") && fileEnd && lacksReturns(bytes, at)) {
      return "text-mode copy, which drops CRs, or a truncated file";
    }
    if (what.startsWith("truncated") && fileEnd) {
      return "truncated file, it ends within a record";
    }
    if (zerosFrom(bytes, at) >= ZEROS) {
      return "a block of zeros, which was never written or got lost";
    }
    if (what.startsWith("wrong record length")) {
      return "wrong record length, or a writer that does not escape the magic word (--unescaped)";
    }
    if (what.startsWith("no record") && isFramed(bytes, at)) {
      return "no record, as its magic word changed";
    }
    for (int by = 1; by <= BEFORE && what.startsWith("no record"); by++) {
      boolean isAligned = by % RecordIOFormat.ALIGNMENT == 0;
      if (at >= by && !isAligned && isMagic(bytes, at - by)) {
        return by + " bytes got lost before it: a text-mode copy, which drops CRs, or two writers";
      }
      if (isMagic(bytes, at + by)) {
        String rest = isAligned ? ", or the rest of a record that lost its header" : "";
        return by
            + " bytes too many before it: a text-mode copy, which adds CRs, or two writers"
            + rest;
      }
    }
    return null;
  }

  /** Whether a record of text, of one part, lacks no more bytes than LFs in it lack a CR. */
  static boolean lacksReturns(byte[] bytes, int at) {
    int begin = at + RecordIOFormat.HEADER_BYTES;
    if (begin > bytes.length || !isMagic(bytes, at)) {
      return false;
    }
    int bare = 0;
    for (int i = begin; i < bytes.length; i++) {
      if (bytes[i] == '\r' || bytes[i] < '\t' && bytes[i] >= 0 && i < bytes.length - MAGIC_BYTES) {
        return false;
      }
      bare += bytes[i] == '\n' ? 1 : 0;
    }
    int length = RecordIOFormat.partLength(RecordIOFormat.word(bytes, at + MAGIC_BYTES));
    long missing = RecordIOFormat.align(length) - (bytes.length - begin);
    return missing > 0 && missing <= bare;
  }

  /** Whether the word at a place is followed by a length, and after so many bytes by a record. */
  private static boolean isFramed(byte[] bytes, int at) {
    if (at + RecordIOFormat.HEADER_BYTES > bytes.length) {
      return false;
    }
    int length = RecordIOFormat.partLength(RecordIOFormat.word(bytes, at + MAGIC_BYTES));
    long next = at + RecordIOFormat.HEADER_BYTES + RecordIOFormat.align(length);
    return next < bytes.length && isMagic(bytes, (int) next);
  }

  private static int zerosFrom(byte[] bytes, int at) {
    int to = at;
    while (to < bytes.length && bytes[to] == 0) {
      to++;
    }
    return to - at;
  }

  private static boolean isMagic(byte[] bytes, int at) {
    return at + MAGIC_BYTES <= bytes.length
        && RecordIOFormat.word(bytes, at) == RecordIOFormat.MAGIC;
  }
}
