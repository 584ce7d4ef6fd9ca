// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static dev.recordio.jobs.testing.CommandTestBase.assertHas;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.jobs.testing.Recordio;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a dry run says, held against the run. */
class DryRunTest {
  private static final List<String> FIELDS =
      List.of("output", "shards", "bytes", "bytesEstimated", "files", "tasks", "memory", "refused");

  @TempDir static Path dir;

  @BeforeAll
  static void makeInputs() throws Exception {
    var random = new Random(1);
    for (int i = 0; i < 60; i++) {
      Path folder = Files.createDirectories(dir.resolve("files/" + (i % 3 == 0 ? "a" : "b")));
      byte[] bytes = new byte[100 + random.nextInt(900)];
      random.nextBytes(bytes);
      Files.write(folder.resolve(i + ".jpg"), bytes);
    }
    var rows = new StringBuilder();
    for (int i = 0; i < 2000; i++) {
      rows.append(i % 2).append(" 1:0.5 ").append(2 + random.nextInt(90)).append(":1\n");
    }
    Files.writeString(dir.resolve("rows.libsvm"), rows);
    run("pack FILES packed --shards 2".split(" ")).ended(0);
  }

  private static Recordio run(String... words) {
    String[] args =
        Stream.of(words)
            .map(
                word ->
                    switch (word) {
                      case "FILES" -> dir.resolve("files").toString();
                      case "ROWS" -> dir.resolve("rows.libsvm").toString();
                      case "packed", "out", "out.npy", "missing" -> dir.resolve(word).toString();
                      default -> word;
                    })
            .toArray(String[]::new);
    return Recordio.run(null, args);
  }

  private static Recordio dry(String line, String... options) {
    String[] words = line.split(" ");
    String[] all = Arrays.copyOf(words, words.length + options.length);
    System.arraycopy(options, 0, all, words.length, options.length);
    return run(all);
  }

  private static TreeSet<String> tree() throws IOException {
    try (Stream<Path> files = Files.walk(dir)) {
      return files
          .map(Path::toString)
          .collect(java.util.stream.Collectors.toCollection(TreeSet::new));
    }
  }

