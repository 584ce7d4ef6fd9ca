// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.testing.PublicApi;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A change to what users of pipelines may rely on shows in review. */
class PublicApiTest {
  @Test
  void publicApiIsAsWritten() throws IOException {
    PublicApi.of(Readers.class).check("readers");
  }
}
