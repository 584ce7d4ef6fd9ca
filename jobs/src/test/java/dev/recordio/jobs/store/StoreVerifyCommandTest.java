// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.store.Store;
import dev.recordio.store.StoreAppend;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code store verify} prints, and how it ends. */
class StoreVerifyCommandTest extends CommandTestBase {
  @BeforeEach
  void create() throws IOException {
    var path = new org.apache.hadoop.fs.Path(path("s").toUri());
    var schema = new StoreSchema(List.of(StoreField.parse("label=<i4")));
    Store store = Store.create(new Configuration(), path, schema);
    for (int i = 0; i < 2; i++) {
      try (StoreAppend append = store.append()) {
        append.set("label", new byte[] {1, 2, 3, (byte) i});
        append.add();
        append.commit();
      }
    }
    store.tag("v1", 1);
  }

  private Recordio verify(String options) {
    return run("store verify {} " + options, path("s"));
  }

  private Path file(String name, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(path("s/" + name))) {
      return files.filter(file -> file.toString().endsWith(suffix)).sorted().findFirst().get();
    }
  }

  /** Local files have checksums of Hadoop's, too, which are found first. */
  private void damage(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 4;
    Files.write(file, bytes);
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
  }

  @Test
  void soundStoreHasNoLines() throws IOException {
    Recordio run = verify("").ended(0);
    assertEquals("", run.out());
    assertHas(run.err(), "generations");
    JsonNode json = verify("--json").json();
    assertTrue(json.get("sound").asBoolean());
    assertEquals(3, json.get("generations").asInt());
    assertEquals(2, json.get("values").asInt());
    assertEquals(0, json.get("findings").size());
    verify("--tag v1").ended(0);
    verify("--generation 0").ended(0);
  }

  @Test
  void damageIsALineEach() throws IOException {
    Path chunk = file("data", ".chunk");
    damage(chunk, 17);
    Recordio run = verify("").ended(4);
    String[] cells = run.out().split("\n")[0].split("\t");
    assertEquals(3, cells.length);
    assertTrue(cells[0].endsWith(chunk.getFileName().toString()), cells[0]);
    Recordio json = verify("--json").ended(4);
    assertTrue(json.json().get("findings").size() > 0);
  }

  @Test
  void missingFilesAreDamageAndMissingStoresAreBadInput() throws IOException {
    Files.delete(file("tables", ".tab"));
    assertHas(verify("").ended(4).out(), "\t0\tmissing file\n");
    verify("--generation 9").ended(3);
    verify("--tag v2").ended(3);
    verify("--tag v1 --generation 1").ended(2);
    run("store verify {}", path("none")).ended(3);
  }
}
