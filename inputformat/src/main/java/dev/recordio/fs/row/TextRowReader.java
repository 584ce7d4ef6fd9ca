// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import dev.recordio.bytes.Excerpt;
import dev.recordio.bytes.FileSignature;
import dev.recordio.bytes.LineSearch;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.InputOpener;
import dev.recordio.fs.stream.LineRangeReader;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseCounters;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.RowTraits;
import dev.recordio.sparse.text.HeaderParser;
import dev.recordio.sparse.text.LineParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Reads the rows of ranges of text files. */
final class TextRowReader implements RowReader {
  private static final byte[] NO_BYTES = {};

  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /** The most bytes of blank lines that are read in search of a header. */
  private static final long MAX_BLANK = 1 << 20;

  private final Configuration conf;
  private final String format;
  private final List<InputRange> ranges;
  private final RowsBefore before; // the first range; or null
  private final LineParser parser;
  private final EntryFilter filter;
  private final boolean hasLabelSets;
  private final boolean lenient; // wrong text need not be an error
  private final long totalBytes;
  private InputOpener opener; // from the first range on
  private int range = -1;
  private LineRangeReader lines;
  private long bytesBefore; // of the finished ranges
  private long bytesRead; // of the files that are closed
  private long lineOfRange;
  private Path headerOf; // the file whose header the parser knows
  private boolean fresh; // no line of the range has been parsed
  private byte[] header; // of the last file that had one; or null
  private final long[] lineCounts; // of the ranges
  private final List<MalformedRecordException> faults = new ArrayList<>();
  private final List<MalformedRecordException> doubts = new ArrayList<>();

  TextRowReader(
      Configuration conf, TextSettings settings, List<InputRange> ranges, RowsBefore before) {
    this.conf = conf;
    this.ranges = ranges;
    this.before = before;
    format = settings.format();
    parser = settings.parser();
    filter = settings.filter();
    if (before != null) {
      parser.follow(before.traits());
    }
    if (parser instanceof HeaderParser header && header.columns() == null) {
      throw new InvalidSettingException(
          LibSvmConf.CSV_NAMES
              + " is not set, but columns are named: csr, stats and MapReduce's formats set it by the"
              + " header of the first file; elsewhere it lists all columns but the ignored ones");
    }
    hasLabelSets = settings.hasLabelSets();
    lenient = settings.mode() != ParseMode.STRICT;
    lineCounts = new long[ranges.size()];
    totalBytes = ranges.stream().mapToLong(InputRange::length).sum();
  }

  /** Goes on after broken rules, and keeps the first ones. */
  TextRowReader keepingFaults(int most) {
    parser.keepFaults(most);
    return this;
  }

  @Override
  public boolean next(CsrBlock block) throws IOException {
    if (hasLabelSets && block.labelSets() == null) {
      throw new InvalidSettingException(
          LibSvmConf.LABELS + "=all gives rows several labels, which only stats and csr take");
    }
    block.clear();
    while (block.rows() == 0) {
      if (lines == null) {
        if (range + 1 >= ranges.size()) {
          return false;
        }
        open(ranges.get(++range));
      }
      if (nextLines()) {
        parse(block);
      } else {
        bytesBefore += ranges.get(range).length();
        close();
      }
    }
    filter.apply(block, parser.counters(), parser.traits());
    return true;
  }

  @Override
  public int lineLength(long position) {
    int from = lineStart(position);
    return lineEnd(from) - from;
  }

  @Override
  public int lineStart(long position) {
    return Math.toIntExact(position - lines.offset());
  }

  private int lineEnd(int from) {
    int end = LineSearch.firstLineEnd(lines.buffer(), from, lines.length());
    return end < 0 ? lines.length() : end;
  }

  @Override
  public byte[] lineBytes() {
    return lines.buffer();
  }

  @Override
  public byte[] header() {
    return header;
  }

  /** Takes the header from the lines that were just parsed: the first one that is not blank. */
  private void takeHeader() {
    byte[] text = lines.buffer();
    boolean marked = lines.offset() == 0 && Arrays.mismatch(text, 0, 3, MARK, 0, 3) < 0;
    int from = marked ? MARK.length : 0;
    int to = lineEnd(from);
    while (new String(text, from, to - from, StandardCharsets.ISO_8859_1).isBlank()) {
      from = LineSearch.skipLineEnds(text, to, lines.length());
      to = lineEnd(from);
    }
    header = Arrays.copyOfRange(text, from, to);
  }

  private void open(InputRange next) throws IOException {
    if (opener == null) {
      opener = new InputOpener(conf);
    }
    lines = opener.lines(next);
    lineOfRange = 1 + (goesOn() ? before.lines() : 0);
    fresh = true;
    if (next.start() == 0) {
      int head = lines.head(FileSignature.HEAD_BYTES); // may replace the buffer
      requireText(format, path(), lines.buffer(), head);
    } else if (lenient) {
      requireTextBefore();
    }
    if (parser instanceof HeaderParser header && !next.path().equals(headerOf)) {
      CsvHeaders.read(opener, format, next.path(), header);
      headerOf = next.path();
    }
  }

  /** Checks that a file is text, by its first bytes. */
  static void requireText(String format, Path file, byte[] head, int length)
      throws MalformedRecordException {
    FileSignature signature = FileSignature.ofNoText(head, length);
    if (signature != null) {
      throw new MalformedRecordException(
          RowInputs.NOT_TEXT,
          file.toString(),
          0,
          1,
          format + " text",
          Excerpt.of(head, 0, Math.min(8, length)) + signature.hint());
    }
  }

