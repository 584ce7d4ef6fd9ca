// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.order.RecordOrder;
import dev.recordio.reader.InputIdentity;
import dev.recordio.reader.Items;
import dev.recordio.reader.Source;
import dev.recordio.reader.Stage.Hint;
import java.util.List;

/**
 * The items of a list, in any order.
 *
 * @param <T> the items
 */
public final class ListSource<T> extends Source<T> {
  private final List<? extends T> list;
  private final Items<T> items;
  private RecordOrder order;
  private Turn turn;
  private long next; // item of the share
  private T item;

  /** Creates the source; the list must not change. */
  public ListSource(List<? extends T> list, Items<T> items) {
    this.list = list;
    this.items = items;
  }

  @Override
  protected void begin(long from) throws java.io.IOException {
    order = order(list.size());
    turn = turn();
    next = from;
  }

  @Override
  protected boolean read() {
    long position = turn.at(next);
    if (position == NO_POSITION || position >= order.count()) {
      return false;
    }
    item = list.get((int) order.at(position));
    handed(next++);
    return true;
  }

  @Override
  protected T item() {
    return item;
  }

  @Override
  public Items<T> items() {
    return items;
  }

  @Override
  protected InputIdentity identify() {
    return InputIdentity.ofList(list.size());
  }

  @Override
  public Hint hint() {
    return Hint.START;
  }

  @Override
  public String text() {
    return "list of " + list.size();
  }

  @Override
  protected void end() {
    item = null;
  }
}
