// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.reader.Decorator;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Stage.Hint;
import dev.recordio.reader.Stage.Resumption;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Mixes a stream within a window that slides over it: the window is filled with items; then each
 * step hands out one of them, each with the same probability, and the next item takes its slot. So
 * no item comes more than {@code window - 1} places early. An epoch's last items are drawn until
 * none is left, before the next epoch's first one comes.
 *
 * <p>The draw of step k depends on seed, worker, epoch and k alone. A state therefore needs no more
 * than the number of steps, and a place in the stream before the oldest item in the window: draws
 * are followed backwards until it is known which item is in each slot, which takes about {@code
 * window * ln(window)} of them, and these items are read again. If the limit of bytes was reached
 * in the epoch, the size of the window depended on sizes of items: then the epoch is read again
 * from its beginning.
 *
 * <p>Its marks are the marks of that place, and four of its own: the epoch, the items handed out of
 * it, the items before the place, and how many items the epoch has, or one of the constants.
 */
final class ShuffleStage<T> extends Decorator.Passing<T> {
  /** No limit of bytes. */
  static final long UNLIMITED = Long.MAX_VALUE;

  private static final int OWN_MARKS = 4;
  private static final long UNKNOWN = -1; // the epoch's end has not been reached
  private static final long UNEVEN = -2; // the limit of bytes was reached in the epoch

  private final long seed;
  private final int window;
  private final long bytes;
  private final List<T> slots = new ArrayList<>(); // copies; more than size: to be used again
  private final Waypoints waypoints;
  private long[] saved; // marks from which the window has not been read again yet; or null

  private long epoch; // once it has begun
  private boolean begun;
  private WindowDraws draws;
  private long handed; // items of the epoch
  private long taken; // items of the epoch that have been in the window
  private long[] numbers = new long[16]; // of the items in the slots, in the epoch
  private long nextWaypoint;
  private int current; // slot of the current item; -1 when none is
  private int size; // slots in use
  private long touched; // so that touching is not optimised away
  private long heldBytes; // of all slots but the current one; counted with a limit only
  private boolean uneven;
  private boolean pulled; // the current item of upstream is not in the window yet
  private boolean ended; // the epoch: what is pulled is of the next one

  ShuffleStage(Stage<T> upstream, long seed, int window, long bytes) {
    super(upstream, OWN_MARKS);
    this.seed = seed;
    this.window = window;
    this.bytes = bytes;
    waypoints = new Waypoints(upstream, window);
    stop();
  }

  /** Forgets the window. */
  private void stop() {
    size = 0;
    begun = false;
    pulled = false;
    ended = false;
    current = -1;
  }

  /** Begins an epoch. */
  private void begin(long number, long items, long[] marks) {
    begun = true;
    epoch = number;
    draws = new WindowDraws(seed, sources().get(0).source().worker(), epoch, window);
    handed = 0;
    taken = items;
    heldBytes = 0;
    uneven = false;
    ended = false;
    waypoints.begin(items, marks);
    nextWaypoint = waypoints.next();
  }

  private void beginAtStart() {
    var marks = new long[upstream.marks()];
    upstream.mark(marks, 0);
    upstream.toEpochStart(marks, 0);
    begin(upstream.epoch(), 0, marks);
  }

  @Override
  protected boolean advance() throws IOException {
    if (saved != null) {
      readAgain();
    }
    while (!draw()) {
      if (!pulled) {
        return false;
      }
      beginAtStart();
    }
    return true;
  }

  /** Hands out the next item of the epoch; false if there is none. */
  private boolean draw() throws IOException {
    if (current >= 0) {
      boolean more = pull();
      if (more && fits(size - 1)) {
        put(current);
      } else {
        remove(current);
      }
      current = -1;
    }
    while (size < window && pull() && fits(size)) {
      put(size);
    }
    if (size == 0) {
      return false;
    }
    current = size == window ? draws.slotOfFull(handed, this::touch) : draws.slot(size, handed);
    handed++;
    if (bytes != UNLIMITED) {
      heldBytes -= items().bytes(slots.get(current));
    }
    return true;
  }

