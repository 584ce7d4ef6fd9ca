// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A change to what users of the library may rely on shows in review. */
class PublicApiTest {
  @Test
  void publicApiIsAsWritten() throws IOException {
    PublicApi.of(RecordIOFormat.class).check("inputformat");
  }
}
