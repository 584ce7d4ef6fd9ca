// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.row.RowNotes;
import dev.recordio.fs.row.RowsBefore;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.fs.stream.InputOpener;
import dev.recordio.reader.flow.FlowThreads;
import dev.recordio.reader.source.RowParsers.ParsedRows;
import dev.recordio.reader.source.RowParsers.RowPieces;
import dev.recordio.reader.source.RowSource.RowReading;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.RowTraits;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Rows that several threads parse, each a piece of a file at a time, and that come in the order of
 * the files: the same rows, and the same errors, as one thread gives.
 *
 * <p>A rule may be broken by a row together with earlier ones, which the thread that parses it has
 * not seen. So what the rows have in common is compared here, and a piece with an error is read
 * once more by this thread, which knows what came before.
 */
final class ParallelRows implements RowReading {
  private static final int MIN_READS = 2; // of a piece
  private static final int MAX_READS = 16;
  private static final int PIECES_PER_THREAD = 8; // of an input with so many reads

  private final Configuration conf;
  private final TextSettings settings;
  private final RowPieces pieces; // as far as rows were handed out
  private final FlowThreads threads = new FlowThreads("recordio-rows");
  private final RowParsers parsers;
  private final int count;
  private boolean started;
  private ParsedRows parsed;
  private long rowsOfPiece; // handed out
  private long linesBefore; // the piece, in its file
  private RowTraits traitsBefore = new RowTraits();
  private final RowNotes notesBefore;
  private RowNotes notesOfPiece; // so far; or null
  private OneThreadRows again; // reads the piece once more; or null
  private MalformedRecordException error; // why
  private boolean ended; // by that error

  /**
   * Creates the reading; reads nothing yet.
   *
   * @param ranges one for each file
   * @param count how many threads parse
   * @param maxBytes the most bytes of parsed rows that wait
   */
  ParallelRows(
      Configuration conf,
      TextSettings settings,
      List<InputRange> ranges,
      int count,
      long maxBytes) {
    this.conf = conf;
    this.settings = settings;
    notesBefore = new RowNotes(settings.format());
    this.count = count;
    long size = pieceSize(InputOpener.chunkSize(conf), ranges, count);
    Predicate<Path> uncompressed = SplitPlanner.uncompressed(conf);
    Supplier<RowPieces> cut = () -> new RowPieces(ranges, size, uncompressed);
    pieces = cut.get();
    parsers = new RowParsers(conf, settings, cut.get(), maxBytes);
  }

  /** Returns the bytes of a piece: opening it takes time, but the threads shall end together. */
  private static long pieceSize(long read, List<InputRange> ranges, int count) {
    long bytes = ranges.stream().mapToLong(InputRange::length).sum();
    long reads = bytes / read / ((long) count * PIECES_PER_THREAD);
    return read * Math.max(MIN_READS, Math.min(MAX_READS, reads));
  }

  @Override
  public CsrBlock next() throws IOException {
    if (!started) {
      started = true;
      for (int i = 0; i < count; i++) {
        threads.start(parsers);
      }
    }
    if (again != null) {
      return nextAgain();
    }
    if (parsed != null) {
      parsers.channel().recycle(parsed, parsed.block.memory());
      parsed = null;
    }
    return nextParsed();
  }

  private CsrBlock nextParsed() throws IOException {
    while (true) {
      ParsedRows next;
      try {
        next = parsers.channel().take();
      } catch (MalformedRecordException e) {
        return readAgain(e);
      }
      if (next == null) {
        return null;
      }
      enterPiece();
      if (differs(next.traits())) {
        return readAgain(null);
      }
      if (!next.isEnd()) {
        parsed = next;
        notesOfPiece = next.notes();
        rowsOfPiece += next.block.rows();
        return next.block;
      }
      linesBefore += next.lines();
      traitsBefore.add(next.traits());
      notesBefore.add(next.notes());
      notesOfPiece = null;
      parsers.channel().recycle(next, next.block.memory());
    }
  }

  /** Whether rows break a rule together with those before. */
  private boolean differs(RowTraits next) {
    if (settings.refusesLaterWeights()) {
      return traitsBefore.addsWeights(next);
    }
    if (!settings.hasColumns() && (settings.mode() != ParseMode.STRICT || settings.isRecords())) {
      return false;
    }
    RowTraits together = RowTraits.ofCounts(traitsBefore.counts());
    together.add(next);
    return !together.hasSameColumns() || together.conflict() != null;
  }

  /** Makes the piece that the channel is at the current one. */
  private void enterPiece() {
    long number = parsers.channel().piece();
    if (pieces.number() != number) {
      int file = pieces.file();
      pieces.skipTo(number);
      rowsOfPiece = 0;
      linesBefore = pieces.file() == file ? linesBefore : 0;
    }
  }

  /**
   * Reads the current piece once more, after those before it, from the rows on that were handed
   * out.
   *
   * @param error why; null: its rows and those before it contradict each other
   */
  private CsrBlock readAgain(MalformedRecordException why) throws IOException {
    enterPiece();
    var before = new RowsBefore(pieces.fileStart(), linesBefore, traitsBefore);
    again = OneThreadRows.goingOn(conf, settings, pieces.piece(), before, rowsOfPiece);
    error = why;
    return nextAgain();
  }

  private CsrBlock nextAgain() throws IOException {
    try {
      CsrBlock rows = ended ? null : again.next();
      if (rows != null) {
        return rows;
      }
    } catch (MalformedRecordException e) {
      error = e;
    }
    ended = true;
    if (error == null) {
      throw new IOException(path() + " gives other rows each time it is read");
    }
    throw error;
  }

  @Override
  public int file() {
    return pieces.file();
  }

  @Override
  public Path path() {
    return pieces.piece().path();
  }

  @Override
  public RowNotes notes() {
    var notes = new RowNotes(settings.format());
    notes.add(notesBefore);
    if (again != null) {
      notes.add(again.notes());
    } else if (notesOfPiece != null) {
      notes.add(notesOfPiece);
    }
    return notes;
  }

  @Override
  public void close() throws IOException {
    try (OneThreadRows closing = again) {
      parsers.channel().close();
      threads.end(parsers);
    }
  }
}