  /** Makes sure that upstream has a current item for the window; false if the epoch has none. */
  private boolean pull() throws IOException {
    if (!pulled && !ended) {
      pulled = upstream.next();
      if (pulled && !begun) {
        beginAtStart();
      } else {
        ended = !pulled || upstream.epoch() != epoch;
      }
    }
    return !ended;
  }

  /** Whether the item that was pulled may be in the window, together with others. */
  private boolean fits(int others) {
    if (bytes == UNLIMITED || others == 0 || heldBytes + items().bytes(upstream.get()) <= bytes) {
      return true;
    }
    if (!uneven) {
      uneven = true;
      waypoints.toEpochStart();
    }
    return false;
  }

  /** Puts the item that was pulled into a slot. */
  private void put(int slot) {
    T item = upstream.get();
    keep(slot, item);
    size = Math.max(size, slot + 1);
    if (bytes != UNLIMITED) {
      heldBytes += items().bytes(item);
    }
    pulled = false;
    if (slot >= numbers.length) {
      numbers = Arrays.copyOf(numbers, Math.max(16, 2 * slot));
    }
    numbers[slot] = taken;
    countTaken();
  }

  /** Keeps a copy of an item in a slot. */
  private void keep(int slot, T item) {
    if (slot == slots.size()) {
      slots.add(null);
    }
    slots.set(slot, items().copy(item, slots.get(slot)));
  }

  /** Reads all items before the arrays they refer to: within a loop, no read waits for another. */
  private void touch(int[] drawn) {
    for (int slot : drawn) {
      touched += items().bytes(slots.get(slot));
    }
    for (int slot : drawn) {
      touched += items().touch(slots.get(slot));
    }
  }

  private void countTaken() {
    taken++;
    if (taken == nextWaypoint && !uneven) {
      waypoints.add(taken);
      nextWaypoint = waypoints.next();
      waypoints.forget(Arrays.stream(numbers, 0, size).min().getAsLong());
    }
  }

  private void remove(int slot) {
    size--;
    numbers[slot] = numbers[size];
    Collections.swap(slots, slot, size);
    if (bytes != UNLIMITED) {
      slots.set(size, null); // else memory would be kept beside the limit
    }
  }

  @Override
  protected T item() {
    return slots.get(current);
  }

  @Override
  public long epoch() {
    requireOpen();
    return saved != null ? saved[upstream.marks()] : begun ? epoch : upstream.epoch();
  }

  @Override
  protected void rewind() throws IOException {
    if (pulled && ended && upstream.resumption().by() != Resumption.By.NOBODY) {
      upstream.resume(waypoints.first().marks(), 0); // else an epoch would be left out
    }
    super.rewind();
    saved = null;
    stop();
  }

  @Override
  public void mark(long[] to, int at) {
    if (saved != null) {
      System.arraycopy(saved, 0, to, at, saved.length);
      return;
    }
    int own = at + upstream.marks();
    if (!begun) {
      upstream.mark(to, at);
      setOwn(to, own, upstream.epoch(), 0, 0, UNKNOWN);
      return;
    }
    Waypoints.Waypoint from = waypoints.first();
    System.arraycopy(from.marks(), 0, to, at, from.marks().length);
    setOwn(to, own, epoch, handed, from.items(), uneven ? UNEVEN : ended ? taken : UNKNOWN);
  }

  private static void setOwn(long[] to, int own, long epoch, long handed, long before, long count) {
    to[own] = epoch;
    to[own + 1] = handed;
    to[own + 2] = before;
    to[own + 3] = count;
  }

  @Override
  protected void ownToEpochStart(long[] of, int at) {
    setOwn(of, at, of[at], 0, 0, UNKNOWN);
  }

  @Override
  public void resume(long[] from, int at) throws IOException {
    stop();
    upstream.resume(from, at);
    long steps = from[at + upstream.marks() + 1];
    saved = steps == 0 ? null : Arrays.copyOfRange(from, at, at + marks());
  }

  @Override
  public List<Hint> places() {
    return saved == null && begun ? waypoints.first().hints() : upstream.places();
  }

