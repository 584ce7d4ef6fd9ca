// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.order.RecordOrder;
import dev.recordio.reader.Source;

/** The ordinals that a share has of an epoch in file order, one after the other, ascending. */
final class ShareOrdinals {
  /** There is no further one. */
  static final long NONE = -1;

  private final Source<?>.Turn turn; // null: all, from 0 on
  private final RecordOrder order;
  private long k; // the item of the share that comes next
  private long position;
  private long ordinal;

  /**
   * Creates the sequence.
   *
   * @param turn the positions; null where all are wanted
   * @param order from positions to ordinals, ascending
   * @param from how many items of the share come before the first one
   */
  ShareOrdinals(Source<?>.Turn turn, RecordOrder order, long from) {
    this.turn = turn;
    this.order = order;
    k = from;
    find();
  }

  private void find() {
    position = turn == null ? k : turn.at(k);
    if (turn == null) {
      ordinal = k;
    } else {
      ordinal =
          position == Source.NO_POSITION || position >= order.count() ? NONE : order.at(position);
    }
  }

  /** Returns the next ordinal; {@link #NONE} after the last one. */
  long ordinal() {
    return ordinal;
  }

  /** Returns its position in the order. */
  long position() {
    return position;
  }

  /** Takes it, and returns which item of the share it is, from 0. */
  long taken() {
    long taken = k++;
    find();
    return taken;
  }
}
