// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.order.RecordOrder;
import dev.recordio.reader.Stage.Hint;
import dev.recordio.reader.share.EpochShare;
import dev.recordio.reader.share.InputPart;
import dev.recordio.reader.share.Remainder;
import dev.recordio.reader.share.Share;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The first stage of a pipeline: hands out the items of its input, epoch by epoch, at those
 * positions of the epoch's order that are its worker's.
 *
 * <p>Its marks are the epoch, and how many items of its share of it have been handed out or passed
 * over. Some sources have further ones, which count what comes before the next item.
 *
 * @param <T> the items
 */
public abstract class Source<T> extends Stage<T> {
  /** The mark of an epoch that has been read to its end. */
  public static final long ALL = Long.MAX_VALUE;

  /** What {@code Turn.at} returns after the last position. */
  public static final long NO_POSITION = -1;

  private static final int MARKS = 2;

  private InputPart part; // null: all of the input
  private Ordering ordering = Ordering.SEQUENTIAL;
  private long skip; // positions at the start of each epoch's order that are not read
  private long take = Long.MAX_VALUE; // positions after them that are
  private Share share = Share.all(0);
  private List<Hint> hints = List.of();
  private long firstEpoch;
  private long epoch;
  private long count; // items of the share handed out in the epoch; or ALL
  private boolean begun;
  private InputIdentity input;
  private Turn next; // for the place after the last item; null: not asked for

  /** Creates a source of all of its input. */
  protected Source() {
    this(0);
  }

  /**
   * Creates a source of all of its input, with further marks that count what was handed out.
   *
   * @param counts how many
   */
  protected Source(int counts) {
    super(List.of(), MARKS + counts);
  }

  /** The positions of the source's share in one epoch, in order. */
  public final class Turn {
    private final Share of = share;
    private final long in = epoch;
    private final EpochShare left = of.in(in);

    private Turn() {}

    /** Returns the position of item {@code k}, from 0; {@link #NO_POSITION} after the last one. */
    public long at(long k) {
      long position = left.position(k); // after those that are skipped
      return position < take && position != EpochShare.NONE ? skip + position : NO_POSITION;
    }
  }

  /**
   * Begins an epoch.
   *
   * @param from how many items of the share come before the next one
   */
  protected abstract void begin(long from) throws IOException;

  /** Steps to the next item of the share, and calls {@link #handed}; false after the last one. */
  protected abstract boolean read() throws IOException;

  /** Returns what identifies the input; asked for once. */
  protected abstract InputIdentity identify();

  /** Returns what identifies the input. */
  public final InputIdentity input() {
    if (input == null) {
      input = identify();
    }
    return input;
  }

  /** Returns where the current item begins; an earlier place also serves. */
  public abstract Hint hint();

  /** Notes that item {@code k} of the share, from 0, is the current one. */
  protected final void handed(long k) {
    count = k + 1;
  }

  /** Returns the positions of the epoch, from the beginning of the share. */
  protected final Turn turn() {
    return new Turn();
  }

  /**
   * Returns the position of the share's next item; after its last one, {@link Long#MAX_VALUE}, or
   * the position after those that {@link #take} leaves.
   */
  protected final long nextPosition() {
    if (count != ALL) {
      if (next == null || next.of != share || next.in != epoch) {
        next = turn();
      }
      long position = next.at(count);
      if (position != NO_POSITION) {
        return position;
      }
    }
    return take > Long.MAX_VALUE - skip ? Long.MAX_VALUE : skip + take;
  }

  /** Whether all items of the input are wanted, in their order, from the first one on. */
  protected final boolean isPlain() {
    return part == null
        && ordering.equals(Ordering.SEQUENTIAL)
        && skip == 0
        && take == Long.MAX_VALUE
        && share.workers() == 1
        && share.in(epoch).isFresh();
  }

  /**
   * Whether from item {@code k} of the share on all items of the input, or of its part, are wanted,
   * in order.
   */
  protected final boolean isEvenFrom(long k) {
    return ordering.equals(Ordering.SEQUENTIAL) && share.in(epoch).isEvenFrom(k);
  }

  /** Returns the part of the input that is read; null: all of it. */
  protected final InputPart part() {
    return part;
  }

  /** Returns the order of the current epoch for n items; of a part, for the part's items. */
  protected final RecordOrder order(long n) throws IOException {
    return ordering.of(n, epoch);
  }

  /** Returns the orders of all epochs. */
  protected final Ordering ordering() {
    return ordering;
  }

  /** Returns the number of workers that share the input. */
  protected final int workers() {
    return share.workers();
  }

  /** Returns which of them this one is, from 0. */
  public final int worker() {
    return share.worker();
  }

  /** Returns the places that are known where reading could begin. */
  protected final List<Hint> hints() {
    return hints;
  }

  /**
   * Chooses a part of the input: orders, and positions in them, are then of its items only.
   *
   * @throws InvalidSettingException when the source has no parts, or something was chosen of it
   *     already
   */
  public void part(InputPart of) {
    throw new InvalidSettingException(
        of + " needs items that can be read by number, as records can: it is after " + identity());
  }

  /** Notes the part, for a source that has parts. */
  protected final void choosePart(InputPart of) {
    requireNotBegun();
    if (part != null || isChosenOf()) {
      throw new InvalidSettingException(
          of + " must come first after the input, and only once: it is after " + identity());
    }
    part = of;
  }

