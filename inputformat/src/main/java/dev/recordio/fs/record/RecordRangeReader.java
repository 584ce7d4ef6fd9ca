// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import static dev.recordio.wire.RecordIOFormat.HEADER_BYTES;
import static dev.recordio.wire.RecordIOFormat.LAST;
import static dev.recordio.wire.RecordIOFormat.MAGIC;
import static dev.recordio.wire.RecordIOFormat.WHOLE;
import static dev.recordio.wire.RecordIOFormat.align;
import static dev.recordio.wire.RecordIOFormat.beginsRecord;
import static dev.recordio.wire.RecordIOFormat.cflag;
import static dev.recordio.wire.RecordIOFormat.word;

import dev.recordio.bytes.FileSignature;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.wire.MagicSearch;
import dev.recordio.wire.RecordCursor;
import dev.recordio.wire.RecordCursor.Step;
import dev.recordio.wire.RecordIOFormat;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;

/**
 * Reads the records of a range of one file: those whose first header begins in it.
 *
 * <p>The range's start and end are rounded up to a multiple of four. A range that begins at 0
 * begins with a record; any other begins with the first record start at or after its start, which
 * is found by searching (dmlc-core's rule). The last record is read to its end, beyond the range.
 */
public final class RecordRangeReader implements Closeable {
  /** What is read after a payload that was stepped over: a header, and perhaps the next ones. */
  private static final int MIN_READ = 4 << 10;

  /** Reads grow to this, or to the chunk if that is less, where no payload is stepped over. */
  private static final int MAX_READ = 1 << 26;

  private static final int READ_ALL = -1;

  /** How many bytes beyond a range are searched for the end of damage that begins in it. */
  private static final int MEASURED_BEYOND = 32 << 20;

  private final ChunkReader in;
  private final long start;
  private final long end;
  private final DamageTracker damage;
  private final ChainVerifier verifier;
  private final AgreedStart agreed; // null unless the file's writer is known not to escape
  private final long skipAbove;
  private final boolean scansPayloads;
  private final boolean escapes; // whether the file's writer does, as far as is known
  private final RecordCursor cursor;
  private final byte[] peeked = new byte[HEADER_BYTES];

  private boolean aligned;
  private boolean inside; // a record was read, and what follows it is in the range as well
  private boolean done;
  private long firstRecord = -1;
  private int readAhead = MIN_READ; // of a reader of headers
  private long recordBytes; // of the current record
  private long follows = -1; // where the first record after the range begins, once it is done
  private boolean checksEnd; // it is to be checked: no damage was found

  /**
   * Creates a reader that owns {@code in} from now on.
   *
   * @param in the file
   * @param start the range's first byte
   * @param end the offset after the range's last byte; may be beyond the file's end
   * @param verifyRecords how many records to walk ahead of a searched start before it is trusted
   * @param damage what to do with damaged records, and their count
   */
  public RecordRangeReader(
      ChunkReader in, long start, long end, int verifyRecords, DamageTracker damage) {
    this(in, start, end, verifyRecords, damage, READ_ALL, false, 0);
  }

  /**
   * Creates a reader of records of one part whose writer does not escape ({@link AgreedStart}).
   *
   * @param verifyRecords at least 1
   * @param lookBack how many bytes before the range are looked at to find its first record
   */
  static RecordRangeReader ofUnescaped(
      ChunkReader in, long start, long end, int verifyRecords, DamageTracker damage, int lookBack) {
    return new RecordRangeReader(in, start, end, verifyRecords, damage, READ_ALL, false, lookBack);
  }

  /**
   * Creates a reader that takes a record for damaged when its data hold an aligned magic word: so
   * that a wrong length that ends where a later record begins is detected.
   */
  static RecordRangeReader scanningPayloads(
      ChunkReader in, long start, long end, int verifyRecords, DamageTracker damage) {
    return new RecordRangeReader(in, start, end, verifyRecords, damage, READ_ALL, true, 0);
  }

  /**
   * Creates a reader of headers, which reads no more than it must: if records are long it reads a
   * header, and continues after the payload. Of the payload only {@link #prefix} is available. A
   * wrong length is not detected by what the payload holds, but where the next record should be.
   *
   * @param skipAbove records of at least that many bytes are stepped over, shorter ones read along
   */
  static RecordRangeReader ofHeaders(
      ChunkReader in,
      long start,
      long end,
      int verifyRecords,
      DamageTracker damage,
      long skipAbove) {
    return new RecordRangeReader(
        in,
        start,
        end,
        verifyRecords,
        damage,
        in.canSeek() ? Math.max(0, skipAbove) : READ_ALL,
        false,
        0);
  }

