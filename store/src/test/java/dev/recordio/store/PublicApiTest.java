// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.testing.PublicApi;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A change to what users of stores may rely on shows in review. */
class PublicApiTest {
  @Test
  void publicApiIsAsWritten() throws IOException {
    PublicApi.of(Store.class).check("store");
  }
}
