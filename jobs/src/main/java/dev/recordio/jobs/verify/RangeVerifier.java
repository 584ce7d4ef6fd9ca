// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.IndexLines;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordOpener;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.wire.RecordCursor;
import java.io.Closeable;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Compares the witnesses in one range of a file, as two streams: the records that headers and magic
 * words show, and those that the index has. An entry without its record is looked up at its place.
 */
final class RangeVerifier implements Closeable {
  /** After so many entries without their records the index is another file's. */
  private static final int MAX_LOOKS = 1000;

  private static final Set<Finding.Kind> OF_INDEX =
      EnumSet.of(Finding.Kind.PLACE, Finding.Kind.BEYOND, Finding.Kind.INDEX);

  private final RangeReport report = new RangeReport();
  private final LeftOut leftOut;
  private final boolean checksums;
  private final boolean toEnd; // of the file
  private final long rangeEnd;
  private final long fileLength;
  private final boolean seeks;
  private final RecordRangeReader records;
  private final IndexEntries entries; // or null
  private final PlaceCheck places;
  private final ImageCheck images; // or null
  private final ListNames names; // or null
  private boolean hasEntry;
  private long compared = -1; // where the record begins that an entry was compared with last
  private long comparedKey;
  private long entryEnd; // of the last entry that was passed
  private int looks; // in a row, without finding the record
  private boolean contradicted; // the text index, in this range
  private long lastBegin = -1; // of the record before, until what follows it is known
  private long lastEnd;
  private long refusedEnd; // of the record whose data have magic words, by its headers

  /**
   * Opens a range and the index of its file.
   *
   * @param conf what {@link VerifyConf#readers} makes
   * @param leftOut records that are not to be kept
   * @param seeks whether the file can be read from any offset on
   * @param whole whether all of a text index is read ({@link #needsWholeIndex})
   */
  RangeVerifier(
      Configuration conf,
      RecordOpener opener,
      LeftOut leftOut,
      FileStatus file,
      InputRange range,
      boolean seeks,
      boolean whole)
      throws IOException {
    this.leftOut = leftOut;
    checksums = VerifyConf.CHECKSUMS.getBoolean(conf);
    this.seeks = seeks;
    report.file = file.getPath().toString();
    report.start = range.start();
    report.fileLength = seeks ? file.getLen() : -1;
    fileLength = seeks ? file.getLen() : Long.MAX_VALUE;
    rangeEnd = range.end();
    toEnd = rangeEnd >= file.getLen();
    places = new PlaceCheck(conf, file, !VerifyConf.UNESCAPED.getBoolean(conf));
    boolean decodes = VerifyConf.IMAGES.getBoolean(conf);
    images = decodes ? new ImageCheck(conf, file.getPath()) : null;
    names =
        decodes && VerifyConf.NAMES.getBoolean(conf) ? names(conf, file, range.start() == 0) : null;
    records = opener.open(range, DamageTracker.reporting(this::damaged));
    entries =
        CloseOnFailure.of(
            records,
            open ->
                seeks
                    ? IndexOpener.open(conf, file, range.start(), checksums, whole, report)
                    : null);
    if (!seeks) {
      records.acceptDamagedEnd();
    }
    step();
    while (hasEntry && entries.offset() < range.start() && entries.offset() >= 0) {
      pass();
    }
  }

  /** Reads the records up to the end of the range's next stretch; false after the last one. */
  boolean next() throws IOException {
    if (!records.next()) {
      return false;
    }
    prove();
    report.chained += records.offset() < refusedEnd ? 0 : 1;
    boolean sums = checksums && report.hasFileSum;
    if (sums) {
      report.sum.add(records);
    }
    boolean oddPadding = sums && RangeSum.hasOddPadding(records);
    if (entries != null) {
      compare(oddPadding);
    }
    if (images != null) {
      decode();
    }
    if (!isLeftOut()) {
      lastBegin = records.offset();
      lastEnd = records.position();
    }
    return true;
  }

  private boolean isLeftOut() {
    long begin = records.offset();
    long end = records.position();
    return compared == begin
        ? leftOut.has(report.file, begin, end, comparedKey)
        : leftOut.has(report.file, begin, end);
  }