  private RecordRangeReader(
      ChunkReader in,
      long start,
      long end,
      int verifyRecords,
      DamageTracker damage,
      long skipAbove,
      boolean scansPayloads,
      int lookBack) {
    this.in = in;
    this.skipAbove = skipAbove;
    this.scansPayloads = scansPayloads;
    escapes = verifyRecords == 0;
    cursor = new RecordCursor(skipAbove != READ_ALL);
    this.start = align(start);
    this.end = end > Long.MAX_VALUE - 4 ? end : align(end);
    this.damage = damage;
    verifier = verifyRecords > 0 && in.canSeek() ? new ChainVerifier(in, verifyRecords) : null;
    agreed = verifier != null && lookBack > 0 ? new AgreedStart(in, verifier, lookBack) : null;
    checksEnd = agreed != null;
  }

  /** Takes a compressed file that can not be unpacked any further to end there. */
  public void acceptDamagedEnd() {
    in.acceptDamagedEnd();
  }

  /** Returns why the file could not be read any further; null if it could. */
  public MalformedRecordException damagedEnd() {
    return in.damagedEnd();
  }

  /**
   * Returns the offset of the first record of the range, searching for it when that has not been
   * done; -1 when no record begins in the range.
   */
  public long firstRecordOffset() throws IOException {
    if (!aligned) {
      aligned = true;
      firstRecord = start == 0 ? 0 : searchFirst();
      if (start >= end || firstRecord < 0 || in.length() == 0) {
        firstRecord = -1;
        done = true;
      } else {
        beginAt(firstRecord);
      }
    }
    return firstRecord;
  }

  /**
   * Steps to the next record.
   *
   * @return false when the range holds no further record
   * @throws MalformedRecordException for damage, under the policy "fail" or beyond the thresholds
   */
  public boolean next() throws IOException {
    return next(null);
  }

  /**
   * Steps to the next record and moves its payload into {@code value}: it may not have passed
   * through {@link #buffer}, so neither that nor its offsets there may be used.
   *
   * @param value becomes the payload; null leaves it in the buffer, as {@link #next()} does. Its
   *     bytes are undefined when there is no further record
   * @return false when the range holds no further record
   * @throws MalformedRecordException for damage, under the policy "fail" or beyond the thresholds
   */
  public boolean next(BytesWritable value) throws IOException {
    if (!inside && !goesOn()) {
      checkEnd();
      return false;
    }
    boolean filled = false;
    boolean straight = value != null && !scansPayloads;
    for (Step step = step(); step != Step.RECORD; step = step()) {
      filled = straight && step == Step.UNDERFLOW && StraightRead.tryRead(in, cursor, value);
      if (filled) {
        continue;
      }
      deal(step);
      if (done) {
        inside = false;
        checkEnd();
        return false;
      }
    }
    inside = cursor.end() < end;
    recordBytes = cursor.end() - cursor.begin();
    damage.sound(recordBytes);
    if (value != null && !filled) {
      value.set(cursor.bytes(), cursor.payloadOffset(), cursor.payloadLength());
    }
    return true;
  }

  private Step step() {
    Step step = cursor.next();
    return scansPayloads && step == Step.RECORD ? cursor.scanData() : step;
  }

  /** Whether there is anything to read: before the first record, and after the range's last. */
  private boolean goesOn() throws IOException {
    firstRecordOffset();
    return !done && (cursor.end() < end || !recordFollows());
  }

  /**
   * Checks that the reader of the next range finds the record that follows this range's last one:
   * as every reader does so, each record is read once, or there is an error.
   */
  private void checkEnd() throws IOException {
    long next = done ? follows : cursor.end();
    if (!checksEnd || next < end || end >= in.length()) {
      return;
    }
    checksEnd = false;
    long found = agreed.find(end);
    if (found >= 0 && found != next) {
      throw new MalformedRecordException(
          "record start that the next range would not find",
          in.path(),
          next,
          -1,
          "the first record at or after offset " + end + " here, as the records before it show",
          "one at offset "
              + found
              + ", a header in the data of a long record; read the file as one split");
    }
  }

