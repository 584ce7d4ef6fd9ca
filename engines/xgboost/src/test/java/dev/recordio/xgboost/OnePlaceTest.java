// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost;

import dev.recordio.testing.OnePlace;
import org.junit.jupiter.api.Test;

/** What the library does for trainings, in one place. */
class OnePlaceTest {
  @Test
  void filesAreOpenedByTheLibrary() {
    OnePlace.opensFiles().check(OnePlace.moduleOf(TrainedModel.class));
  }

  @Test
  void tokensAreObtainedByTheLibrary() {
    OnePlace.obtainsTokens().check(OnePlace.moduleOf(TrainedModel.class));
  }
}