  private ListNames names(Configuration conf, FileStatus file, boolean isFirst) throws IOException {
    try {
      return ListNames.read(conf, file.getPath());
    } catch (MalformedRecordException e) {
      if (isFirst) {
        Path list = RecordFiles.list(file.getPath());
        report.notes.add("names are not compared with " + list + ": " + e.getMessage());
      }
      return null;
    }
  }

  private void decode() throws IOException {
    String wrong = images.check(records);
    boolean known = compared == records.offset();
    boolean hasKey = known || images.hasHeader();
    long key = known ? comparedKey : images.hasHeader() ? images.id() : 0;
    if (wrong == null && names != null && hasKey && images.content() != null) {
      wrong = names.check(key, images.content());
    }
    if (wrong != null) {
      report.add(
          new Finding(
              Finding.Kind.IMAGE,
              records.offset(),
              records.position(),
              records.payloadLength(),
              key,
              hasKey,
              wrong));
    }
  }

  /** Takes the record before for sound, as a magic word or the file's end follows. */
  private void prove() {
    if (lastBegin >= 0) {
      report.chainRuns.add(lastBegin, lastEnd);
      report.chained += lastBegin < refusedEnd ? 1 : 0;
      lastBegin = -1;
    }
  }

  /** Returns what was found, after the last record. */
  RangeReport finish() throws IOException {
    prove();
    if (!seeks) {
      report.fileLength = Math.max(report.fileLength, records.position());
      addDamagedEnd();
    }
    while (hasEntry && (toEnd || entries.offset() < rangeEnd && entries.offset() >= 0)) {
      look();
      pass();
    }
    if (images != null) {
      report.warned = images.warnings().count();
      report.warnings = images.warnings().first();
    }
    return report;
  }

  private void addDamagedEnd() {
    MalformedRecordException why = records.damagedEnd();
    if (why != null) {
      boolean isCut = why.found().startsWith("the end of the file");
      String reason = (isCut ? "truncated file: " : "") + why.getMessage();
      report.addDamagedEnd(Math.min(records.position(), report.fileLength), reason);
    }
  }

  /**
   * Whether, after the last record, only some lines of a text index were looked at, and it is not
   * in the order of the file, or something is wrong with the index or against it.
   */
  boolean needsWholeIndex() {
    IndexLines text = entries == null ? null : entries.text();
    return text != null
        && !text.isWhole()
        && (text.isUnsorted()
            || report.indexDamaged
            || report.findings.stream().anyMatch(finding -> OF_INDEX.contains(finding.kind())));
  }

  /** Returns the reader, which is at the record that {@link #next} reached. */
  RecordRangeReader record() {
    return records;
  }

  /** Returns how far the range is read, an offset in the file. */
  long position() {
    return records.position();
  }

  private void step() throws IOException {
    try {
      hasEntry = entries != null && entries.next();
    } catch (MalformedRecordException e) {
      hasEntry = false; // the whole index is walked by the file's first range, and this reported
      report.indexDamaged = true;
    }
  }

  private void pass() throws IOException {
    entryEnd = entries.end();
    step();
  }

  private void damaged(MalformedRecordException why, long from, long to) throws IOException {
    boolean isDoubtful = why.offset() == lastEnd && !(seeks && places.isMagic(lastEnd));
    if (isDoubtful) {
      if (lastBegin >= 0 && seeks && !places.isCutMagic(lastEnd)) {
        report.looseRuns.add(lastBegin, lastEnd);
      }
      lastBegin = -1; // its length may be too small
    } else {
      prove();
    }
    if (!seeks) {
      report.fileLength = to;
    }
    if (why.offset() < refusedEnd && to <= refusedEnd) {
      report.extendChainFinding(refusedEnd);
      return; // what is in the data of a record, and no record, is not another finding
    }
    boolean fileEnd = to >= fileLength;
    if (seeks && why.what().equals(RecordCursor.WRONG_LENGTH)) {
      long end = places.endOf(why.offset());
      refusedEnd = end == fileLength || places.isMagic(end) ? end : refusedEnd;
    }
    String reason = seeks ? places.explain(why, fileEnd) : why.getMessage();
    report.add(Finding.ofChain(Math.min(why.offset(), fileLength), to, reason));
  }

