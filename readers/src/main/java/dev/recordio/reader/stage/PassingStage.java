// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Decorator;
import dev.recordio.reader.Items;
import dev.recordio.reader.Stage;

/** A stage that hands on items as they are: all of them, or some. */
abstract class PassingStage<T> extends Decorator<T, T> {
  PassingStage(Stage<T> upstream) {
    this(upstream, 0);
  }

  PassingStage(Stage<T> upstream, int ownMarks) {
    super(upstream, ownMarks);
  }

  @Override
  protected T item() {
    return upstream.get();
  }

  @Override
  public Items<T> items() {
    return upstream.items();
  }
}
