// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Stage;
import java.io.IOException;

/** All items but the first ones, from one reset on. */
final class SkipStage<T> extends CountedStage<T> {
  private final long left;

  SkipStage(Stage<T> upstream, long left) {
    super(upstream);
    this.left = left;
  }

  @Override
  protected boolean advance() throws IOException {
    do {
      if (!pull()) {
        return false;
      }
    } while (count() <= left);
    return true;
  }

  @Override
  protected String text() {
    return "skip(" + left + ")";
  }
}
