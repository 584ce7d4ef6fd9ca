// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.reader.InputIdentity;
import dev.recordio.reader.Items;
import dev.recordio.reader.Ordering;
import dev.recordio.reader.Placed;
import dev.recordio.reader.Source;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Stage.Hint;
import dev.recordio.reader.Stage.Resumption;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The items of files; several files are read side by side. The position of an item is its place in
 * the sequence that comes of that; its ordinal is its number over the whole input, for which the
 * items of the files before its own are counted when it is first needed.
 *
 * <p>In a fixed turn a run can be resumed on any number of workers. As items come, it can't; then
 * worker i of n has the items whose ordinals are i, i + n, ...
 */
public final class SideBySideSource<T extends Placed> extends Source<T> {
  /** The most bytes of items that wait, of all files. */
  static final long MAX_BYTES = 64 << 20;

  private static final int MAX_FILES = 64; // that are open at a time

  private final FileSource<T> input;
  private final String stage;
  private final int files;
  private final Function<Source<T>, Stage<T>> ahead; // null: as they come
  private final long[] firsts; // number of the first item of each file, and after the last one
  private int counted; // files
  private boolean limited; // by take or skip
  private FilesReading<T> reading;
  private T item;
  private ShareOrdinals wanted;
  private long number; // in the sequence, of the item that is read next
  private long arrived; // of the share, as they come

  @SuppressWarnings("unchecked") // the same stage
  private SideBySideSource(
      Stage<T> before, String stage, int files, Function<Source<T>, Stage<T>> ahead) {
    if (files < 1 || files > MAX_FILES) {
      throw new InvalidSettingException(
          stage + ": expected 1 to " + MAX_FILES + " files at a time");
    }
    if (!(before instanceof FileSource<?> source && source.isWhole())) {
      throw new InvalidSettingException(
          stage + " must come first after an input of files; it is after " + before);
    }
    input = (FileSource<T>) source;
    this.stage = stage;
    this.files = files;
    this.ahead = ahead;
    firsts = new long[input.files.size() + 1];
    startAt(input.firstEpoch());
  }

  /** Takes one item of each of k files in turn, in one thread. */
  public static <T extends Placed> SideBySideSource<T> interleave(Stage<T> source, int k) {
    return new SideBySideSource<>(source, "interleave(" + k + ")", k, file -> file);
  }

  /**
   * Takes one item of each of some files in turn, which are read ahead.
   *
   * @param ahead the stage that reads the source of a file, with so many bytes that wait
   */
  public static <T extends Placed> SideBySideSource<T> roundRobin(
      Stage<T> source, int threads, BiFunction<Source<T>, Long, Stage<T>> ahead) {
    String stage = "files(threads=" + threads + ",order=round_robin)";
    return new SideBySideSource<>(
        source, stage, threads, file -> ahead.apply(file, MAX_BYTES / threads));
  }

  /** Takes the items of files that so many threads read, as they come. */
  public static <T extends Placed> SideBySideSource<T> any(Stage<T> source, int threads) {
    return new SideBySideSource<>(
        source, "files(threads=" + threads + ",order=any)", threads, null);
  }

  @Override
  public void order(Ordering orders) {
    if (!orders.isSequential()) {
      throw new InvalidSettingException(
          orders + " chooses items by their numbers, " + stage + " by their files: leave one out");
    }
    super.order(orders);
  }

  @Override
  public void skip(long positions) {
    limited = true;
    super.skip(positions);
  }

  @Override
  public void take(long positions) {
    limited = true;
    super.take(positions);
  }

  @Override
  protected void begin(long from) throws IOException {
    closeReading();
    arrived = from;
    wanted = new ShareOrdinals(isPlain() ? null : turn(), order(Long.MAX_VALUE), from);
    number = 0;
    if (ahead == null) {
      if (workers() > 1 && limited) {
        throw new InvalidSettingException(
            stage + " gives a worker different items each time: take and skip need a fixed order");
      }
      reading = new FilesAsTheyCome<>(input, files);
      return;
    }
    var turns = new FilesInTurn<>(input, files, ahead);
    if (wanted.ordinal() > 0 && input.isCountedCheaply()) {
      turns.skip(wanted.ordinal(), file -> first(file + 1) - first(file));
      number = wanted.ordinal();
    }
    reading = turns;
  }

  @Override
  protected boolean read() throws IOException {
    if (reading == null) { // beginning has failed
      begin(arrived);
    }
    return ahead == null && workers() > 1 ? readOwn() : readWanted();
  }

  private boolean readWanted() throws IOException {
    long want = wanted.ordinal();
    if (want == ShareOrdinals.NONE) {
      return false;
    }
    do {
      if (!readNext()) {
        return false;
      }
    } while (number++ < want);
    place(wanted.position());
    handed(wanted.taken());
    return true;
  }

  /** Reads on to the next item whose ordinal is one of this worker's. */
  private boolean readOwn() throws IOException {
    do {
      if (!readNext()) {
        return false;
      }
    } while ((first(reading.file()) + reading.item().ordinal()) % workers() != worker());
    place(arrived * workers() + worker());
    handed(arrived++);
    return true;
  }

  private boolean readNext() throws IOException {
    boolean any = reading.next();
    if (!any) {
      closeReading();
      input.finish();
      reading = new FilesInTurn<>(input, 0, ahead);
    }
    return any;
  }

  private void place(long position) throws IOException {
    item = reading.item(); // once: it is made anew each time, with its place in the file
    long ordinal = first(reading.file()) + item.ordinal();
    item.setPlace(position, ordinal, item.path(), item.fileOffset());
  }

  private long first(int file) throws IOException {
    while (counted < file) {
      firsts[counted + 1] = firsts[counted] + input.count(counted);
      counted++;
    }
    return firsts[file];
  }

  @Override
  protected T item() {
    return item;
  }

  @Override
  public Items<T> items() {
    return input.items();
  }

  @Override
  protected InputIdentity identify() {
    return input.input();
  }

  @Override
  public Hint hint() {
    return Hint.START;
  }

  @Override
  public Resumption resumption() {
    return ahead == null ? new Resumption(Resumption.By.NOBODY, stage) : super.resumption();
  }

  @Override
  public String text() {
    return input.text() + " | " + stage;
  }

  private void closeReading() throws IOException {
    try (FilesReading<T> closing = reading) {
      reading = null;
    }
  }

  @Override
  protected void end() throws IOException {
    try (Source<T> closing = input) {
      closeReading();
    }
  }

  /** Items of files that are read side by side. */
  interface FilesReading<T> extends Closeable {
    /** Steps to the next item; false after the last one. */
    boolean next() throws IOException;

    /** Returns the item, whose ordinal is its number in its file. */
    T item();

    /** Returns which file it is of. */
    int file();
  }
}