  private static long length(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the files of a finished run that are shards' main files. */
  private static List<Path> mainFiles() throws IOException {
    try (Stream<Path> files = Files.walk(dir.resolve("out"))) {
      return files
          .filter(file -> file.getFileName().toString().matches("(part-|train).*[.](rec|npz|tar)"))
          .toList();
    }
  }

  /** Returns the files of a finished run that readers see. */
  private static List<Path> visibleFiles() throws IOException {
    try (Stream<Path> files = Files.walk(dir.resolve("out"))) {
      return files
          .filter(
              file -> Files.isRegularFile(file) && !file.getFileName().toString().matches("[._].*"))
          .toList();
    }
  }

  private static void removeOutput() throws IOException {
    try (Stream<Path> files = Files.walk(dir.resolve("out"))) {
      files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pack FILES out --shards 3",
        "pack FILES out --shard-size 7k --header none --shuffle",
        "shuffle packed out --seed 1 --shards 3",
        "reshard packed out --shards 5",
        "sample packed out --count 7 --seed 2",
        "split packed out --fractions train=0.8,val=0.2",
        "merge packed packed out --shards 3",
        "normalize packed out --shards 2",
        "normalize packed out --to insightface --relabel",
        "salvage packed out"
      })
  void itIsAsTheRunMakesIt(String line) throws Exception {
    TreeSet<String> before = tree();
    Recordio run = dry(line, "--dry-run", "--json", "-q").ended(0);
    assertEquals(before, tree());
    JsonNode plan = run.json();
    FIELDS.forEach(field -> assertTrue(plan.has(field), field));
    assertTrue(plan.get("refused").isNull());
    assertTrue(plan.get("bytesEstimated").asBoolean());
    assertEquals(dir.resolve("out").toString(), plan.get("output").asText());
    assertTrue(plan.get("tasks").asLong() > 0 && plan.get("memory").asLong() > 0, run.out());
    Recordio told = dry(line, "--dry-run");
    assertTrue(told.out().matches("(?s).* [0-9,]+ shards?, (about )?[0-9,]+ bytes .*"), told.out());

    try {
      dry(line, "-q").ended(0);
      List<Path> made = mainFiles();
      assertEquals(made.size(), plan.get("shards").asLong());
      assertEquals(visibleFiles().size(), plan.get("files").asLong());
      long bytes = made.stream().mapToLong(DryRunTest::length).sum();
      assertEquals(1, (double) bytes / plan.get("bytes").asLong(), 0.02, run.out());
    } finally {
      removeOutput();
    }
  }

  /** Nothing is parsed: the malformed line is found by the run. */
  @ParameterizedTest
  @CsvSource({"csr BAD out, 1", "csr BAD out --shard-size 2k, 13"})
  void aPlanOfCsrIsAnEstimateMadeWithoutReading(String line, long shards) throws Exception {
    Path bad = dir.resolve("bad.libsvm");
    Files.writeString(bad, Files.readString(dir.resolve("rows.libsvm")) + "no row\n");
    String command = line.replace("BAD", bad.toString());
    TreeSet<String> before = tree();
    Recordio run = dry(command, "--dry-run", "--json", "-q").ended(0);
    assertEquals(before, tree());
    JsonNode plan = run.json();
    FIELDS.forEach(field -> assertTrue(plan.has(field), field));
    assertTrue(plan.get("refused").isNull() && plan.get("bytesEstimated").asBoolean());
    assertEquals(Files.size(bad), plan.get("bytes").asLong());
    assertEquals(shards, plan.get("shards").asLong());
    assertEquals(2 * shards, plan.get("files").asLong());
    assertTrue(plan.get("tasks").asLong() > 0 && plan.get("memory").asLong() > 0, run.out());
    dry(command, "-q").ended(3);
    Files.delete(bad);
  }

  /** An index that is there, and not older than its file, is taken for right. */
  @Test
  void aPlanOfIndexKnowsWhichIndexesAreMissing() throws Exception {
    Path folder = Files.createDirectory(dir.resolve("indexed"));
    for (String name : List.of("part-00000.rec", "part-00001.rec")) {
      Files.copy(dir.resolve("packed").resolve(name), folder.resolve(name));
    }
    Path damaged = folder.resolve("part-00001.rec");
    byte[] bytes = Files.readAllBytes(damaged);
    bytes[bytes.length / 2 & ~3] ^= 1;
    run("index", "-q", folder.resolve("part-00000.rec").toString()).ended(0);
    Path written = folder.resolve("part-00000.idx");
    Files.write(damaged, Arrays.copyOf(bytes, bytes.length / 2));
    TreeSet<String> before = tree();
    for (String line : List.of("index IN", "index IN --force", "index IN --check")) {
      Recordio run =
          dry(line.replace("IN", folder.toString()), "--dry-run", "--json")
              .ended(0); // the run alone finds that one is cut
      JsonNode plan = run.json();
      FIELDS.forEach(field -> assertTrue(plan.has(field), field));
      int indexed = line.endsWith("force") ? 2 : line.endsWith("check") ? 0 : 1;
      assertEquals(indexed, plan.get("shards").asInt(), line);
      assertEquals(2 * indexed, plan.get("files").asInt(), line);
      assertTrue(plan.get("bytesEstimated").asBoolean());
      assertTrue(plan.get("bytes").asLong() <= 2 * indexed * Files.size(written), run.out());
      assertEquals(indexed > 0, plan.get("bytes").asLong() > 0, run.out());
    }
    assertEquals(before, tree());
    run("index", "-q", folder.toString()).ended(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "webdataset --shards 2",
        "folder",
        "folder --shards 3",
        "tfrecord --shards 2",
        "tfrecord --raw",
        "parquet",
        "mds --shards 2",
        "sequencefile"
      })
  void anExportMakesAsManyFilesAndAboutAsManyBytes(String format) throws Exception {
    String line = "export packed out --to " + format;
    Recordio run = dry(line, "--dry-run", "--json", "-q").ended(0);
    JsonNode plan = run.json();
    try {
      dry(line, "-q").ended(0);
      List<Path> made = visibleFiles();
      assertEquals(made.size(), plan.get("files").asLong());
      long bytes =
          made.stream()
              .filter(file -> !file.toString().matches(".*[.](idx|json|lst)"))
              .mapToLong(DryRunTest::length)
              .sum();
      assertEquals(1, (double) bytes / plan.get("bytes").asLong(), 0.02, bytes + run.out());
    } finally {
      removeOutput();
    }
  }

  @Test
  void anOutputThatExistsIsRefusedAsInTheRun() throws Exception {
    Files.createDirectory(dir.resolve("out"));
    try {
      for (String line :
          List.of(
              "pack FILES out",
              "shuffle packed out",
              "export packed out --to webdataset",
              "csr ROWS out",
              "salvage packed out",
              "pack FILES out --resize 20")) {
        Recordio run = dry(line, "--dry-run", "--json").ended(2, line);
        String why = run.json().get("refused").asText();
        assertTrue(why.startsWith("output exists already: "), line + run.out());
        assertHas(run.err(), "recordio: " + why);
        dry(line, "--dry-run").ended(2);
      }
    } finally {
      removeOutput();
    }
  }

  @Test
  void damageThatTheCensusSkipsEndsWithFive() throws Exception {
    Path damaged = dir.resolve("damaged.rec");
    byte[] bytes = Files.readAllBytes(dir.resolve("packed/part-00000.rec"));
    bytes[4] ^= 1; // a length that does not lead to a header
    Files.write(damaged, bytes);
    String skip = "-D recordio.input.corrupt-record.policy=skip ";
    for (String line :
        List.of("shuffle IN out --seed 1", "export IN out --to webdataset --ext jpg")) {
      dry(skip + line.replace("IN", damaged.toString()), "--dry-run").ended(5, line);
      assertFalse(Files.exists(dir.resolve("out")));
    }
  }

  @Test
  void aMissingInputIsRefusedToo() throws Exception {
    Recordio run = dry("pack missing out", "--dry-run", "--json").ended(3);
    assertFalse(run.json().get("refused").isNull());
  }

  @Test
  void theKeyMeansTheSame() throws Exception {
    run("-D", "recordio.dry-run=true", "-q", "pack", "FILES", "out").ended(0);
    assertFalse(Files.exists(dir.resolve("out")));
  }

  /** The commands that write no file of their own. */
  private static final List<String> READERS =
      List.of(
          "demo",
          "verify",
          "records",
          "cat",
          "info",
          "splits",
          "labels",
          "stats",
          "bench",
          "version",
          "env",
          "completion",
          "help",
          "store stat",
          "store verify",
          "store log");

  @Test
  void everyCommandThatWritesHasIt() {
    for (String name : CommandNames.all()) {
      String help = run((name + " --help").split(" ")).out();
      assertEquals(!READERS.contains(name), help.contains("--dry-run"), name);
    }
  }
}