  /** Prepares the cursor for its next step, when the last one did not reach a record. */
  private void deal(Step step) throws IOException {
    switch (step) {
      case UNDERFLOW -> {
        if (lengthIsALie()) {
          cursor.refuse();
          resync();
        } else {
          fill();
        }
      }
      case END -> {
        in.requireEnd();
        follows = in.length();
        done = true;
      }
      case MALFORMED -> resync();
      default -> throw new AssertionError();
    }
  }

  /**
   * Whether another record begins after the range's last one. Anything else there must be handled
   * by this reader: the next range's reader searches for its first record, and would skip it.
   */
  private boolean recordFollows() throws IOException {
    long at = cursor.end();
    if (!in.fill(at, at + HEADER_BYTES, at)) {
      cursor.length(in.length());
    }
    byte[] window = in.buffer();
    cursor.window(window, 0, in.filled(), at);
    return in.filled() >= HEADER_BYTES && word(window, 0) == MAGIC && beginsRecord(word(window, 4));
  }

  private void beginAt(long offset) {
    cursor.start(offset, in.length());
    cursor.window(in.buffer(), 0, in.filled(), in.offset());
  }

  private void fill() throws IOException {
    long from = cursor.keepFrom();
    if (skipAbove != READ_ALL) {
      boolean stepsOver = from - in.end() >= skipAbove || recordBytes >= skipAbove;
      readAhead = stepsOver ? MIN_READ : readAhead;
    }
    if (!in.fill(from, cursor.needUpTo(), softEnd(from, end))) {
      cursor.length(in.length());
    }
    cursor.window(in.buffer(), 0, in.filled(), in.offset());
  }

  /** How far to read when nothing requires more: a reader of headers begins with little. */
  private long softEnd(long from, long limit) {
    if (skipAbove == READ_ALL) {
      return limit;
    }
    long softEnd = Math.min(limit, from + readAhead);
    readAhead = Math.min(2 * readAhead, MAX_READ);
    return softEnd;
  }

  /**
   * Whether the part that the cursor waits for has an invalid length. A long part is trusted
   * without reading it when what must follow it does: another part, a record or the file's end;
   * otherwise its bytes must hold no record start. So a wrong length is detected without holding
   * what it claims in memory.
   */
  private boolean lengthIsALie() throws IOException {
    long from = cursor.awaitedPart();
    long to = cursor.needUpTo();
    if (to - from <= StraightRead.TRUSTED_GROWTH) {
      return false;
    }
    if (!in.canSeek()) {
      return escapes && StreamedPart.holdsRecords(in, cursor.keepFrom(), from, to);
    }
    int flag = cflag(word(in.buffer(), (int) (from - in.offset()) - 4));
    boolean isLast = flag == WHOLE || flag == LAST;
    if (to == in.length()
        || in.peek(to, peeked)
            && word(peeked, 0) == MAGIC
            && beginsRecord(word(peeked, 4)) == isLast) {
      return false;
    }
    return search(from, to) >= 0;
  }

  /**
   * Finds the range's first record. If the search has skipped possible starts that did not hold,
   * they may be false ones, or sound records with damage soon after them: then the records before
   * the range show where it begins.
   */
  private long searchFirst() throws IOException {
    if (agreed != null && start < in.length()) {
      follows = agreed.find(start);
      if (follows >= 0) {
        return follows < Math.min(end, in.length()) ? follows : -1;
      }
      checksEnd = false; // there is damage before the range
    }
    long found = search(start, end);
    if (verifier == null || verifier.refused() == 0) {
      return found;
    }
    long walked = verifier.walkTo(start);
    if (walked < 0) {
      return found; // damage before the range reaches up to there, and is reported by its owner
    }
    if (walked >= end || !in.fill(walked, walked + HEADER_BYTES, softEnd(walked, end))) {
      return -1;
    }
    boolean begins = word(in.buffer(), 0) == MAGIC && beginsRecord(word(in.buffer(), 4));
    // Damage right after the last record of the range before is reported by its owner.
    return begins ? walked : search(walked + RecordIOFormat.ALIGNMENT, end);
  }

  /** Finds the first record start in {@code [from, limit)}; -1 when there is none. */
  private long search(long from, long limit) throws IOException {
    long at = from;
    while (at < limit && in.fill(at, at + HEADER_BYTES, softEnd(at, limit))) {
      int index = MagicSearch.firstRecordStart(in.buffer(), 0, in.filled());
      if (index < 0) {
        // The first word that was too near the window's end to be judged.
        at += (in.filled() - HEADER_BYTES & -RecordIOFormat.ALIGNMENT) + RecordIOFormat.ALIGNMENT;
        continue;
      }
      long candidate = at + index;
      if (candidate >= limit) {
        return -1;
      }
      if (verifier == null || verifier.holds(candidate)) {
        return candidate;
      }
      at = candidate + RecordIOFormat.ALIGNMENT;
    }
    return -1;
  }

