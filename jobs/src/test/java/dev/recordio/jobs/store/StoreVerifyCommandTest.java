// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.RecordIO;
import dev.recordio.jobs.cli.CommandTable;
import dev.recordio.jobs.cli.Run;
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
import org.junit.jupiter.api.io.TempDir;

/** What {@code store verify} prints, and how it ends. */
class StoreVerifyCommandTest {
  private static final CommandTable TABLE = RecordIO.commands();

  @TempDir private Path folder;

  @BeforeEach
  void create() throws IOException {
    var path = new org.apache.hadoop.fs.Path(folder.resolve("s").toUri());
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

  private Run run(String... args) {
    String[] line = new String[args.length + 3];
    line[0] = "store";
    line[1] = "verify";
    line[2] = folder.resolve("s").toString();
    System.arraycopy(args, 0, line, 3, args.length);
    return Run.of(TABLE, line);
  }

  private Path file(String name, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("s").resolve(name))) {
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
    Run run = run();
    assertEquals(0, run.code(), run.err());
    assertEquals("", run.out());
    assertTrue(run.err().contains("generations"), run.err());
    JsonNode json = new ObjectMapper().readTree(run("--json").out());
    assertTrue(json.get("sound").asBoolean());
    assertEquals(3, json.get("generations").asInt());
    assertEquals(2, json.get("values").asInt());
    assertEquals(0, json.get("findings").size());
    assertEquals(0, run("--tag", "v1").code());
    assertEquals(0, run("--generation", "0").code());
  }

  @Test
  void damageIsALineEach() throws IOException {
    Path chunk = file("data", ".chunk");
    damage(chunk, 17);
    Run run = run();
    assertEquals(4, run.code(), run.err());
    String[] cells = run.out().split("\n")[0].split("\t");
    assertEquals(3, cells.length);
    assertTrue(cells[0].endsWith(chunk.getFileName().toString()), cells[0]);
    Run json = run("--json");
    assertEquals(4, json.code());
    assertTrue(new ObjectMapper().readTree(json.out()).get("findings").size() > 0);
  }

  @Test
  void missingFilesAreDamageAndMissingStoresAreBadInput() throws IOException {
    Files.delete(file("tables", ".tab"));
    Run run = run();
    assertEquals(4, run.code(), run.err());
    assertTrue(run.out().contains("\t0\tmissing file\n"), run.out());
    assertEquals(3, run("--generation", "9").code());
    assertEquals(3, run("--tag", "v2").code());
    assertEquals(2, run("--tag", "v1", "--generation", "1").code());
    assertEquals(3, Run.of(TABLE, "store", "verify", folder.resolve("none").toString()).code());
  }
}