  /**
   * Looks at the beginning of the file of a range that is not there: where another reader reads
   * that, it may never say what the file is, or later.
   */
  private void requireTextBefore() throws IOException {
    var head = new InputRange(path(), 0, Long.MAX_VALUE);
    try (ChunkReader in = opener.pieces(head)) {
      in.fill(0, FileSignature.HEAD_BYTES, FileSignature.HEAD_BYTES);
      int length = Math.min(FileSignature.HEAD_BYTES, in.filled());
      requireText(format, path(), in.buffer(), length);
    }
  }

  /** Whether the range goes on where another reader has ended. */
  private boolean goesOn() {
    return before != null && range == 0;
  }

  private boolean nextLines() throws IOException {
    try {
      return lines.next();
    } catch (MalformedRecordException e) {
      if (e.line() < 0) {
        throw e; // not an error of a line
      }
      long line = lineOfRange - 1 + e.line();
      throw placed(
          new MalformedRecordException(
              e.what(), e.path(), e.offset(), line, e.expected(), e.found()));
    }
  }

  private void parse(CsrBlock block) throws IOException {
    if (fresh) {
      fresh = false;
      beginWithin(ranges.get(range));
    }
    long headers = parser.counters().get(ParseRule.HEADER_ROW);
    boolean hadTotals = parser.traits().totals() != null;
    try {
      long count =
          parser.parse(lines.buffer(), 0, lines.length(), lines.offset(), lineOfRange, block);
      lineOfRange += count;
      lineCounts[range] += count;
      if (parser.counters().get(ParseRule.HEADER_ROW) > headers) {
        takeHeader();
      }
    } catch (MalformedRecordException e) {
      if (ranges.get(range).start() > 0) {
        blameFile(e);
      }
      throw placed(e);
    }
    if (range > 0 && !hadTotals && parser.traits().totals() != null) {
      String expected = ParseRule.COUNTS_LINE.expected();
      throw new MalformedRecordException(
          ParseRule.COUNTS_LINE.title(), path().toString(), 0, 1, expected, "these numbers");
    }
    List<MalformedRecordException> found = parser.faults();
    while (faults.size() < found.size()) {
      faults.add(found.get(faults.size()).at(path().toString()));
    }
    List<MalformedRecordException> first = parser.doubts();
    boolean fromStart = ranges.get(range).start() == 0;
    while (doubts.size() < first.size()) {
      MalformedRecordException e = first.get(doubts.size());
      doubts.add(
          new MalformedRecordException(
              e.what(),
              path().toString(),
              e.offset(),
              fromStart ? e.line() : -1,
              e.expected(),
              e.found()));
    }
  }

  /** Throws what a file that is no text is, in place of an error of its lines. */
  private void blameFile(MalformedRecordException ofLine) throws MalformedRecordException {
    try {
      requireTextBefore();
    } catch (MalformedRecordException e) {
      throw e;
    } catch (IOException e) {
      ofLine.addSuppressed(e);
    }
  }

  /** Passes the parser whether the first line of a range is, except for blank ones, the file's. */
  private void beginWithin(InputRange of) throws IOException {
    if (of.start() > 0 && parser.isFirstAfter(NO_BYTES, 0)) {
      boolean first = lines.isPlain() && isFirst(new InputRange(of.path(), 0, lines.offset()));
      parser.beginWithin(first ? lines.offset() : -1);
    }
  }

  private boolean isFirst(InputRange before) throws IOException {
    if (before.length() > MAX_BLANK) {
      return false;
    }
    try (ChunkReader in = opener.pieces(before)) {
      int bytes = 0;
      do { // mostly the first few bytes decide
        bytes = (int) Math.min(before.length(), 2L * bytes + FileSignature.HEAD_BYTES);
        in.fill(0, bytes, bytes);
        if (!parser.isFirstAfter(in.buffer(), Math.min(bytes, in.filled()))) {
          return false;
        }
      } while (bytes < before.length());
    }
    return true;
  }

  /** Adds the file's name, and from where lines are counted if that is not its start. */
  private MalformedRecordException placed(MalformedRecordException e) {
    long start = goesOn() ? before.start() : ranges.get(range).start();
    if (start == 0) {
      return e.at(path().toString());
    }
    String counted = lines.isPlain() ? "lines are counted" : "plain bytes and lines are counted";
    var placed =
        new MalformedRecordException(
            e.what(),
            path().toString(),
            e.offset(),
            e.line(),
            e.expected(),
            e.found() + " (" + counted + " from offset " + start + " on)");
    placed.setStackTrace(e.getStackTrace());
    return placed;
  }

  @Override
  public Path path() {
    return ranges.get(range).path();
  }

  @Override
  public int range() {
    return range;
  }

  @Override
  public float progress() {
    if (totalBytes == 0) {
      return ranges.isEmpty() || lines == null && range >= 0 ? 1 : 0;
    }
    long now = lines == null ? 0 : Math.min(lines.consumed(), ranges.get(range).length());
    return (float) (bytesBefore + now) / totalBytes;
  }

  @Override
  public long bytesRead() {
    return bytesRead + (lines == null ? 0 : lines.bytesRead());
  }

  @Override
  public long lines() {
    return LongStream.of(lineCounts).sum();
  }

  @Override
  public long lines(int ofRange) {
    return lineCounts[ofRange];
  }

  @Override
  public ParseCounters counters() {
    return parser.counters();
  }

  @Override
  public List<MalformedRecordException> faults() {
    return faults;
  }

  @Override
  public List<MalformedRecordException> doubts() {
    return doubts;
  }

  @Override
  public RowTraits traits() {
    return parser.traits();
  }

  @Override
  public void close() throws IOException {
    if (lines != null) {
      bytesRead += lines.bytesRead();
      LineRangeReader closing = lines;
      lines = null;
      closing.close();
    }
  }
}
