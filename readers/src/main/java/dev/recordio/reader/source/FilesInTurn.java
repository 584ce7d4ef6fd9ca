// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.reader.Placed;
import dev.recordio.reader.Source;
import dev.recordio.reader.Stage;
import dev.recordio.reader.source.SideBySideSource.FilesReading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Items of files in a fixed turn: some lanes, each with a file; one item of each lane in turn. A
 * lane whose file has ended takes the next file that none has begun, and its turn goes on with that
 * file; when there is none, the lane is left out.
 */
final class FilesInTurn<T extends Placed> implements FilesReading<T> {
  private static final class Lane<T> {
    private final int file;
    private long taken; // items
    private Source<T> source;
    private Stage<T> stage; // null: it is not open

    Lane(int file) {
      this.file = file;
    }
  }

  private final FileSource<T> input;
  private final Function<Source<T>, Stage<T>> ahead;
  private final List<Lane<T>> lanes = new ArrayList<>(); // those left out are removed
  private int turn; // which lane's it is
  private int begun; // files
  private boolean started;
  private Lane<T> current;

  /**
   * Creates the reading.
   *
   * @param count how many lanes
   * @param ahead what is put over the source of each file
   */
  FilesInTurn(FileSource<T> input, int count, Function<Source<T>, Stage<T>> ahead) {
    this.input = input;
    this.ahead = ahead;
    while (begun < Math.min(count, input.files.size())) {
      lanes.add(new Lane<>(begun++));
    }
  }

  /** Returns the number of items of a file. */
  interface Count {
    long of(int file) throws IOException;
  }

  /** Steps over items without reading them; fewer, if there are not so many. Comes first. */
  void skip(long items, Count counts) throws IOException {
    long left = items;
    while (left > 0 && !lanes.isEmpty()) {
      Lane<T> lane = lanes.get(turn);
      if (lane.taken == counts.of(lane.file)) {
        endLane();
        continue;
      }
      long rounds = turn == 0 ? left / lanes.size() : 0; // in which no file ends
      for (int i = 0; i < lanes.size() && rounds > 0; i++) {
        rounds = Math.min(rounds, counts.of(lanes.get(i).file) - lanes.get(i).taken);
      }
      if (rounds > 0) {
        for (Lane<T> each : lanes) {
          each.taken += rounds;
        }
        left -= rounds * lanes.size();
      } else {
        take(lane);
        left--;
      }
    }
  }

  private void take(Lane<T> lane) {
    lane.taken++;
    turn = turn + 1 == lanes.size() ? 0 : turn + 1;
  }

  private void endLane() {
    if (begun < input.files.size()) {
      lanes.set(turn, new Lane<>(begun++));
      return;
    }
    lanes.remove(turn);
    turn = turn == lanes.size() ? 0 : turn;
  }

  @Override
  public boolean next() throws IOException {
    if (!started) {
      started = true;
      lanes.forEach(this::open); // all of them, so that they are read ahead
    }
    while (!lanes.isEmpty()) {
      current = lanes.get(turn);
      open(current);
      if (current.stage.next()) {
        take(current);
        return true;
      }
      close(current);
      endLane();
    }
    return false;
  }

  private void open(Lane<T> lane) {
    if (lane.stage == null) {
      lane.source = input.file(lane.file);
      lane.source.skip(lane.taken);
      lane.stage = ahead.apply(lane.source);
    }
  }

  private void close(Lane<T> lane) throws IOException {
    Stage<T> closing = lane.stage;
    lane.stage = null;
    if (closing != null) {
      closing.close();
      input.closed(lane.source);
    }
  }

  @Override
  public T item() {
    return current.stage.get();
  }

  @Override
  public int file() {
    return current.file;
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (Lane<T> lane : lanes) {
      try {
        close(lane);
      } catch (IOException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
