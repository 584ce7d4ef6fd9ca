// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** What {@code _pack.json} says about an output. */
class PackManifestTest extends PackOutputTestBase {
  private static JsonNode manifest(Path output) throws IOException {
    return new ObjectMapper().readTree(output.resolve("_pack.json").toFile());
  }

  @Test
  void theManifestHasEachShardAndTheLabels() throws Exception {
    succeed("pack", "-q", "--shards", 5, photos, packed);
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
      assertEquals(
          HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(file)),
          shard.get("sha256").asText());
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
    succeed("pack", "-q", photos.resolve("dogs"), photos.resolve("my birds"), packed);
    assertEquals("{\"dogs\":0,\"my birds\":1}", manifest(packed).get("labels").toString());
  }

  @Test
  void filesOfTheInputItselfAreInAFolderOfADotAndAnEmptyShardHasNoFirstKey() throws Exception {
    succeed("pack", "-q", "--shards", 5, photos.resolve("dogs"), packed);
    assertEquals("{\".\":0}", manifest(packed).get("labels").toString());
    assertTrue(manifest(packed).get("shards").get(4).get("firstKey").isNull());
  }

  @Test
  void listsHaveNoLabelsOfFoldersAndKeysMayBeLarge() throws Exception {
    Path list = Files.writeString(temp.resolve("a.lst"), "18446744073709551615\t1\tcats/1.jpg\n");
    succeed("pack", "-q", "--list", list, "--root", photos, packed);
    assertEquals("{}", manifest(packed).get("labels").toString());
    assertEquals(
        "18446744073709551615", manifest(packed).get("shards").get(0).get("firstKey").toString());
  }
}
