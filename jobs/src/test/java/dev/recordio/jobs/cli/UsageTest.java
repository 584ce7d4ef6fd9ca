// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.RecordIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {
  private static Run main(String... args) {
    return Run.of(RecordIO.commands(), args);
  }

  @Test
  void withoutACommandTheListGoesToStderr() {
    Run run = main();
    assertEquals(2, run.code());
    assertEquals("", run.out());
    assertTrue(run.err().contains("  version"), run.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h", "help"})
  void theListThatWasAskedForGoesToStdout(String word) {
    Run run = main(word);
    assertEquals(0, run.code());
    assertEquals("", run.err());
    assertTrue(run.out().contains("  version"), run.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"version", "--version", "-V"})
  void theVersionIsThatOfTheBuild(String word) {
    Run run = main(word);
    assertEquals(0, run.code());
    assertTrue(run.out().matches("recordio [0-9]+\\.[0-9]+\\.[0-9]+\\S*\n"), run.out());
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyCommandHasHelpWithExamples(String name) {
    Run run = main((name + " --help").split(" "));
    assertEquals(0, run.code());
    assertEquals("", run.err());
    assertTrue(run.out().startsWith("Usage: recordio " + name), run.out());
    assertTrue(run.out().contains("Example"), run.out());
    assertTrue(run.out().contains("  recordio " + name), run.out());
    assertEquals(run, main(("help " + name).split(" ")));
  }

  static Iterable<String> names() {
    return RecordIO.commands().commands();
  }

  @Test
  void benchSaysThatItRunsInACheckoutOnly() {
    Run run = main("bench", "scan", "--rounds", "3");
    assertEquals(2, run.code());
    assertEquals("", run.out());
    assertTrue(run.err().contains("bin/recordio bench in a checkout"), run.err());
  }

  @Test
  void anUnknownCommandIsRefusedWithASuggestion() {
    Run run = main("verison");
    assertEquals(2, run.code());
    assertEquals("", run.out());
    assertTrue(run.err().startsWith("recordio: unknown command: verison\n"), run.err());
    assertTrue(run.err().contains("version"), run.err());
  }

  @Test
  void anUnknownOptionIsRefusedWithASuggestion() {
    Run run = Run.of(ShowCommand.table(), "show", "--shrads", "2");
    assertEquals(2, run.code());
    assertEquals("", run.out());
    assertTrue(run.err().startsWith("recordio: unknown option"), run.err());
    assertTrue(run.err().contains("--shards"), run.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--shards two", "--shard-size 5x", "--part 4/4", "--part 1", "--shards"})
  void aValueThatIsNoneIsRefused(String option) {
    Run run = Run.of(ShowCommand.table(), ("show test.a " + option).split(" "));
    assertEquals(2, run.code());
    assertEquals("", run.out());
    assertTrue(run.err().startsWith("recordio: "), run.err());
    assertTrue(run.err().contains(option.split(" ")[0]), run.err());
  }

  @ParameterizedTest
  @CsvSource({
    "256m, 268435456", "256mb, 268435456", "256MB, 268435456", "256MiB, 268435456",
        "1GiB, 1073741824",
    "4k, 4096", "4KB, 4096", "512b, 512", "1T, 1099511627776", "7, 7"
  })
  void aSizeHasAUnitInAnySpelling(String text, String bytes) {
    Run run = Run.of(ShowCommand.table(), "show", "--shard-size", text, "test.shard-size");
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().contains(bytes), run.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"m", "1.5g", "5 m", "5mm", "5bb", "5ib", "-1", "5mbit"})
  void whatIsNoSizeIsRefused(String text) {
    Run run = Run.of(ShowCommand.table(), "show", "--shard-size=" + text, "test.shard-size");
    assertEquals(2, run.code(), run.err());
    assertTrue(
        run.err().contains("--shard-size is '" + text + "'; it takes a number of bytes"),
        run.err());
  }

  @Test
  void aQuantityBeyondTheLongsIsNoSize() {
    Run run = Run.of(ShowCommand.table(), "show", "--shard-size", "9999999999g");
    assertEquals(2, run.code());
    assertTrue(run.err().contains("--shard-size is '9999999999g'"), run.err());
  }

  @Test
  void aMisspeltKeyOfOursIsRefused() {
    for (String key : new String[] {"recordio.pack.shard", "libsvm.index-base"}) {
      String error = "recordio: there is no key " + key + "; docs/configuration.md lists them\n";
      for (String[] words :
          new String[][] {
            {"show", "-D", key + "=1", "test.a"}, {"show", "test.a", "-D", key + "=1"},
          }) {
        Run run = Run.of(ShowCommand.table(), words);
        assertEquals(2, run.code(), run.err());
        assertTrue(run.err().startsWith(error), run.err());
      }
    }
  }

  @Test
  void aSizeWithASuffixWhereHadoopTakesNoneIsRefusedByName() {
    String key = "mapreduce.input.fileinputformat.split.maxsize";
    Run run = Run.of(ShowCommand.table(), "show", "-D", key + "=32m", "test.a");
    assertEquals(2, run.code(), run.err());
    assertTrue(run.err().startsWith("recordio: " + key + " is '32m'; "), run.err());
  }
}
