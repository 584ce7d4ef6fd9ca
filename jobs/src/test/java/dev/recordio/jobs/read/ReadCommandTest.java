// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.Services;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.reader.StageProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The options of {@code read}, its messages and its exit codes. */
class ReadCommandTest extends ReadTestBase {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--count -1",
        "--count x",
        "--epoch -1",
        "--epoch x",
        "--shard 2/2",
        "--shard 1",
        "--threads 0",
        "--payloads --to rec",
        "--payloads --sha256",
        "--sha256 --to rec",
        "--to npy",
        "--with-state",
        "--resume ,",
        "--no-such-option",
      })
  void wrongOptionsAreRefused(String options) {
    String[] words = (options + " ").split(" ");
    String error = refused(2, options + " {}", spec(""));
    assertTrue(error.contains(words[0]) || words[1].equals(","), error);
  }

  @Test
  void wrongPipelinesAreRefusedWithTheNearestRightOne() {
    assertTrue(refused(2, "{}", spec(" | bach(4)")).contains("did you mean batch"));
    assertTrue(refused(2, "{}", spec(" | batch(4,tial=pad)")).contains("did you mean tail"));
    assertTrue(refused(2, "{}", spec(" | ")).contains("recordio:"));
    String none = refused(2, "");
    assertTrue(none.contains("no pipeline") && none.contains("recordio.reader.spec"), none);
    refused(2, "{} {}", spec(""), "one too many");
    conf.set("recordio.reader.spec", "  ");
    assertEquals(none, refused(2, ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-", " recordio:- | batch(2)", "libsvm:-|repeat"})
  void standardInputIsRefused(String spec) throws IOException {
    String error = refused(2, "{}", spec);
    assertTrue(error.contains("standard input") && error.contains("./-"), error);
  }

  @Test
  void missingAndDamagedInputIsBadInput() throws IOException {
    assertTrue(refused(3, "recordio:{}", path("none")).contains("/none"));
    assertTrue(refused(3, "{}", path("none")).contains("/none"));
    damage();
    for (String ahead : List.of("", " | batch(30)", " | prefetch(1k)")) {
      Recordio run = run("read --to rec {}", spec(ahead)).ended(3);
      assertTrue(
          run.err().contains("/3.rec at offset 16: expected the magic"), ahead + ": " + run.err());
      assertEquals(ahead.contains("batch") ? 0 : 19, count(run), "what came before is written");
    }
  }

  private int count(Recordio run) throws IOException {
    Path file = write("written", run.bytes());
    return run("records {}", file).lines().size();
  }

  @Test
  void damagedRecordsCanBeSkippedAndPutAside() throws IOException {
    ok("index {}", path("in"));
    damage();
    String dirKey = "recordio.input.corrupt-record.quarantine-dir=" + path("aside");
    String policy = "recordio.input.corrupt-record.policy=quarantine";
    for (String stages : List.of("", " | order(permutation,seed=2)", " | prefetch(1k)")) {
      Recordio run = run("read -D {} -D {} {}", policy, dirKey, spec(stages)).ended(5);
      assertEquals(RECORDS - 1, run.lines().size());
      assertTrue(
          run.lines().stream().noneMatch(line -> line.split("\t")[2].equals("19")), run.out());
      assertTrue(run.err().strip().contains("\nskipped 1 damaged record of 23"), run.err());
    }
    try (Stream<Path> files = Files.list(path("aside"))) {
      assertEquals(3, files.filter(f -> !f.toString().endsWith(".crc")).count(), "a file each");
    }
  }

  @Test
  void totalsTellWhoWaits() {
    Recordio run =
        run("read {}", spec(" | order(epoch) | batch(4) | repeat(2) | prefetch(1k)")).ended(0);
    List<String> totals = run.err().lines().toList();
    assertTrue(totals.get(0).matches("  batches +12"), run.err());
    assertTrue(totals.get(1).matches("  epochs +2"), run.err());
    assertTrue(totals.get(2).matches("  time +[0-9.]+ s"), run.err());
    assertTrue(
        totals.get(3).matches("  prefetch\\(.*\\) +[0-9.]+ s without an item, .* is slower"),
        run.err());
    assertEquals(4, totals.size());
  }

  @Test
  void helpNamesAllStages() {
    String help = run("read --help").out();
    for (StageProvider stages : Services.own(StageProvider.class)) {
      stages.syntaxes().forEach(stage -> assertTrue(help.contains(stage.name()), stage.name()));
    }
  }
}
