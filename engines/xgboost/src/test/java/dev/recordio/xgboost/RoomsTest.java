// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost;

import dev.recordio.testing.Arrows;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The dependencies of the packages are those in {@code arrows.txt}. */
class RoomsTest {
  @Test
  void packagesUseWhatTheTableAllows() throws IOException {
    Arrows.check("engines/xgboost", ColumnMap.class);
  }
}
