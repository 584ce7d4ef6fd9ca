// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Fixtures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The results of commands as one JSON object. */
class JsonResultTest {
  @TempDir Path dir;

  private static JsonNode json(String... args) throws Exception {
    Recordio run = Recordio.run(null, args);
    assertEquals(0, run.code(), run.err());
    return run.json();
  }

  @Test
  void linesBecomeObjects() throws Exception {
    Path file = Files.write(dir.resolve("17.rec"), Fixtures.bytes("mixed.rec"));
    String lines = Recordio.run(null, "records", "--sha256", file.toString()).out();
    JsonNode records = json("records", "--sha256", "--json", file.toString()).get("records");
    assertEquals(lines.lines().count(), records.size());
    String[] first = lines.lines().findFirst().orElseThrow().split("\t");
    assertEquals(Long.parseLong(first[2]), records.get(0).get("length").numberValue().longValue());
    assertEquals(first[4], records.get(0).get("parts").textValue());
    assertEquals(first[5], records.get(0).get("sha256").textValue());
    JsonNode splits = json("splits", "--json", file.toString());
    assertTrue(splits.get("splits").get(0).get("hosts").isArray());
    assertEquals(1, splits.get("totals").get("splits").asInt());
  }

  @Test
  void totalsAreTheResultOfOthers() throws Exception {
    Path file = Files.write(dir.resolve("a.rec"), Fixtures.bytes("mixed.rec"));
    String output = dir.resolve("out").toString();
    JsonNode made = json("shuffle", "--json", "-q", file.toString(), output);
    assertTrue(made.get("recordsWritten").isIntegralNumber());
    assertEquals(output, made.get("output").asText());
    String parts = dir.resolve("parts").toString();
    JsonNode split =
        json("split", "--json", "--fractions", "train=0.5,shards=0.5", file.toString(), parts);
    assertEquals(2, split.get("shards").asInt());
    assertEquals(2, split.get("parts").size());
  }

  @Test
  void notesAreInResultsAndQuietKeepsThem() throws Exception {
    Path photos = Files.createDirectory(dir.resolve("photos"));
    Files.writeString(photos.resolve("a.jpg"), "an image");
    Files.writeString(photos.resolve("a.txt"), "none");
    String output = dir.resolve("out").toString();
    Recordio run = Recordio.run(null, "pack", "--json", "-q", photos.toString(), output);
    JsonNode notes = run.json().get("notes");
    assertEquals(1, notes.size());
    assertEquals(
        "1 file is left out by its extension (--exts all takes it)", notes.get(0).asText());
    assertEquals("note: " + notes.get(0).asText(), run.err().strip());
    Recordio none = Recordio.run(null, "records", "--json", output);
    assertTrue(!none.out().contains("\"notes\""), none.out());
  }

  @Test
  void everyCommandWithAResultHasIt() {
    List<String> without = List.of("demo", "cat", "bench", "completion", "help");
    for (String name : CommandNames.all()) {
      String help = Recordio.run(null, (name + " --help").split(" ")).out();
      assertEquals(!without.contains(name), help.contains("--json"), name);
    }
  }
}
