// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Stage;
import java.io.IOException;

/** The first items, from one reset on. */
final class TakeStage<T> extends CountedStage<T> {
  private final long most;

  TakeStage(Stage<T> upstream, long most) {
    super(upstream);
    this.most = most;
  }

  @Override
  protected boolean advance() throws IOException {
    return count() < most && pull();
  }

  @Override
  protected String text() {
    return "take(" + most + ")";
  }
}