  /** Fills the window with what was in it at the saved marks. */
  private void readAgain() throws IOException {
    int own = upstream.marks();
    long steps = saved[own + 1];
    long before = saved[own + 2];
    long count = saved[own + 3];
    require(before >= 0);
    stop();
    upstream.resume(saved, 0);
    begin(saved[own], before, Arrays.copyOf(saved, own));
    if (count == UNEVEN) {
      while (handed < steps) {
        require(draw());
      }
    } else if (count == UNKNOWN) {
      readAgain(window + steps - 1);
      drain(steps - 1, steps);
    } else {
      readAgain(count);
      drain(Math.max(0, count - window), steps);
    }
    saved = null;
  }

  /** Reads those items again that are in the window when so many have been in it. */
  private void readAgain(long count) throws IOException {
    numbers = draws.numbers(count);
    size = numbers.length;
    while (slots.size() < size) {
      slots.add(null);
    }
    while (taken < count) {
      require(upstream.next() && upstream.epoch() == epoch);
      int slot = draws.slotOf(taken);
      if (numbers[slot] == taken) {
        keep(slot, upstream.get());
      }
      countTaken();
    }
  }

  /** Repeats steps after which no item took the slot. */
  private void drain(long from, long steps) throws IOException {
    for (handed = from; handed < steps; handed++) {
      if (current >= 0) {
        remove(current);
      }
      require(size > 0);
      current = draws.slot(size, handed);
    }
    for (int slot = 0; slot < size && bytes != UNLIMITED; slot++) {
      heldBytes += slot == current ? 0 : items().bytes(slots.get(slot));
    }
  }

  private void require(boolean there) {
    if (!there) {
      throw new InvalidSettingException(
          text()
              + " can't be resumed: epoch "
              + epoch
              + " has fewer items before it than when the state was saved");
    }
  }

  @Override
  public Resumption resumption() {
    return super.resumption().and(new Resumption(Resumption.By.SAME_WORKERS, text()));
  }

  @Override
  protected String text() {
    return "shuffle(seed="
        + seed
        + ",window="
        + window
        + (bytes == UNLIMITED ? "" : ",bytes=" + bytes)
        + ")";
  }

  /**
   * Places in an epoch from which a stage can be read again: where it was after each so many items.
   */
  private static final class Waypoints {
    private static final int MIN_STRIDE = 1024; // so that they cost little

    private final Stage<?> stage;
    private final int stride;
    private final ArrayDeque<Waypoint> ring = new ArrayDeque<>();

    /**
     * A place.
     *
     * @param items how many of the epoch's come before it
     * @param marks the stage's marks there
     * @param hints the places of its sources
     */
    record Waypoint(long items, long[] marks, List<Hint> hints) {}

    /** Creates the places; none is noted yet. */
    Waypoints(Stage<?> stage, int window) {
      this.stage = stage;
      stride = Math.max(MIN_STRIDE, window);
    }

    /** Begins at a place; others are forgotten. */
    void begin(long items, long[] marks) {
      ring.clear();
      ring.add(new Waypoint(items, marks, stage.places()));
    }

    /** Returns after how many items the next place should be noted. */
    long next() {
      return (ring.getLast().items / stride + 1) * stride;
    }

    /** Notes where the stage is. */
    void add(long items) {
      var marks = new long[stage.marks()];
      stage.mark(marks, 0);
      ring.add(new Waypoint(items, marks, stage.places()));
    }

    /** Forgets places from which item {@code oldest}, from 0, is not the first one needed. */
    void forget(long oldest) {
      Waypoint first = ring.removeFirst();
      while (!ring.isEmpty() && ring.getFirst().items <= oldest) {
        first = ring.removeFirst();
      }
      ring.addFirst(first);
    }

    /** Goes back to the beginning of the epoch. */
    void toEpochStart() {
      Waypoint first = ring.getFirst();
      if (first.items > 0) {
        long[] marks = first.marks.clone();
        stage.toEpochStart(marks, 0);
        ring.clear();
        ring.add(new Waypoint(0, marks, first.hints));
      }
    }

    /** Returns the first of the places. */
    Waypoint first() {
      return ring.getFirst();
    }
  }
}
