// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Stage;
import java.io.IOException;
import java.util.function.Predicate;

/** The items for which a function is true. */
final class FilterStage<T> extends PassingStage<T> {
  private final Predicate<? super T> wanted;

  FilterStage(Stage<T> upstream, Predicate<? super T> wanted) {
    super(upstream);
    this.wanted = wanted;
  }

  @Override
  protected boolean advance() throws IOException {
    do {
      if (!upstream.next()) {
        return false;
      }
    } while (!wanted.test(upstream.get()));
    return true;
  }

  @Override
  protected String text() {
    return "filter(function)"; // the same in each run: functions have no names
  }
}
