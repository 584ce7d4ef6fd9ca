// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.bytes.Sha256;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** What {@code _pack.json} says about an output. */
class PackManifestTest extends PackOutputTestBase {
  private static String crc32c(byte[] file) {
    var crc = new CRC32C();
    crc.update(file);
    return String.format("%08x", crc.getValue());
  }

  @Test
  void theSha256IsThereWhereItIsWanted() throws Exception {
    ok("pack -q --sha256 --shards 2 {} {}", photos, packed);
    for (JsonNode shard : manifest(packed).get("shards")) {
      byte[] file = Files.readAllBytes(packed.resolve(shard.get("file").asText()));
      assertEquals(Sha256.hex(file), shard.get("sha256").asText());
      assertEquals(crc32c(file), shard.get("crc32c").asText());
    }
  }

  @Test
  void theManifestHasEachShardAndTheLabels() throws Exception {
    ok("pack -q --shards 5 {} {}", photos, packed);
    JsonNode manifest = manifest(packed);
    assertEquals("{\"cats\":0,\"dogs\":1,\"my birds\":2}", manifest.get("labels").toString());
    assertEquals(12, manifest.get("records").asLong());
    long records = 0;
    long bytes = 0;
    int shards = 0;
    for (JsonNode shard : manifest.get("shards")) {
      assertEquals("part-0000" + shards++ + ".rec", shard.get("file").asText());
      byte[] file = Files.readAllBytes(packed.resolve(shard.get("file").asText()));
      assertEquals(file.length, shard.get("bytes").asLong());
      assertEquals(crc32c(file), shard.get("crc32c").asText());
      assertFalse(shard.has("sha256"));
      assertEquals(records, shard.get("firstKey").asLong());
      records += shard.get("records").asLong();
      bytes += file.length;
    }
    assertEquals(5, shards);
    assertEquals(12, records);
    assertEquals(bytes, manifest.get("bytes").asLong());
    assertFalse(Files.exists(packed.resolve("_resume")));
  }

  @Test
  void ofSeveralInputsFoldersAreNamedBelowTheirCommonOne() throws Exception {
    ok("pack -q {} {} {}", photos.resolve("dogs"), photos.resolve("my birds"), packed);
    assertEquals("{\"dogs\":0,\"my birds\":1}", manifest(packed).get("labels").toString());
  }

  @Test
  void filesOfTheInputItselfAreInAFolderOfADotAndAnEmptyShardHasNoFirstKey() throws Exception {
    ok("pack -q --shards 5 {} {}", photos.resolve("dogs"), packed);
    assertEquals("{\".\":0}", manifest(packed).get("labels").toString());
    assertTrue(manifest(packed).get("shards").get(4).get("firstKey").isNull());
  }

  @Test
  void listsHaveNoLabelsOfFoldersAndKeysMayBeLarge() throws Exception {
    Path list = Files.writeString(path("a.lst"), "18446744073709551615\t1\tcats/1.jpg\n");
    ok("pack -q --list {} --root {} {}", list, photos, packed);
    assertEquals("{}", manifest(packed).get("labels").toString());
    assertEquals(
        "18446744073709551615", manifest(packed).get("shards").get(0).get("firstKey").toString());
  }
}
