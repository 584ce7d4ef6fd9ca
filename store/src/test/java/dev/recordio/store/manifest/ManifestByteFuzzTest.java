// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fuzz.ByteFuzzTest;
import dev.recordio.fuzz.ByteTarget;
import dev.recordio.store.manifest.ManifestJson.SealedText;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Manifests of record stores. */
class ManifestByteFuzzTest extends ByteFuzzTest {
  private static final String SEAL = "\"" + SealedText.NAME;

  @Override
  protected List<ByteTarget> targets() {
    return List.of(
        ByteTarget.of("store-manifest", 100_000, ManifestByteFuzzTest::read)
            .mend(ManifestByteFuzzTest::seal));
  }

  /** A manifest that is read, and written again, is written the same again. */
  private static void read(byte[] bytes) throws MalformedRecordException {
    byte[] written = ManifestJson.write(ManifestJson.read(bytes, "1.json"));
    assertArrayEquals(written, ManifestJson.write(ManifestJson.read(written, "1.json")));
  }

  private static byte[] seal(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    int end = text.lastIndexOf(SEAL);
    return end < 0 ? bytes : SealedText.seal(text.substring(0, end));
  }
}
