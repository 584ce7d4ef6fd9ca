// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import static dev.recordio.jobs.testing.CommandTestBase.assertHas;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.store.GatherBatch;
import dev.recordio.store.StoreAppend;
import dev.recordio.store.StoreGather;
import dev.recordio.store.schema.StoreSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands do to a store, and what they print. */
class StoreCommandsTest {
  @TempDir private Path folder;

  private StoreTests tests;

  @BeforeEach
  void tests() {
    tests = new StoreTests(folder);
  }

  private void labels() throws IOException {
    tests.floats("l.npy", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    assertEquals("0\n", tests.ok("create T/s --field label=f4"));
    assertEquals("1\t0\t10\n", tests.ok("append T/s label=T/l.npy"));
  }

  @Test
  void aDayOfAStore() throws IOException {
    labels();
    tests.floats("two.npy", 20, 50);
    assertEquals("v1\t1\n", tests.ok("tag T/s v1"));
    assertEquals("2\t2\n", tests.ok("update T/s --ids 2,5 label=T/two.npy"));
    assertEquals("3\t2\t10\n", tests.ok("delete T/s --ids 0,9"));
    assertEquals("4\t1\t9\n", tests.ok("delete T/s --ids 3 --swap"));
    assertEquals("4\t7\n", tests.ok("gather T/s --slice : T/now --missing skip --with-ids"));
    assertArrayEquals(new float[] {1, 20, 4, 50, 6, 7, 8}, tests.floats("now/label.npy"));
    assertEquals("1\t10\n", tests.ok("gather T/s --slice ::-1 T/then --tag v1"));
    assertArrayEquals(new float[] {9, 8, 7, 6, 5, 4, 3, 2, 1, 0}, tests.floats("then/label.npy"));
    assertEquals("2\t2\n", tests.ok("gather T/s --ids 5,0 T/second --generation 2"));
    assertArrayEquals(new float[] {50, 0}, tests.floats("second/label.npy"));
    assertEquals("4\t3\n", tests.ok("gather T/s --ids 0,1,0 T/zero --missing zero"));
    assertArrayEquals(new float[] {0, 1, 0}, tests.floats("zero/label.npy"));
    assertTrue(Files.exists(folder.resolve("zero/label.present.npy")));
    assertFalse(Files.exists(folder.resolve("now/label.present.npy")));
  }

  @Test
  void theLogHasTheNewestFirst() throws IOException {
    labels();
    tests.ok("tag T/s v1");
    tests.ok("tag T/s first");
    tests.ok("delete T/s --ids 4");
    String[] lines = tests.ok("log T/s").split("\n");
    assertEquals(3, lines.length);
    assertTrue(lines[0].matches("2\t20\\d\\d-\\S+Z\tdelete\t1\t10\t"), lines[0]);
    assertTrue(lines[1].matches("1\t20\\d\\d-\\S+Z\tappend\t10\t10\tfirst,v1"), lines[1]);
    assertTrue(lines[2].matches("0\t20\\d\\d-\\S+Z\tcreate\t0\t0\t"), lines[2]);
    JsonNode json = tests.json("log T/s").get("generations");
    assertEquals(2, json.get(0).get("generation").asInt());
    assertEquals("append", json.get(1).get("operation").asText());
    assertEquals("v1", json.get(1).get("tags").get(1).asText());
    assertEquals(1, json.get(0).get("deleted").asInt());
  }

  @Test
  void tagsDoNotMoveAndCanBeDeleted() throws IOException {
    labels();
    tests.ok("tag T/s v1 --generation 0");
    Recordio moved = tests.run("tag T/s v1");
    assertEquals(2, moved.code());
    assertHas(moved.err(), "--delete");
    assertEquals("v1\t0\n", tests.ok("tag T/s v1 --delete"));
    assertEquals("v1\t1\n", tests.ok("tag T/s v1"));
    assertEquals(3, tests.run("tag T/s v2 --delete").code());
    assertEquals(3, tests.run("tag T/s v2 --generation 7").code());
    assertEquals(2, tests.run("tag T/s v1 --delete --generation 1").code());
    assertEquals(2, tests.run("tag T/s .v1").code());
  }

  @Test
  void fieldsAreAddedAndDropped() throws IOException {
    labels();
    assertEquals("2\n", tests.ok("alter T/s --add weight=f4:deflate"));
    tests.ok("update T/s --slice 8: weight=T/" + tests.floats("w.npy", 3, 4).getFileName());
    tests.ok("gather T/s --slice 7: T/out");
    assertArrayEquals(new float[] {0, 3, 4}, tests.floats("out/weight.npy"));
    assertTrue(Files.exists(folder.resolve("out/weight.present.npy")));
    assertEquals("4\n", tests.ok("alter T/s --drop label --add other=bytes"));
    assertEquals(2, tests.run("gather T/s --ids 0 T/no --fields label").code());
    tests.ok("gather T/s --ids 8 T/old --fields label --generation 3");
    assertArrayEquals(new float[] {8}, tests.floats("old/label.npy"));
    assertEquals(2, tests.run("alter T/s --drop weight --drop other").code());
    assertEquals(2, tests.run("alter T/s --add weight=f4").code());
    assertEquals(2, tests.run("alter T/s").code());
    assertEquals(4, tests.json("stat T/s").get("generation").asInt());
  }

  @Test
  void statSumsUp() throws IOException {
    labels();
    JsonNode stat = tests.json("stat T/s");
    assertEquals(1, stat.get("generation").asInt());
    assertEquals(10, stat.get("records").asInt());
    assertEquals(0, stat.get("deleted").asInt());
    assertEquals(1, stat.get("chunks").asInt());
    assertEquals(80, stat.get("storedBytes").asInt());
    assertEquals(80, stat.get("liveBytes").asInt());
    assertEquals(1.0, stat.get("utilisation").asDouble());
    assertEquals(80.0 / (128 << 20), stat.get("zrecordUtilisation").asDouble(), 1e-12);
    JsonNode field = stat.get("fields").get(0);
    assertEquals("label", field.get("name").asText());
    assertEquals("<f4", field.get("type").asText());
    assertEquals("raw", field.get("codec").asText());
    assertEquals(40, field.get("rawBytes").asInt());
    assertEquals(80, field.get("storedBytes").asInt());
    tests.ok("delete T/s --slice :6");
    JsonNode after = tests.json("stat T/s");
    assertEquals(6, after.get("deleted").asInt());
    assertEquals(32, after.get("liveBytes").asInt());
    assertEquals(0.4, after.get("utilisation").asDouble());
    assertEquals(16, after.at("/fields/0/rawBytes").asInt());
    assertEquals(10, tests.json("stat T/s --generation 1").get("records").asInt());
    assertTrue(tests.ok("stat T/s").contains("40.0 %"), "for people");
    assertEquals(1.0, tests.json("stat T/s --generation 0").get("utilisation").asDouble());
  }

  /** Records of which every third lacks one of the values. */
  private void various(String name, int records) throws IOException {
    tests.ok(
        "create T/"
            + name
            + " --chunk-size 16k --field image=bytes --field note=text:zstd --field tokens=i2[*]"
            + " --field box=f4[2,2]:deflate --field label=f4 --together image,label"
            + " --together note,tokens");
    if (records == 0) {
      return;
    }
    var random = new Random(records);
    try (StoreAppend append = tests.store(name).append()) {
      StoreSchema schema = append.schema();
      for (int i = 0; i < records; i++) {
        int missing = random.nextInt(3 * schema.fields().size());
        for (int f = 0; f < schema.fields().size(); f++) {
          if (f != missing) {
            byte[] value = value(schema, f, random);
            append.set(f, value, 0, value.length);
          }
        }
        append.add();
      }
      append.commit();
    }
  }

  private static byte[] value(StoreSchema schema, int f, Random random) {
    return switch (schema.fields().get(f).name()) {
      case "note" -> "é".repeat(random.nextInt(40)).getBytes(StandardCharsets.UTF_8);
      case "image" -> bytes(random, random.nextInt(60));
      case "tokens" -> bytes(random, 2 * random.nextInt(20));
      default -> new byte[schema.fields().get(f).type().unitBytes()];
    };
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  @Test
  void whatIsGatheredCanBeAppended() throws IOException {
    various("s", 700);
    various("again", 0);
    tests.ok("gather T/s --slice ::-1 T/out");
    String files = "";
    for (String field :
        new String[] {"image.rec", "note.rec", "tokens.npy", "box.npy", "label.npy"}) {
      files += " " + field.replaceAll("\\..*", "") + "=T/out/" + field;
    }
    assertEquals("1\t0\t700\n", tests.ok("append T/again" + files));
    try (StoreGather from = tests.store("s").snapshot().gather();
        StoreGather to = tests.store("again").snapshot().gather();
        GatherBatch want = from.range(699, -1, -1);
        GatherBatch got = to.range(0, 700, 1)) {
      for (int i = 0; i < 700; i++) {
        for (int f = 0; f < 5; f++) {
          String name = want.schema().fields().get(f).name();
          assertEquals(want.isPresent(f, i), got.isPresent(f, i), name + " of " + i);
          assertEquals(want.value(name, i), got.value(name, i), name + " of " + i);
        }
      }
    }
  }

  @Test
  void sizesOfFieldsAddUp() throws IOException {
    various("s", 700);
    tests.ok("delete T/s --slice 100:400");
    JsonNode stat = tests.json("stat T/s");
    long stored = 0;
    for (JsonNode field : stat.get("fields")) {
      stored += field.get("storedBytes").asLong();
      assertFalse(field.has("estimated"), field.toString());
    }
    assertEquals(stat.get("liveBytes").asLong(), stored);
    long[] raw = new long[5];
    try (StoreGather gather =
            tests.store("s").snapshot().gather().missing(dev.recordio.store.Missing.SKIP);
        GatherBatch batch = gather.range(0, 700, 1)) {
      for (int i = 0; i < batch.size(); i++) {
        for (int f = 0; f < raw.length; f++) {
          raw[f] += batch.length(f, i);
        }
      }
    }
    for (int f = 0; f < raw.length; f++) {
      assertEquals(raw[f], stat.get("fields").get(f).get("rawBytes").asLong(), "field " + f);
    }
    assertEquals("image", stat.get("together").get(0).get(0).asText());
  }

  private void age(Duration by) throws IOException {
    FileTime time = FileTime.from(Instant.now().minus(by));
    try (Stream<Path> files = Files.walk(folder.resolve("s"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.setLastModifiedTime(file, time);
      }
    }
  }

  @Test
  void gcKeepsWhatIsTaggedAndWhatIsNew() throws IOException {
    labels();
    tests.ok("tag T/s v1");
    tests.ok("delete T/s --ids 1");
    tests.ok("delete T/s --ids 2");
    assertEquals("", tests.ok("gc T/s"));
    age(Duration.ofDays(8));
    var before = tests.files("s");
    String listed = tests.ok("gc T/s --dry-run");
    assertHas(listed, "00000000000000000000.json\t", "00000000000000000002.json\t");
    assertEquals(before, tests.files("s"));
    assertEquals("", tests.ok("gc T/s --older-than 9d"));
    assertEquals(listed, tests.ok("gc T/s"));
    assertEquals(2, tests.json("log T/s").get("generations").size());
    Recordio collected = tests.run("gather T/s --ids 0 T/no --generation 2");
    assertEquals(3, collected.code());
    assertHas(collected.err(), "collected");
    assertEquals(3, tests.json("gc T/s --keep 3").get("kept").get(1).asInt());
    tests.ok("gather T/s --slice : T/then --tag v1");
    assertArrayEquals(new float[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, tests.floats("then/label.npy"));
  }

  @Test
  void aDryRunChangesNothing() throws IOException {
    labels();
    var before = tests.files(".");
    assertEquals("0\n", tests.ok("create T/new --field label=f4 --dry-run"));
    assertEquals("2\t10\t10\n", tests.ok("append T/s label=T/l.npy --dry-run"));
    assertEquals("2\t10\n", tests.ok("update T/s --slice : label=T/l.npy --dry-run"));
    assertEquals("2\t2\t8\n", tests.ok("delete T/s --ids 1,2 --swap --dry-run"));
    assertEquals("2\n", tests.ok("alter T/s --add x=f4 --dry-run"));
    assertEquals("v1\t1\n", tests.ok("tag T/s v1 --dry-run"));
    assertEquals("1\t10\n", tests.ok("gather T/s --slice : T/out --dry-run"));
    String plan = tests.run("gather T/s --slice 0:5 T/out --with-ids --dry-run").err();
    assertHas(plan, " 1 shard, about 60 bytes (60 B), in 2 files");
    Recordio gc = tests.run("gc T/s --dry-run --older-than 0s");
    assertEquals(0, gc.code());
    assertHas(gc.err(), "dry run: nothing was changed");
    assertEquals(before, tests.files("."));
    assertEquals(2, tests.run("create T/s --field label=f4 --dry-run").code());
  }

  @Test
  void aConflictEndsWithOne() throws IOException {
    labels();
    try (var update = tests.store("s").update()) {
      update.set(4, "label", new byte[4]);
      tests.ok("update T/s --ids 4 label=T/" + tests.floats("x.npy", 7).getFileName());
      var conflict =
          org.junit.jupiter.api.Assertions.assertThrows(IOException.class, update::commit);
      var failure = dev.recordio.jobs.run.error.Failure.of(conflict);
      assertEquals(1, failure.code().code());
      assertEquals("conflict: id 4 changed in generation 2", failure.message());
    }
  }

  @Test
  void largeGathersComeInPieces() throws IOException {
    int n = 70_000;
    byte[] items = new byte[4 * n];
    new Random(1).nextBytes(items);
    tests.npy("big.npy", "<i4", items, n);
    tests.ok("create T/s --field number=i4");
    tests.ok("append T/s number=T/big.npy");
    tests.ok("gather T/s --slice : T/out --with-ids");
    assertArrayEquals(
        Files.readAllBytes(folder.resolve("big.npy")),
        Files.readAllBytes(folder.resolve("out/number.npy")));
    assertEquals(128 + 8L * n, Files.size(folder.resolve("out/id.npy")));
  }
}
