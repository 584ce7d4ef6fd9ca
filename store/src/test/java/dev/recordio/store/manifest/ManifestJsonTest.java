// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.manifest.ManifestJson.SealedText;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestJsonTest {
  private static final byte[] FULL = ManifestJson.write(Manifests.full());
  private static final String FILE = "hdfs://a/_manifest/7.json";

  private static MalformedRecordException refused(byte[] bytes) {
    var e = assertThrows(MalformedRecordException.class, () -> ManifestJson.read(bytes, FILE));
    assertTrue(e.getMessage().contains(FILE + " at offset "), e.getMessage());
    assertEquals(1, e.getMessage().lines().count(), e.getMessage());
    return e;
  }

  /** Replaces a part of the text, and seals it anew: nobody damaged it. */
  private static byte[] changed(String part, String other) {
    String text = new String(FULL, UTF_8);
    assertTrue(text.contains(part), text);
    String body = text.substring(0, text.indexOf("\"" + SealedText.NAME));
    return SealedText.seal(body.replace(part, other));
  }

  @Test
  void textIsWhatTheFormatSpecifies() throws IOException {
    try (var in = getClass().getResourceAsStream("/store/manifest.json")) {
      assertEquals(new String(in.readAllBytes(), UTF_8), new String(FULL, UTF_8));
    }
  }

  @Test
  void manifestsComeBack() throws IOException {
    for (Manifest manifest : new Manifest[] {Manifests.full(), Manifests.first()}) {
      byte[] bytes = ManifestJson.write(manifest);
      assertEquals(manifest, ManifestJson.read(bytes, FILE));
    }
  }

  @Test
  void eachFlippedBitIsFound() {
    for (int i = 0; i < 8 * FULL.length; i++) {
      byte[] bytes = FULL.clone();
      bytes[i / 8] ^= (byte) (1 << i % 8);
      refused(bytes);
    }
  }

  @Test
  void otherBytesAtTheEndAreFound() {
    for (int i = FULL.length - 40; i < FULL.length; i++) {
      for (int other = 1; other < 256; other++) {
        byte[] bytes = FULL.clone();
        bytes[i] ^= (byte) other;
        refused(bytes);
      }
    }
  }

  @Test
  void cutAndLongerFilesAreFound() {
    for (int length = 0; length < FULL.length; length++) {
      refused(Arrays.copyOf(FULL, length));
    }
    refused(Arrays.copyOf(FULL, FULL.length + 1));
  }

  @Test
  void newerVersionsAndFeaturesAreRefused() {
    var version = refused(changed("\"version\": 1", "\"version\": 2"));
    assertEquals("version 2", version.found());
    var features = refused(changed("\"features\": []", "\"features\": [\"a\", \"b\"]"));
    assertEquals("the features a, b", features.found());
  }

  /** Not damage by chance, which the checksum finds, but a writer's mistake. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "\"length\": 100 | \"length\": 99",
        "\"length\": 100 | \"length\": 100.5",
        "\"length\": 100 | \"length\": \"100\"",
        "\"length\": 100 | \"length\": null",
        "\"length\": 100 | \"length\": 100, \"length\": 100",
        "\"length\": 100 | \"lengths\": 100",
        "\"length\": 100, | ''",
        "\"deleted\": 1 | \"deleted\": 101",
        "\"generation\": 7 | \"generation\": -7",
        "\"nextField\": 5 | \"nextField\": 4",
        "\"nextGroup\": 4 | \"nextGroup\": 3",
        "\"chunkBytes\": 134217728 | \"chunkBytes\": 0",
        "\"graceMillis\": 604800000 | \"graceMillis\": -1",
        "\"field\":\"mask= | \"field\":\"image=",
        "\"field\":\"mask= | \"field\":\"a b=",
        "\"number\":2 | \"number\":0",
        "\"number\":3 | \"number\":2",
        "image=bytes | image=O",
        "tokens=<i8[*]:zstd | tokens=<i8[*]:lzo",
        "\"tokens=<i8[*]:zstd\" | null",
        "\"tokens=<i8[*]:zstd\" | 7",
        "\"firstId\":60 | \"firstId\":59",
        "\"count\":40 | \"count\":41",
        "\"count\":40 | \"count\":0",
        "\"skip\":5 | \"skip\":-5",
        "\"first\":17 | \"first\":18",
        "\"first\":17 | \"first\":-1",
        "dddddddddddddddddddddddddddddddd | ddddddddddddddddddddddddddddddd/",
        "\"ranges\":[ | \"ranges\":[null,",
        "\"deletions\": [ | \"deletions\": [null,",
        "\"deletions\": [ | \"deletions\": [[],",
        "\"fields\": [ | \"fields\": [null,",
        "\"operation\": { | \"operation\": {\"more\": 1, ",
        "\"features\": [], | ''",
      })
  void contradictionsAreRefused(String part, String other) {
    refused(changed(part, other));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "7", "{} {", "{\"version\":1}", "nonsense\n\n"})
  void otherTextsAreRefused(String text) {
    refused(text.getBytes(UTF_8));
    refused(SealedText.seal(text));
  }
}
