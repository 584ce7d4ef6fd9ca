// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.reader.Placed;
import dev.recordio.reader.Source;
import dev.recordio.reader.Stage;
import dev.recordio.reader.source.SideBySideSource.FilesReading;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Items of files in their fixed turn. */
final class FilesInTurn<T extends Placed> implements FilesReading<T> {
  private record Lane<T>(Source<T> source, Stage<T> stage) {}

  private final FileSource<T> input;
  private final FileRotation turns;
  private final Function<Source<T>, Stage<T>> ahead;
  private final Map<Integer, Lane<T>> open = new HashMap<>();
  private Stage<T> current;
  private int file;

  /**
   * Creates the reading.
   *
   * @param turns where to begin
   * @param ahead what is put over the source of each file
   */
  FilesInTurn(FileSource<T> input, FileRotation turns, Function<Source<T>, Stage<T>> ahead) {
    this.input = input;
    this.turns = turns;
    this.ahead = ahead;
  }

  @Override
  public boolean next() throws IOException {
    for (int i = 0; open.isEmpty() && i < turns.live(); i++) {
      open(turns.file(i), turns.taken(i)); // all of them, so that they are read ahead
    }
    while (turns.file() != FileRotation.NONE) {
      file = turns.file();
      Lane<T> lane = open.get(file);
      if (lane == null) {
        lane = open(file, turns.taken());
      }
      current = lane.stage;
      if (current.next()) {
        turns.take();
        return true;
      }
      open.remove(file);
      close(lane);
      turns.end();
    }
    return false;
  }

  private Lane<T> open(int number, long skip) {
    Source<T> source = input.file(number);
    source.skip(skip);
    var lane = new Lane<>(source, ahead.apply(source));
    open.put(number, lane);
    return lane;
  }

  private void close(Lane<T> lane) throws IOException {
    lane.stage.close();
    input.closed(lane.source);
  }

  @Override
  public T item() {
    return current.get();
  }

  @Override
  public int file() {
    return file;
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (Lane<T> lane : open.values()) {
      try {
        close(lane);
      } catch (IOException e) {
        failure = failure == null ? e : failure;
      }
    }
    open.clear();
    if (failure != null) {
      throw failure;
    }
  }
}
