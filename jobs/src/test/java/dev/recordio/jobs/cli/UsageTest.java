// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static dev.recordio.jobs.testing.CommandTestBase.assertHas;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.SourceStructure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {
  private static Recordio main(String... args) {
    return Recordio.run(null, args);
  }

  @Test
  void withoutACommandTheListGoesToStderr() {
    Recordio run = main();
    assertEquals(2, run.code());
    assertEquals("", run.out());
    assertHas(run.err(), "  version");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h", "help"})
  void theListThatWasAskedForGoesToStdout(String word) {
    Recordio run = main(word);
    assertEquals(0, run.code());
    assertEquals("", run.err());
    assertHas(run.out(), "  version");
  }

  @ParameterizedTest
  @ValueSource(strings = {"version", "--version", "-V"})
  void theVersionIsThatOfTheBuild(String word) {
    Recordio run = main(word);
    assertEquals(0, run.code());
    assertTrue(run.out().matches("recordio [0-9]+\\.[0-9]+\\.[0-9]+\\S*\n"), run.out());
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyCommandHasHelpWithExamples(String name) {
    Recordio run = main((name + " --help").split(" "));
    assertEquals(0, run.code());
    assertEquals("", run.err());
    assertTrue(run.out().startsWith("Usage: recordio " + name), run.out());
    assertHas(run.out(), "Example", "  recordio " + name);
    assertEquals(List.of(), SourceStructure.phrases(run.out()), "write the noun, or the number");
    assertEquals(run.all(), main(("help " + name).split(" ")).all());
  }

  static Iterable<String> names() {
    return CommandNames.all();
  }

  @Test
  void benchSaysThatItRunsInACheckoutOnly() {
    Recordio run = main("bench", "scan", "--rounds", "3");
    assertEquals(2, run.code());
    assertEquals("", run.out());
    assertHas(run.err(), "bin/recordio bench in a checkout");
  }

  @Test
  void anUnknownCommandIsRefusedWithASuggestion() {
    Recordio run = main("verison");
    assertEquals(2, run.code());
    assertEquals("", run.out());
    assertTrue(run.err().startsWith("recordio: unknown command: verison\n"), run.err());
    assertHas(run.err(), "version");
  }

  @Test
  void anUnknownOptionIsRefusedWithASuggestion() {
    Recordio run = Recordio.of(ShowCommand.table(), "show", "--shrads", "2");
    assertEquals(2, run.code());
    assertEquals("", run.out());
    assertTrue(run.err().startsWith("recordio: unknown option"), run.err());
    assertHas(run.err(), "--shards");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--shards two", "--shard-size 5x", "--part 4/4", "--part 1", "--shards"})
  void aValueThatIsNoneIsRefused(String option) {
    Recordio run = Recordio.of(ShowCommand.table(), ("show test.a " + option).split(" "));
    assertEquals(2, run.code());
    assertEquals("", run.out());
    assertTrue(run.err().startsWith("recordio: "), run.err());
    assertHas(run.err(), option.split(" ")[0]);
  }

  @ParameterizedTest
  @CsvSource({
    "256m, 268435456", "256mb, 268435456", "256MB, 268435456", "256MiB, 268435456",
        "1GiB, 1073741824",
    "4k, 4096", "4KB, 4096", "512b, 512", "1T, 1099511627776", "7, 7"
  })
  void aSizeHasAUnitInAnySpelling(String text, String bytes) {
    Recordio run =
        Recordio.of(ShowCommand.table(), "show", "--shard-size", text, "test.shard-size");
    assertEquals(0, run.code(), run.err());
    assertHas(run.out(), bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"m", "1.5g", "5 m", "5mm", "5bb", "5ib", "-1", "5mbit"})
  void whatIsNoSizeIsRefused(String text) {
    Recordio run =
        Recordio.of(ShowCommand.table(), "show", "--shard-size=" + text, "test.shard-size");
    assertEquals(2, run.code(), run.err());
    assertHas(run.err(), "--shard-size is '" + text + "'; it takes a number of bytes");
  }

  @Test
  void aQuantityBeyondTheLongsIsNoSize() {
    Recordio run = Recordio.of(ShowCommand.table(), "show", "--shard-size", "9999999999g");
    assertEquals(2, run.code());
    assertHas(run.err(), "--shard-size is '9999999999g'");
  }

  @Test
  void aMisspeltKeyOfOursIsRefused() {
    for (String key : new String[] {"recordio.pack.shard", "libsvm.index-base"}) {
      String error = "recordio: there is no key " + key + "; docs/settings.md lists them\n";
      for (String[] words :
          new String[][] {
            {"show", "-D", key + "=1", "test.a"}, {"show", "test.a", "-D", key + "=1"},
          }) {
        Recordio run = Recordio.of(ShowCommand.table(), words);
        assertEquals(2, run.code(), run.err());
        assertTrue(run.err().startsWith(error), run.err());
      }
    }
  }

  @Test
  void aSizeWithASuffixWhereHadoopTakesNoneIsRefusedByName() {
    String key = "mapreduce.input.fileinputformat.split.maxsize";
    Recordio run = Recordio.of(ShowCommand.table(), "show", "-D", key + "=32m", "test.a");
    assertEquals(2, run.code(), run.err());
    assertTrue(run.err().startsWith("recordio: " + key + " is '32m'; "), run.err());
  }
}
