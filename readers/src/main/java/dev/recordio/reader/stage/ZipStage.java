// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Items;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Stage.Resumption;
import dev.recordio.reader.Zipped;
import dev.recordio.reader.Zipped.ZippedItems;
import dev.recordio.reader.spec.StageCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The k-th items of several stages together. Each epoch must have as many items in all of them. */
final class ZipStage extends Stage<Zipped> {
  private final List<Stage<?>> parts;
  private final ZippedItems items;
  private final Zipped view;
  private final boolean[] more; // whether each part has a current item
  private long epoch; // of the last item
  private long count; // items of this epoch, since the last reset or resumption
  private IOException unequal; // once this has been found

  ZipStage(List<? extends Stage<?>> parts) {
    super(parts, 0);
    this.parts = List.copyOf(parts);
    items = new ZippedItems(parts.stream().map(Stage::items).toList());
    view = new Zipped(new Object[parts.size()]);
    more = new boolean[parts.size()];
  }

  @Override
  protected boolean advance() throws IOException {
    if (unequal != null) {
      throw unequal;
    }
    int there = 0;
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (int i = 0; i < more.length; i++) {
      Stage<?> part = parts.get(i);
      more[i] = part.next();
      if (more[i]) {
        there++;
        first = Math.min(first, part.epoch());
        last = Math.max(last, part.epoch());
      }
    }
    if (there == 0) {
      return false;
    }
    if (there < more.length || first != last) {
      unequal = unequal(first);
      throw unequal;
    }
    count = first == epoch ? count + 1 : 1;
    epoch = first;
    return true;
  }

  private IOException unequal(long of) {
    long before = of == epoch ? count : 0;
    var found = new ArrayList<String>();
    for (int i = 0; i < more.length; i++) {
      boolean one = more[i] && parts.get(i).epoch() == of;
      found.add(parts.get(i) + " has " + (one ? before + 1 + " or more" : before));
    }
    return new IOException(
        "zip needs readers with equal numbers of items, but of epoch "
            + of
            + ", from where this reader began, "
            + String.join(", ", found));
  }

  @Override
  protected Zipped item() {
    for (int i = 0; i < parts.size(); i++) {
      view.put(i, parts.get(i).get());
    }
    return view;
  }

  private void forget() {
    count = 0;
    unequal = null;
  }

  @Override
  protected void rewind() throws IOException {
    super.rewind();
    forget();
  }

  @Override
  protected void resumeOwn(long[] from, int at) {
    forget();
  }

  @Override
  public Items<Zipped> items() {
    return items;
  }

  @Override
  public boolean isItemForItem() {
    return parts.stream().allMatch(Stage::isItemForItem);
  }

  /**
   * Other workers would share out what is left of each source by itself: the same items would come
   * together only if each part hands out the items of its source one for one.
   */
  @Override
  public Resumption resumption() {
    Resumption all = super.resumption();
    return isItemForItem()
        ? all
        : all.and(
            new Resumption(Resumption.By.SAME_WORKERS, "zip of readers with stages of their own"));
  }

  private String text(Function<Stage<?>, String> part) {
    StageCall zip = StageCall.of("zip");
    for (Stage<?> other : parts.subList(1, parts.size())) {
      zip = zip.with(part.apply(other));
    }
    return part.apply(parts.get(0)) + " | " + zip;
  }

  @Override
  public String toString() {
    return text(Stage::toString);
  }

  @Override
  public String identity() {
    return text(Stage::identity);
  }
}