  private boolean isChosenOf() {
    return !ordering.equals(Ordering.SEQUENTIAL) || skip > 0 || take < Long.MAX_VALUE;
  }

  /**
   * Sets the order.
   *
   * @throws InvalidSettingException when the source has no such order, or something was chosen of
   *     another one
   */
  public void order(Ordering orders) {
    requireNotBegun();
    if (isChosenOf()) {
      throw new InvalidSettingException(
          orders + " must come first after the input, and only once: it is after " + identity());
    }
    ordering = orders;
  }

  /** Leaves out the first positions of what is left of each epoch. */
  public void skip(long positions) {
    requireNotBegun();
    long more = Math.min(positions, take);
    skip = skip > Long.MAX_VALUE - more ? Long.MAX_VALUE : skip + more;
    take = take == Long.MAX_VALUE ? take : take - more;
  }

  /** Leaves out all but the first positions of what is left of each epoch. */
  public void take(long positions) {
    requireNotBegun();
    take = Math.min(take, positions);
  }

  /**
   * Makes this the source of one of several workers.
   *
   * @throws InvalidSettingException when it is one already, and of others
   */
  public void share(int worker, int workers) {
    requireNotBegun();
    if (share.workers() > 1 && (share.worker() != worker || share.workers() != workers)) {
      throw new InvalidSettingException(
          "the pipeline is shard "
              + share.shard()
              + " already; it can't be shard "
              + worker
              + "/"
              + workers);
    }
    share = new Share(worker, workers, share.remainder());
  }

  /** Makes an epoch, at least 0, the first one. */
  public void startAt(long first) {
    requireNotBegun();
    firstEpoch = first;
    epoch = first;
    share = share.over(Remainder.fresh(first));
  }

  private void requireNotBegun() {
    if (begun) {
      throw new IllegalStateException("the reader has begun");
    }
  }

  /** Returns the share. */
  final Share share() {
    return share;
  }

  /**
   * Makes this continue an earlier run.
   *
   * @param left what is left of it, and of those before
   * @param known places where reading could begin
   * @param first the first epoch of that run
   * @param from the epoch in which it goes on
   */
  final void continueRun(Remainder left, List<Hint> known, long first, long from) {
    share = share.over(left);
    hints = known;
    firstEpoch = first;
    epoch = from;
    count = 0;
    begun = false;
  }

  /** Whether no earlier run has read anything of an epoch. */
  public final boolean isFresh(long of) {
    return of >= share.firstEpoch() && share.in(of).isFresh();
  }

  /**
   * Makes this read as in a run that continues no other, until the result is run; then {@link
   * #resume} must follow.
   */
  public final Runnable forget() {
    Share left = share;
    share = left.over(Remainder.fresh(firstEpoch));
    return () -> share = left;
  }

  @Override
  protected final boolean advance() throws IOException {
    if (!begun) {
      begun = true;
      if (count != ALL) {
        begin(count);
      }
    }
    if (count == ALL) {
      return false;
    }
    if (read()) {
      return true;
    }
    count = ALL;
    return false;
  }

  @Override
  protected final void rewind() {
    epoch++;
    count = epoch < share.firstEpoch() ? ALL : 0;
    begun = false;
  }

  @Override
  public final long epoch() {
    requireOpen();
    return epoch;
  }

  /** Returns the first epoch of this run and of those that it continues. */
  public final long firstEpoch() {
    return firstEpoch;
  }

  @Override
  protected final void markOwn(long[] to, int at) {
    to[at] = epoch;
    to[at + 1] = count;
    markCounts(to, at + MARKS);
  }

  /** Writes the further marks; a run that is resumed computes them again. */
  protected void markCounts(long[] to, int at) {}

  /** Returns what the further marks count, in their order. */
  protected List<String> counted() {
    return List.of();
  }

  @Override
  protected final void resumeOwn(long[] from, int at) {
    epoch = from[at];
    count = epoch < share.firstEpoch() ? ALL : from[at + 1]; // ALL: earlier runs read it
    begun = false;
  }

  @Override
  protected final void ownToEpochStart(long[] of, int at) {
    if (of[at + 1] != 0) {
      Arrays.fill(of, at + 1, at + marks(), 0);
    }
  }

  @Override
  public final List<MarkedSource> sources() {
    return List.of(new MarkedSource(this, 0));
  }

  @Override
  public final List<Hint> places() {
    return List.of(hint());
  }

  @Override
  public final boolean isItemForItem() {
    return true;
  }

  /** Returns the text of the input, without part, order and share. */
  public abstract String text();

  @Override
  public final String toString() {
    return identity() + (share.workers() == 1 ? "" : " | shard(" + share.shard() + ")");
  }

  @Override
  public final String identity() {
    var text = new StringBuilder(text());
    if (part != null) {
      text.append(" | ").append(part);
    }
    if (!ordering.equals(Ordering.SEQUENTIAL)) {
      text.append(" | ").append(ordering);
    }
    if (skip > 0) {
      text.append(" | skip(").append(skip).append(')');
    }
    if (take < Long.MAX_VALUE) {
      text.append(" | take(").append(take).append(')');
    }
    return text.toString();
  }
}
