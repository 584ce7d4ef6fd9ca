// SPDX-License-Identifier: Apache-2.0
package dev.recordio.task;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowNotes;
import dev.recordio.fs.row.RowReader;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.io.SparseRow;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseCounters;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.RowTraits;
import java.io.Closeable;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;

/** The rows of a split as a task reads them, block by block or one by one, with the counters. */
public final class TaskRows implements Closeable {
  private static final ParseRule[] RULES = ParseRule.values();

  private final RowReader reader;
  private final String format;
  private final TaskCounters counters;
  private final CsrBlock block;
  private boolean taken; // by a caller that says what rows probably mean
  private int row; // the next one of the block
  private long lines;
  private long bytes;
  private final long[] broken = new long[RULES.length];
  private final Map<RowCounter, Long> alike = new EnumMap<>(RowCounter.class);

  /**
   * Creates a reader of {@code ranges}, in order. Files are opened when they are reached.
   *
   * @param block is filled with rows
   */
  public TaskRows(
      Configuration conf,
      TextSettings settings,
      List<InputRange> ranges,
      TaskCounters counters,
      CsrBlock block) {
    reader = RowInputs.open(conf, settings, ranges);
    format = settings.format();
    this.counters = counters;
    this.block = block;
  }

  /** Reads the next rows into the block; false, and no rows, when there are no more. */
  public boolean nextBlock() throws IOException {
    boolean more = reader.next(block);
    row = 0;
    counters.add(RowCounter.ROWS_READ, block.rows());
    report();
    return more;
  }

  /** Whether there is a next row. */
  public boolean hasNext() throws IOException {
    return row < block.rows() || nextBlock();
  }

  /** Returns the position of the next row, which must exist. */
  public long nextPosition() {
    return block.positions()[row];
  }

  /**
   * Reads the next row.
   *
   * @param key becomes its position
   * @param value becomes the row
   * @return false when there is no further row; key and value are unchanged then
   */
  public boolean next(LongWritable key, SparseRow value) throws IOException {
    if (!hasNext()) {
      return false;
    }
    key.set(nextPosition());
    value.set(block, row++);
    return true;
  }

  /** Returns the bytes of the line of a row of the block, without its end. */
  public int lineLength(int ofRow) {
    return reader.lineLength(block.positions()[ofRow]);
  }

  /** Returns the bytes of the lines of the block's rows, until the next block. */
  public byte[] lineBytes() {
    return reader.lineBytes();
  }

  /** Returns where in {@link #lineBytes} the line of a row of the block begins. */
  public int lineStart(int ofRow) {
    return reader.lineStart(block.positions()[ofRow]);
  }

  /** Returns the file of the block's rows. */
  public Path path() {
    return reader.path();
  }

  /** Returns the header of the last file that had one so far; null when none had. */
  public byte[] header() {
    return reader.header();
  }

  private void report() {
    counters.add(RowCounter.LINES_READ, reader.lines() - lines);
    counters.add(RowCounter.BYTES_READ, reader.bytesRead() - bytes);
    lines = reader.lines();
    bytes = reader.bytesRead();
    RowTraits traits = reader.traits();
    report(RowCounter.ROWS_WITH_WEIGHT, traits.weighted());
    report(RowCounter.ROWS_WITH_QUERY_ID, traits.grouped());
    report(RowCounter.ENTRIES_WITH_VALUE, traits.valued());
    report(RowCounter.ENTRIES_WITHOUT_VALUE, traits.bare());
    ParseCounters counts = reader.counters();
    for (ParseRule rule : RULES) {
      long news = counts.get(rule) - broken[rule.ordinal()];
      if (news != 0) {
        counters.add(RowCounter.RULES, rule.title(), news);
        broken[rule.ordinal()] += news;
      }
    }
  }

  /** Counts what has been read since the last call; what is 0 gets no counter. */
  private void report(RowCounter counter, long now) {
    Long before = alike.put(counter, now);
    long news = now - (before == null ? 0 : before);
    if (news != 0) {
      counters.add(counter, news);
    }
  }

  /** Returns what part of the split has been consumed, 0 to 1. */
  public float progress() {
    return reader.progress();
  }

  /**
   * Returns the first text of each kind that probably means something else than it is read as, to a
   * caller that says so: otherwise that is logged when the reader is closed.
   */
  public List<MalformedRecordException> takeDoubts() {
    taken = true;
    return reader.doubts();
  }

  @Override
  public void close() throws IOException {
    if (!taken) {
      var notes = new RowNotes(format);
      notes.add(reader);
      notes.say();
    }
    reader.close();
  }
}
