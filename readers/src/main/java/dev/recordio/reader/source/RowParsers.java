// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowNotes;
import dev.recordio.fs.row.RowReader;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.reader.flow.Channel;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.RowTraits;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** What each thread of {@link ParallelRows} does: parses one piece after the other. */
final class RowParsers implements Runnable, Closeable {
  private final Configuration conf;
  private final TextSettings settings;
  private final RowPieces pieces;
  private final Channel<ParsedRows> channel;
  private final Set<RowReader> open = ConcurrentHashMap.newKeySet();

  RowParsers(Configuration conf, TextSettings settings, RowPieces pieces, long maxBytes) {
    this.conf = conf;
    this.settings = settings;
    this.pieces = pieces;
    channel = Channel.inOrder(maxBytes);
  }

  Channel<ParsedRows> channel() {
    return channel;
  }

  @Override
  public void run() {
    try {
      boolean goesOn = true;
      while (goesOn) {
        InputRange piece;
        long number;
        synchronized (pieces) {
          if (!pieces.next()) {
            channel.setPieces(pieces.number() + 1);
            return;
          }
          piece = pieces.piece();
          number = pieces.number();
        }
        goesOn = parse(piece, number);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the reading is closed
    }
  }

  /** Parses a piece; false when no further one is wanted. */
  private boolean parse(InputRange piece, long number) throws InterruptedException {
    try (RowReader reader = RowInputs.open(conf, settings, List.of(piece))) {
      open.add(reader);
      try {
        boolean more = true;
        while (more) {
          ParsedRows rows = channel.recycled();
          rows = rows == null ? new ParsedRows() : rows;
          more = rows.read(reader, settings.format());
          if (!channel.put(number, rows, rows.block.memory(), 0)) {
            return false;
          }
        }
      } finally {
        open.remove(reader);
      }
    } catch (IOException | RuntimeException | Error e) {
      channel.fail(number, e);
      return false;
    }
    channel.end(number);
    return true;
  }

  /** Closes what is being read: that is for threads that do not end otherwise. */
  @Override
  public void close() throws IOException {
    for (RowReader reader : open) {
      reader.close();
    }
  }

  /** Rows that were parsed ahead; without any, the end of their piece. */
  static final class ParsedRows {
    final CsrBlock block = new CsrBlock();
    private long lines;
    private long[] traits;
    private RowNotes notes;

    /**
     * Parses the next rows; false if there are none.
     *
     * @param format the name of their format
     */
    boolean read(RowReader from, String format) throws IOException {
      boolean any = from.next(block);
      notes = new RowNotes(format);
      notes.add(from);
      lines = from.lines();
      traits = from.traits().counts();
      return any;
    }

    /** Whether the piece ends here. */
    boolean isEnd() {
      return block.rows() == 0;
    }

    /** Returns the lines of the piece so far. */
    long lines() {
      return lines;
    }

    /** Returns what is said of the rows of the piece so far. */
    RowNotes notes() {
      return notes;
    }

    /** Returns what the rows of the piece so far have in common. */
    RowTraits traits() {
      return RowTraits.ofCounts(traits);
    }
  }

  /** Ranges of files, cut into pieces that can be read each by itself, one after the other. */
  static final class RowPieces {
    private final List<InputRange> ranges;
    private final long size;
    private final Predicate<Path> cuttable;
    private int file = -1;
    private InputRange piece; // the last one given out
    private long number = -1;

    /**
     * Creates the sequence, before its first piece.
     *
     * @param ranges one for each file
     * @param size cuts are at multiples of so many bytes
     * @param cuttable which files can be read from their middle
     */
    RowPieces(List<InputRange> ranges, long size, Predicate<Path> cuttable) {
      this.ranges = ranges;
      this.size = size;
      this.cuttable = cuttable;
    }

    /** Steps to the next piece; false after the last one. */
    boolean next() {
      long from = piece == null ? 0 : piece.end();
      if (piece == null || from >= ranges.get(file).end()) {
        if (file + 1 >= ranges.size()) {
          return false;
        }
        from = ranges.get(++file).start();
      }
      InputRange all = ranges.get(file);
      long cut = (from / size + 1) * size;
      long to = cut < all.end() && cuttable.test(all.path()) ? cut : all.end();
      piece = new InputRange(all.path(), from, to - from);
      number++;
      return true;
    }

    /** Steps to a later piece. */
    void skipTo(long later) {
      while (number < later && next()) {
        // the numbers are consecutive
      }
    }

    /** Returns the piece. */
    InputRange piece() {
      return piece;
    }

    /** Returns its number, from 0. */
    long number() {
      return number;
    }

    /** Returns which range it is of. */
    int file() {
      return file;
    }

    /** Returns where that range begins. */
    long fileStart() {
      return ranges.get(file).start();
    }
  }
}
