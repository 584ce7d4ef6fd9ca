// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Decorator;
import dev.recordio.reader.Items;
import dev.recordio.reader.Stage;
import java.io.IOException;
import java.util.function.Predicate;

/** The items that pass a test; their positions and ordinals stay. */
final class FilterStage<T> extends Decorator<T, T> {
  private final Predicate<? super T> test;

  FilterStage(Stage<T> upstream, Predicate<? super T> test) {
    super(upstream);
    this.test = test;
  }

  @Override
  protected boolean advance() throws IOException {
    while (upstream.next()) {
      if (test.test(upstream.get())) {
        return true;
      }
    }
    return false;
  }

  @Override
  protected T item() {
    return upstream.get();
  }

  @Override
  public Items<T> items() {
    return upstream.items();
  }

  @Override
  protected String text() {
    return "filter";
  }
}
