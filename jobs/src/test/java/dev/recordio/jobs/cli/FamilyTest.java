// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static dev.recordio.jobs.testing.CommandTestBase.assertHas;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.ConfKeys;
import dev.recordio.jobs.testing.Recordio;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands of two words. */
class FamilyTest {
  private static Recordio main(String line) {
    var table =
        new CommandTable(() -> ConfKeys.ALL)
            .add("show", "print keys", ShowCommand::new)
            .addFamily(
                "box",
                "boxes and what is in them",
                new CommandTable(() -> ConfKeys.ALL)
                    .add("show", "print keys of a box", ShowCommand::new)
                    .add("close", "close a box", ShowCommand::new)
                    .examples("recordio box show test.a"));
    return Recordio.of(table, line.split(" "));
  }

  @Test
  void aloneItListsItsCommandsOnStderr() {
    Recordio run = main("box");
    assertEquals(2, run.code());
    assertEquals("", run.out());
    assertTrue(run.err().startsWith("Usage: recordio box COMMAND "), run.err());
    assertHas(run.err(), "  close  close a box\n");
    assertTrue(run.err().endsWith("Examples:\n  recordio box show test.a\n"), run.err());
    assertEquals(run.all(), main("--quiet box").all());
  }

  @ParameterizedTest
  @ValueSource(strings = {"box --help", "box -h", "box help", "help box", "--help box"})
  void itsHelpGoesToStdout(String line) {
    Recordio run = main(line);
    assertEquals(0, run.code());
    assertEquals("", run.err());
    assertEquals(main("box").err(), run.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"box close --help", "help box close", "box help close"})
  void eachOfItsCommandsHasHelp(String line) {
    Recordio run = main(line);
    assertEquals(0, run.code());
    assertTrue(run.out().startsWith("Usage: recordio box close "), run.out());
    assertHas(run.out(), "Close a box.");
  }

  @Test
  void anUnknownOneIsRefusedWithASuggestion() {
    assertEquals(
        "recordio: unknown command: box clsoe\nDid you mean close?\nTry: recordio box --help\n",
        main("box clsoe").err());
    assertEquals(2, main("box clsoe").code());
    assertEquals(2, main("box").code());
    assertEquals(2, main("close").code());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "box show test.a",
        "-D test.a=1 box show test.a",
        "box -D test.a=1 show test.a",
        "box show -D test.a=1 test.a",
        "box --quiet show test.a"
      })
  void optionsMayComeBeforeEachWord(String line) {
    String plain = line.replace("box ", "");
    assertEquals(main(plain).all(), main(line).all());
    assertEquals(0, main(line).code(), main(line).err());
  }
}
