// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowNotes;
import dev.recordio.fs.row.RowReader;
import dev.recordio.fs.row.RowsBefore;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.fs.stream.InputOpener;
import dev.recordio.reader.flow.Channel;
import dev.recordio.reader.flow.Producers;
import dev.recordio.reader.source.RowSource.RowReading;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.RowTraits;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
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
  private final Producers<ParsedRows> parsers;
  private RowPiece piece; // that rows were handed out of
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
    var pieces = new RowPieces(ranges, pieceSize(InputOpener.chunkSize(conf), ranges, count));
    parsers = new Producers<>("recordio-rows", count, Channel.inOrder(maxBytes), pieces::next);
  }

  /** Returns the bytes of a piece: opening it takes time, but the threads shall end together. */
  private static long pieceSize(long read, List<InputRange> ranges, int count) {
    long bytes = ranges.stream().mapToLong(InputRange::length).sum();
    long reads = bytes / read / ((long) count * PIECES_PER_THREAD);
    return read * Math.max(MIN_READS, Math.min(MAX_READS, reads));
  }

  @Override
  public CsrBlock next() throws IOException {
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
      ParsedRows next = parsers.take();
      if (next == null) {
        return null;
      }
      enter(next.piece);
      if (next.error != null || differs(next.traits())) {
        return readAgain(next.error);
      }
      if (!next.isEnd()) {
        parsed = next;
        notesOfPiece = next.notes;
        rowsOfPiece += next.block.rows();
        return next.block;
      }
      linesBefore += next.lines;
      traitsBefore.add(next.traits());
      notesBefore.add(next.notes);
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

  private void enter(RowPiece next) {
    if (piece != next) {
      rowsOfPiece = 0;
      linesBefore = piece != null && piece.file == next.file ? linesBefore : 0;
      piece = next;
    }
  }

  /**
   * Reads the current piece once more, after those before it, from the rows on that were handed
   * out.
   *
   * @param why the error; null: its rows and those before it contradict each other
   */
  private CsrBlock readAgain(MalformedRecordException why) throws IOException {
    var before = new RowsBefore(piece.fileStart, linesBefore, traitsBefore);
    again = OneThreadRows.goingOn(conf, settings, piece.range, before, rowsOfPiece);
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
      throw new IOException(path() + " gives different rows each time it is read");
    }
    throw error;
  }

  @Override
  public int file() {
    return piece.file;
  }

  @Override
  public Path path() {
    return piece.range.path();
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
      parsers.close();
    }
  }

  /** Ranges of files, cut into pieces that can be read each by itself, one after the other. */
  private final class RowPieces {
    private final List<InputRange> ranges;
    private final long size;
    private final Predicate<Path> cuttable = SplitPlanner.uncompressed(conf);
    private int file = -1;
    private long from; // of the next piece

    /**
     * Creates the sequence, before its first piece.
     *
     * @param ranges one for each file
     * @param size cuts are at multiples of so many bytes
     */
    RowPieces(List<InputRange> ranges, long size) {
      this.ranges = ranges;
      this.size = size;
    }

    /** Returns the next piece; null after the last one. */
    RowPiece next() {
      if (file < 0 || from >= ranges.get(file).end()) {
        if (file + 1 >= ranges.size()) {
          return null;
        }
        from = ranges.get(++file).start();
      }
      InputRange all = ranges.get(file);
      long cut = (from / size + 1) * size;
      long to = cut < all.end() && cuttable.test(all.path()) ? cut : all.end();
      var piece = new RowPiece(file, all.start(), new InputRange(all.path(), from, to - from));
      from = to;
      return piece;
    }
  }

  /** Parses a piece of a file. */
  private final class RowPiece implements Producers.Piece<ParsedRows> {
    private final int file;
    private final long fileStart; // where the file's range begins
    private final InputRange range;
    private volatile RowReader reader;

    RowPiece(int file, long fileStart, InputRange range) {
      this.file = file;
      this.fileStart = fileStart;
      this.range = range;
    }

    @Override
    public void produce(long number, Channel<ParsedRows> to)
        throws IOException, InterruptedException {
      try (RowReader opened = RowInputs.open(conf, settings, List.of(range))) {
        reader = opened;
        boolean more = true;
        while (more) {
          ParsedRows rows = to.recycled();
          rows = rows == null ? new ParsedRows() : rows;
          more = rows.read(this, settings.format());
          more &= to.put(number, rows, rows.block.memory(), 0);
        }
      } catch (MalformedRecordException e) {
        var rows = new ParsedRows();
        rows.piece = this;
        rows.error = e;
        to.put(number, rows, 0, 0);
        throw e; // no later piece is wanted
      }
    }

    @Override
    public void close() throws IOException {
      RowReader closing = reader;
      if (closing != null) {
        closing.close();
      }
    }
  }

  /** Rows that were parsed ahead; without any, the end of their piece. */
  private static final class ParsedRows {
    private final CsrBlock block = new CsrBlock();
    private RowPiece piece;
    private MalformedRecordException error; // in place of rows
    private long lines; // of the piece so far
    private long[] traits; // what its rows so far have in common
    private RowNotes notes; // what is said of them

    /**
     * Parses the next rows of a piece; false if there are none.
     *
     * @param format the name of their format
     */
    boolean read(RowPiece of, String format) throws IOException {
      piece = of;
      boolean any = of.reader.next(block);
      notes = new RowNotes(format);
      notes.add(of.reader);
      lines = of.reader.lines();
      traits = of.reader.traits().counts();
      return any;
    }

    /** Whether the piece ends here. */
    boolean isEnd() {
      return block.rows() == 0;
    }

    RowTraits traits() {
      return RowTraits.ofCounts(traits);
    }
  }
}
