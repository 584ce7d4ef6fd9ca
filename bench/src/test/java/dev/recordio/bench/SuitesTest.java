// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Stage;
import dev.recordio.bench.harness.Storage;
import dev.recordio.bench.harness.Suite;
import dev.recordio.bench.harness.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every suite over little data: each side returns the expected tally, or the suite fails. */
class SuitesTest {
  @TempDir Path dir;

  private final List<String> notes = new ArrayList<>();
  private final List<Trial> found = new ArrayList<>();

  private Settings settings(List<Storage> storages) {
    return new Settings(
        20_000,
        List.of(100L),
        List.of(150L),
        List.of("64k"),
        storages,
        1,
        Map.of("recordio.threads", "1"),
        notes::add);
  }

  private static Suite suite(String name) {
    return new Suites.ByName().convert(name);
  }

  private List<Trial> trials(Stage stage, boolean run) throws IOException {
    try (Site site = new Site(stage.storage(), dir, Map.of())) {
      List<Trial> trials = stage.trials(site.conf(), site.folder());
      assertFalse(trials.isEmpty());
      found.addAll(trials);
      for (Trial trial : trials) {
        if (run) {
          trial.ours().time();
          trial.peer().time();
        }
        assertTrue(trial.facts().get().values().stream().allMatch(Objects::nonNull), trial.name());
      }
      return trials;
    }
  }

  private static Set<String> peers(List<Trial> trials) {
    return trials.stream().map(trial -> trial.peer().name()).collect(Collectors.toSet());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "write",
        "pack",
        "index",
        "gather",
        "shuffle",
        "plan",
        "readers",
        "store",
        "store-growth",
        "verify"
      })
  void bothSidesDoTheSameWork(String name) throws IOException {
    for (Stage stage : suite(name).stages(settings(List.of(Storage.RAW)))) {
      List<Trial> trials = trials(stage, true);
      assertTrue(trials.stream().allMatch(trial -> trial.suite().equals(name)));
    }
    CheckTest.assertHas(name, found, notes);
  }

  @Test
  void scanReadsTheSameFromEveryFileSystem() throws IOException {
    var storages = EnumSet.complementOf(EnumSet.of(Storage.S3A));
    List<Stage> stages = suite("scan").stages(settings(List.copyOf(storages)));
    assertEquals(storages.size(), stages.size());
    for (Stage stage : stages) {
      Set<String> peers = peers(trials(stage, true));
      assertTrue(peers.contains("plain 1 MiB reads"), peers::toString);
      assertEquals(stage.storage() != Storage.COLD, peers.contains("SequenceFile"));
    }
    CheckTest.assertHas("scan", found, notes);
  }

  @Test
  void anObjectStoreWithoutItsJarsSaysWhatIsMissing() {
    var thrown =
        assertThrows(IOException.class, () -> new Site(Storage.S3A, dir, Map.of()).close());
    assertEquals("s3a: hadoop-aws and its SDK are not in HADOOP_CLASSPATH", thrown.getMessage());
  }

  /** Making its comparisons runs each parser once; processes take too long to run them again. */
  @Test
  void eachParserIsComparedOrSaidToBeMissing() throws IOException {
    Stage ranking = suite("libsvm").stages(settings(List.of())).get(2);
    Set<String> peers = peers(trials(ranking, false));
    assertTrue(peers.contains("XGBoost4J"), peers::toString);
    assertTrue(
        peers.contains("libdmlc")
            || notes.stream().anyMatch(note -> note.startsWith("libdmlc: not available: ")),
        notes::toString);
  }

  /** As above; the commands need the packaged jar, which is there in a build of all modules. */
  @ParameterizedTest
  @ValueSource(strings = {"csr", "shuffle-process", "small-files", "start"})
  void commandsOfTheCheckoutDoTheSameWork(String name) throws IOException {
    Path packaged = Path.of("..", "jobs", "target", "runtime", "commons-logging.jar");
    assumeTrue(Files.exists(packaged), "skipped: the jobs jar is not packaged yet");
    for (Stage stage : suite(name).stages(settings(List.of()))) {
      trials(stage, false);
    }
    CheckTest.assertHas(name, found, notes);
    // A program that is not there may be missing; one that fails is not.
    assertTrue(notes.stream().noneMatch(note -> note.contains("FileNotFound")), notes::toString);
  }

  /** Spark's class path is written by one profile of the build, Hive's by another one. */
  @Test
  void enginesDoTheSameWorkOrTellHowTheyAreMade() throws IOException {
    for (Stage stage : suite("engines").stages(settings(List.of()))) {
      trials(stage, true);
    }
    int expected = 6 + 4;
    for (String note : notes) {
      expected -= note.startsWith("Spark: not available: ") ? 6 : 4;
      assertTrue(note.contains("make it by: mvn -P"), note);
    }
    assertEquals(expected, found.size(), notes::toString);
  }
}