  private void compare(boolean oddPadding) throws IOException {
    long begin = records.offset();
    while (hasEntry && Long.compareUnsigned(entries.offset(), begin) < 0) {
      look();
      pass();
    }
    if (!hasEntry || entries.offset() != begin) {
      stray(begin);
      return;
    }
    checkText();
    compared = begin;
    comparedKey = entries.key();
    long end = records.position();
    if (end != entries.end()) {
      elsewhere(begin, end);
    } else if (entries.length() >= 0 && entries.length() != records.payloadLength()) {
      add(Finding.Kind.RECORD, begin, PlaceCheck.wrongLength(entries, records.payloadLength()));
      report.lastAgreed = begin;
    } else {
      String wrong =
          checksums && entries.hasChecksum()
              ? places.checksum(
                  entries, records.buffer(), records.payloadOffset(), records.payloadLength())
              : null;
      agreed(begin, wrong);
      if (wrong == null && oddPadding) {
        add(Finding.Kind.PADDING, begin, "bytes changed in the padding after the record");
      }
    }
    pass();
  }

  private void agreed(long begin, String wrong) throws IOException {
    looks = 0;
    report.lastAgreed = begin;
    if (wrong == null) {
      report.indexed++;
      if (!leftOut.has(report.file, begin, entries.end(), entries.key())) {
        report.provenRuns.add(begin, entries.end());
      }
    } else {
      add(Finding.Kind.RECORD, begin, wrong);
    }
  }

  /** A record that is where the index has one, and ends elsewhere. */
  private void elsewhere(long begin, long end) throws IOException {
    if (end < entries.end() && places.isStart(end)) {
      add(Finding.Kind.PLACE, end, lacks(end));
    } else {
      add(
          Finding.Kind.PLACE,
          begin,
          "wrong record length: the record ends at offset "
              + end
              + ", by the "
              + entries.suffix()
              + " at "
              + Long.toUnsignedString(entries.end()));
    }
  }

  private String lacks(long offset) {
    return "the " + entries.suffix() + " does not fit: it has no record at offset " + offset;
  }

  /** A record that the index does not have: unless one of the index's is damaged there. */
  private void stray(long begin) throws IOException {
    if (begin >= entryEnd) {
      report.lastStray = begin;
      if (looks == 0) {
        looks++;
        report.add(
            new Finding(Finding.Kind.PLACE, begin, records.position(), 0, 0, false, lacks(begin)));
      }
    }
  }

  /** Looks at the place of an entry that headers and magic words show no record at. */
  private void look() throws IOException {
    checkText();
    long begin = entries.offset();
    if (begin >= fileLength || begin < 0) {
      add(
          Finding.Kind.BEYOND,
          fileLength,
          "truncated file, or the "
              + entries.suffix()
              + " is another's: it has a record at offset "
              + Long.toUnsignedString(begin));
    } else if (entries.end() > fileLength) {
      add(
          Finding.Kind.BEYOND,
          begin,
          (places.lacksReturns(begin) ? "text-mode copy, which drops CRs, or " : "")
              + "truncated file: it has "
              + fileLength
              + " bytes, by the "
              + entries.suffix()
              + " the record ends at offset "
              + entries.end());
    } else if (looks < MAX_LOOKS) {
      String wrong = places.check(entries, checksums);
      if (wrong == null) {
        agreed(begin, null);
      } else {
        looks++;
        add(Finding.Kind.PLACE, begin, wrong);
      }
    } else {
      add(Finding.Kind.PLACE, begin, "the " + entries.suffix() + " does not fit: no record");
    }
  }

  private void checkText() throws IOException {
    if (!contradicted && !entries.agrees()) {
      contradicted = true;
      report.add(
          Finding.ofIndex(
              Math.max(0, Math.min(entries.offset(), fileLength)),
              ".idx and .ridx contradict each other: the .idx has " + entries.otherText()));
    }
  }

  private void add(Finding.Kind kind, long offset, String reason) throws IOException {
    report.add(
        new Finding(
            kind,
            offset,
            Math.max(offset, Math.min(entries.end(), fileLength)),
            Math.max(0, entries.length()),
            entries.key(),
            true,
            reason));
  }

  @Override
  public void close() throws IOException {
    try (records;
        images;
        places) {
      if (entries != null) {
        entries.close();
      }
    }
  }
}
