// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost;

import dev.recordio.testing.PublicApi;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A change to what users of this module may rely on shows in review. */
class PublicApiTest {
  @Test
  void publicApiIsAsWritten() throws IOException {
    PublicApi.of(TrainedModel.class).check("engines/xgboost");
  }
}
