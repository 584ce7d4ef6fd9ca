// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import static dev.recordio.wire.RecordIOFormat.ALIGNMENT;
import static dev.recordio.wire.RecordIOFormat.FIRST;
import static dev.recordio.wire.RecordIOFormat.HEADER_BYTES;
import static dev.recordio.wire.RecordIOFormat.LAST;
import static dev.recordio.wire.RecordIOFormat.MAGIC;
import static dev.recordio.wire.RecordIOFormat.MAX_PAYLOAD_BYTES;
import static dev.recordio.wire.RecordIOFormat.WHOLE;
import static dev.recordio.wire.RecordIOFormat.align;
import static dev.recordio.wire.RecordIOFormat.beginsRecord;
import static dev.recordio.wire.RecordIOFormat.cflag;
import static dev.recordio.wire.RecordIOFormat.partLength;
import static dev.recordio.wire.RecordIOFormat.putWord;
import static dev.recordio.wire.RecordIOFormat.word;

import dev.recordio.bytes.MalformedRecordException;
import java.util.function.IntConsumer;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Walks whole records in a window of a RecordIO byte string and hands them out as slices of it.
 *
 * <p>The caller owns the bytes. It shows the cursor a window with {@link #window}, calls {@link
 * #next} until that answers {@link Step#UNDERFLOW}, moves or grows the window so that it covers
 * {@link #keepFrom} to {@link #needUpTo}, and continues. Positions are absolute offsets in the byte
 * string, so a walk continues over any sequence of windows, in the middle of a record too.
 *
 * <p>A record is handed out only when the end or another record follows it. If neither does, and
 * the record's own bytes hold an aligned magic word (escaping never leaves one there), the length
 * word is wrong; else the record is sound and the header after it is damaged.
 *
 * <p>The payload of a record of several parts is joined in place, when it is first requested: the
 * bytes of the window between the record's start and end are overwritten then.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class RecordCursor {
  /** What {@link #next} found. */
  public enum Step {
    /** A whole record. */
    RECORD,
    /** The window must cover {@link #keepFrom} to {@link #needUpTo} before the walk can go on. */
    UNDERFLOW,
    /** The end of the byte string, exactly after a record. */
    END,
    /** Bytes that are no record; {@link #malformed} has details. */
    MALFORMED
  }

  /** What {@link MalformedRecordException#what} says where a header was expected but not found. */
  public static final String NO_RECORD = "no record";

  /**
   * What {@link MalformedRecordException#what} says of a record whose data hold a magic word, or
   * that no magic word follows.
   */
  public static final String WRONG_LENGTH = "wrong record length";

  /** The length of a byte string whose end is not known yet. */
  public static final long UNKNOWN_LENGTH = Long.MAX_VALUE;

  private final boolean headersOnly;

  private byte[] bytes = {};
  private long base; // absolute offset of bytes[0]
  private long windowEnd; // absolute offset after the window
  private long length = UNKNOWN_LENGTH;
  private long reach; // the lesser of windowEnd and length

  private long begin; // of the current record
  private long scan; // the next header to read; after the last part, the end of the record
  private int parts; // parts walked so far
  private long lastPart; // where the bytes of the part last walked begin
  private long payload; // payload bytes walked so far
  private boolean located; // every part is walked, what follows is not yet checked
  private boolean delivered = true; // handed out: the next call begins a new record
  private boolean joined;

  private long need;
  private long awaitedPart;
  private long errorOffset;
  private String what;
  private String expected;
  private String found;

  /** Creates a cursor that hands out whole records. */
  public RecordCursor() {
    this(false);
  }

  /**
   * Creates a cursor.
   *
   * @param headersOnly when true only headers need to be in the window: the cursor steps over the
   *     bytes of a part unseen, payloads must not be asked for, and what follows a record is
   *     checked only when it is walked
   */
  public RecordCursor(boolean headersOnly) {
    this.headersOnly = headersOnly;
  }

  /** Begins a new walk at absolute offset {@code start}, of a byte string of {@code length}. */
  public void start(long start, long length) {
    length(length);
    begin = scan = start;
    parts = 0;
    payload = 0;
    located = false;
    delivered = true;
  }

  /** Sets the length of the byte string once its end is known. */
  public void length(long length) {
    this.length = length;
    reach = Math.min(windowEnd, length);
  }

  /** Shows the cursor {@code bytes[from .. to)}, which are at absolute offset {@code offset}. */
  public void window(byte[] bytes, int from, int to, long offset) {
    this.bytes = bytes;
    base = offset - from;
    windowEnd = base + to;
    reach = Math.min(windowEnd, length);
  }

  /** Steps to the next record. */
  public Step next() {
    return delivered && stepOverWhole() ? Step.RECORD : nextOfAnyKind();
  }

  /**
   * The common step, in as few instructions as possible: a record of one part with the header of
   * another one after it, in the window. For anything else it returns false and changes nothing.
   */
  private boolean stepOverWhole() {
    byte[] window = bytes;
    long from = scan;
    if (from + HEADER_BYTES > reach) {
      return false;
    }
    int at = index(from);
    int lrec = word(window, at + 4);
    if (word(window, at) != MAGIC || cflag(lrec) != WHOLE) {
      return false;
    }
    long to = from + HEADER_BYTES + align(lrec);
    if (to + HEADER_BYTES > reach) {
      return false;
    }
    int next = index(to);
    if (word(window, next) != MAGIC || !beginsRecord(word(window, next + 4))) {
      return false;
    }
    begin = from;
    scan = to;
    parts = 1;
    payload = lrec; // its cflag is 0
    joined = false;
    return true;
  }

  private Step nextOfAnyKind() {
    if (delivered) {
      begin = scan;
      parts = 0;
      payload = 0;
      joined = false;
      delivered = false;
      located = false;
    }
    if (!located) {
      if (parts == 0 && begin >= length) {
        return begin == length ? Step.END : outOfBounds();
      }
      Step step = walkParts();
      if (step != Step.RECORD) {
        return step;
      }
      located = true;
    }
    if (!headersOnly && scan != length) {
      long headerEnd = Math.min(scan + HEADER_BYTES, length);
      if (headerEnd > windowEnd) {
        return underflow(headerEnd, headerEnd);
      }
      if (!followed() && MagicSearch.nextMagic(bytes, index(lastPart), index(scan)) >= 0) {
        return refuseLength(lastPart, scan);
      }
    }
    delivered = true;
    return Step.RECORD;
  }

  /** Whether a record begins after this one, or only the first word of a header is there. */
  private boolean followed() {
    int at = index(scan);
    return scan + ALIGNMENT <= reach
        && word(bytes, at) == MAGIC
        && (scan + HEADER_BYTES > reach || beginsRecord(word(bytes, at + 4)));
  }

  /**
   * After {@link Step#RECORD} and before {@link #payloadOffset}: looks for an aligned magic word in
   * the record's data and padding. Escaping leaves none there, so this is the header of a record
   * that a wrong length has swallowed; a writer that does not escape may leave some.
   *
   * @return {@link Step#MALFORMED} when there is one, else {@link Step#RECORD}
   */
  public Step scanData() {
    for (long at = begin; at < scan; ) {
      int from = index(at) + HEADER_BYTES;
      int partLength = partLength(word(bytes, from - 4));
      int magic = MagicSearch.nextMagic(bytes, from, from + (int) align(partLength));
      if (magic >= 0) {
        return malformed(
            begin,
            WRONG_LENGTH,
            "no aligned magic word in the record's data, as escaping leaves none",
            "one at offset "
                + (base + magic)
                + ": a header that the record swallowed, or the file's writer does not escape");
      }
      at += HEADER_BYTES + align(partLength);
    }
    return Step.RECORD;
  }

  private Step walkParts() {
    while (true) {
      if (scan + HEADER_BYTES > windowEnd) {
        if (scan + HEADER_BYTES <= length) {
          return underflow(scan + HEADER_BYTES, scan + HEADER_BYTES);
        }
        return parts == 0
            ? malformed(
                scan, "truncated record", "a record's header of 8 bytes", length - scan + " bytes")
            : malformed(
                begin,
                "truncated record",
                "the header of part " + (parts + 1) + " at offset " + scan,
                "the end of the file at offset " + length);
      }
      int at = (int) (scan - base);
      int magic = word(bytes, at);
      if (magic != MAGIC) {
        return malformed(
            parts == 0 ? scan : begin,
            parts == 0 ? NO_RECORD : "broken record",
            "the magic 0A 23 D7 CE"
                + (parts == 0 ? "" : " of part " + (parts + 1) + " at offset " + scan),
            hex(magic));
      }
      int lrec = word(bytes, at + 4);
      int flag = cflag(lrec);
      int partLength = partLength(lrec);
      boolean legal = parts == 0 ? flag <= FIRST : flag == LAST || flag == RecordIOFormat.MIDDLE;
      if (!legal) {
        return malformed(
            parts == 0 ? scan : begin,
            "broken record",
            parts == 0
                ? "a part with cflag 0 or 1"
                : "part " + (parts + 1) + " with cflag 2 or 3 at offset " + scan,
            "cflag " + flag);
      }
      boolean last = flag == WHOLE || flag == LAST;
      if (!last && (partLength & ALIGNMENT - 1) != 0) {
        return malformed(
            begin,
            "broken record",
            "a multiple of 4 as the length of part " + (parts + 1) + " of several",
            Integer.toString(partLength));
      }
      long partEnd = scan + HEADER_BYTES + align(partLength);
      if (partEnd > length) {
        return malformed(
            begin,
            "truncated record, or a wrong length",
            "at most " + (length - scan - HEADER_BYTES) + " bytes up to the end of the file",
            "a part of " + partLength + " bytes at offset " + scan);
      }
      long joinedLength = parts == 0 ? partLength : payload + ALIGNMENT + partLength;
      if (joinedLength > MAX_PAYLOAD_BYTES) {
        return malformed(
            begin,
            "record too long",
            "parts that join to at most " + MAX_PAYLOAD_BYTES + " bytes",
            joinedLength + " bytes up to part " + (parts + 1));
      }
      if (!headersOnly && partEnd > windowEnd) {
        return underflow(scan + HEADER_BYTES, partEnd);
      }
      parts++;
      lastPart = scan + HEADER_BYTES;
      payload = joinedLength;
      scan = partEnd;
      if (last) {
        return Step.RECORD;
      }
    }
  }

  private Step underflow(long partBegin, long upTo) {
    awaitedPart = partBegin;
    need = upTo;
    return Step.UNDERFLOW;
  }

  private Step refuseLength(long from, long to) {
    return malformed(
        begin,
        WRONG_LENGTH,
        "another record, or the end of the file, after the record, at offset " + to,
        "neither, and an aligned magic word within the " + (to - from) + " bytes before");
  }

  /**
   * After {@link Step#UNDERFLOW}, when the caller has found that the part that ends at {@link
   * #needUpTo} is invalid: makes the record malformed.
   */
  public Step refuse() {
    return refuseLength(awaitedPart, need);
  }

  /**
   * After {@link Step#UNDERFLOW}, when the caller has read the awaited part itself, which is a
   * record of {@code length} bytes followed by something sound, and has moved the window after it:
   * {@link #next} hands out the record, but not its bytes.
   */
  public void passed(int length) {
    parts = 1;
    payload = length;
    lastPart = awaitedPart;
    scan = need;
    located = true;
  }

  private Step outOfBounds() {
    return malformed(
        begin, "offset outside the file", "an offset of at most " + length, Long.toString(begin));
  }

  private Step malformed(long offset, String what, String expected, String found) {
    errorOffset = offset;
    this.what = what;
    this.expected = expected;
    this.found = found;
    delivered = true;
    return Step.MALFORMED;
  }

  /** After {@link Step#UNDERFLOW}: the first offset that the window must still cover. */
  public long keepFrom() {
    return headersOnly ? scan : begin;
  }

  /** After {@link Step#UNDERFLOW}: the offset up to which the window must reach. */
  public long needUpTo() {
    return need;
  }

  /**
   * After {@link Step#UNDERFLOW}: the offset of the first byte of the part that ends at {@link
   * #needUpTo}; {@link #needUpTo} itself when the cursor waits for a header.
   */
  public long awaitedPart() {
    return awaitedPart;
  }

  /** After {@link Step#MALFORMED}: the error, without a file name. */
  public MalformedRecordException malformed() {
    return new MalformedRecordException(what, null, errorOffset, -1, expected, found);
  }

  /** After {@link Step#MALFORMED}: where the damage begins, an absolute offset. */
  public long malformedOffset() {
    return errorOffset;
  }

  /** Returns the absolute offset of the record's first header. */
  public long begin() {
    return begin;
  }

  /** Returns the absolute offset after the record's last byte, padding included. */
  public long end() {
    return scan;
  }

  /** Returns the number of parts of the record, at least 1. */
  public int parts() {
    return parts;
  }

  /** Returns the length of the record's payload in bytes. */
  public int payloadLength() {
    return (int) payload;
  }

  /** Returns the array that holds the payload: the window's. */
  public byte[] bytes() {
    return bytes;
  }

  /**
   * Returns where the payload begins in {@link #bytes}. The slice is good until the window moves.
   *
   * <p>Parts are joined now, if there are several; the record's headers are gone afterwards.
   */
  public int payloadOffset() {
    int offset = index(begin) + HEADER_BYTES;
    if (parts > 1 && !joined) {
      join(offset);
      joined = true;
    }
    return offset;
  }

  /**
   * Closes the gaps between the parts. A part before the last has no padding, so the magic word
   * that belongs between two parts is already after the first of them: only the length words are
   * removed.
   */
  private void join(int payloadStart) {
    int write = payloadStart + partLength(word(bytes, payloadStart - 4));
    int read = write;
    for (int part = 1; part < parts; part++) {
      int partLength = partLength(word(bytes, read + 4));
      putWord(bytes, write, MAGIC);
      System.arraycopy(bytes, read + HEADER_BYTES, bytes, write + ALIGNMENT, partLength);
      write += ALIGNMENT + partLength;
      read += HEADER_BYTES + partLength;
    }
  }

  /**
   * Passes the length word of each part, in order. Call it before {@link #payloadOffset}.
   *
   * @throws IllegalStateException when the parts are joined already
   */
  public void forEachPart(IntConsumer lrec) {
    if (joined) {
      throw new IllegalStateException("the parts of the record are joined already");
    }
    for (long at = begin; at < scan; ) {
      int word = word(bytes, index(at) + 4);
      lrec.accept(word);
      at += HEADER_BYTES + align(partLength(word));
    }
  }

  private int index(long offset) {
    return (int) (offset - base);
  }

  private static String hex(int littleEndian) {
    return String.format(
        "%02X %02X %02X %02X",
        littleEndian & 255,
        littleEndian >>> 8 & 255,
        littleEndian >>> 16 & 255,
        littleEndian >>> 24);
  }
}
