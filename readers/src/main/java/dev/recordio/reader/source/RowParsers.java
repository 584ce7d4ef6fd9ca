// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.reader.flow.OrderedChannel;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;

/** What each thread of {@link ParallelRows} does: parses one piece after the other. */
final class RowParsers implements Runnable, Closeable {
  private final Configuration conf;
  private final TextSettings settings;
  private final RowPieces pieces;
  private final OrderedChannel<ParsedRows> channel;
  private final Set<RowReader> open = ConcurrentHashMap.newKeySet();

  RowParsers(Configuration conf, TextSettings settings, RowPieces pieces, long maxBytes) {
    this.conf = conf;
    this.settings = settings;
    this.pieces = pieces;
    channel = new OrderedChannel<>(maxBytes);
  }

  OrderedChannel<ParsedRows> channel() {
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
          if (!channel.put(number, rows, rows.block.memory())) {
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
}