  /** Handles damage: fails, or continues at the next record start. */
  private void resync() throws IOException {
    MalformedRecordException why = explain(cursor.malformed());
    checksEnd = false;
    damage.check(why);
    long from = cursor.malformedOffset();
    // Beyond the range only to find how far the damage goes: that is not worth reading much.
    long beyond = Math.max(end, from);
    long limit = beyond < in.length() - MEASURED_BEYOND ? beyond + MEASURED_BEYOND : in.length();
    long next = search(from + RecordIOFormat.ALIGNMENT, limit);
    if (next < 0 && limit < in.length()) {
      why = endUnknown(why, limit);
    }
    damage.add(why, from, next < 0 ? Math.min(limit, in.length()) : next, next >= 0);
    if (next < 0 || next >= end) {
      done = true;
    } else {
      beginAt(next);
    }
  }

  private static MalformedRecordException endUnknown(MalformedRecordException why, long limit) {
    return new MalformedRecordException(
        why.what(),
        why.path(),
        why.offset(),
        why.line(),
        why.expected(),
        why.found() + " (its end was not looked for beyond offset " + limit + ")");
  }

  private MalformedRecordException explain(MalformedRecordException why) {
    if (why.offset() == 0 && why.what().equals(RecordCursor.NO_RECORD)) {
      return new MalformedRecordException(
          "not a RecordIO file", in.path(), 0, -1, why.expected(), why.found() + kind());
    }
    return why.at(in.path());
  }

  /** Returns what the file is in place of records, as it follows its first bytes. */
  private String kind() {
    String known = FileSignature.hint(in.buffer(), in.filled());
    return known.isEmpty() && in.filled() > 0 && FileSignature.isText(in.buffer(), in.filled())
        ? ", text (stats and csr read rows of text)"
        : known;
  }

  /** Returns the offset in the file of the record's first header. */
  public long offset() {
    return cursor.begin();
  }

  /** Returns the offset after the record's last byte: how far the file has been consumed. */
  public long position() {
    return aligned ? cursor.end() : start;
  }

  /** Returns the number of parts of the record. */
  public int parts() {
    return cursor.parts();
  }

  /** Returns the length of the payload in bytes. */
  public int payloadLength() {
    return cursor.payloadLength();
  }

  /** Returns where the payload begins in {@link #buffer}; joins the record's parts. */
  public int payloadOffset() {
    return cursor.payloadOffset();
  }

  /**
   * Returns where the record's first header begins in {@link #buffer}. The record is there as in
   * the file, up to {@link #position}, until {@link #payloadOffset} joins its parts.
   */
  public int recordOffset() {
    return (int) (cursor.begin() - in.offset());
  }

  /**
   * Copies the payload's first bytes to the start of {@code target}.
   *
   * @return how many: as many as the target or the payload has, whichever is less
   */
  public int prefix(byte[] target) throws IOException {
    int count = Math.min(target.length, payloadLength());
    if (skipAbove == READ_ALL) {
      System.arraycopy(buffer(), payloadOffset(), target, 0, count);
    } else if (parts() == 1) {
      long from = offset() + HEADER_BYTES;
      if (from + count <= in.end()) {
        System.arraycopy(in.buffer(), (int) (from - in.offset()), target, 0, count);
      } else {
        in.readFully(from, target, count);
      }
    } else {
      byte[] record = new byte[Math.toIntExact(recordBytes)];
      in.readFully(offset(), record, record.length);
      var whole = new RecordCursor();
      whole.start(offset(), cursor.end());
      whole.window(record, 0, record.length, offset());
      if (whole.next() != Step.RECORD) {
        throw whole.malformed().at(in.path());
      }
      System.arraycopy(record, whole.payloadOffset(), target, 0, count);
    }
    return count;
  }

  /** Returns the array with the payload; good until the next call of {@link #next}. */
  public byte[] buffer() {
    return cursor.bytes();
  }

  /** Returns the cursor, for what else it knows about the record. */
  public RecordCursor cursor() {
    return cursor;
  }

  /** Whether offsets are those in the file itself. */
  boolean isPlain() {
    return in.canSeek();
  }

  /** Returns the bytes read so far. */
  public long bytesRead() {
    return in.bytesRead();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
