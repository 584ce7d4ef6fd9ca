// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessesTest {
  @Test
  void whatAProcessPrintsAndTakesIsKnown() throws IOException {
    Processes.Ended ended =
        Processes.run(List.of("sh", "-c", "echo $WORD; cat"), Map.of("WORD", "hello"));
    assertEquals("hello\n", ended.out());
    assertTrue(ended.first() > 0 && ended.first() <= ended.wall(), ended::toString);
  }

  @Test
  void oneThatFailsReportsItsOutput() {
    var error =
        assertThrows(
            IOException.class, () -> Processes.run(List.of("sh", "-c", "echo no >&2; exit 3")));
    assertEquals("sh ended with 3: no\n", error.getMessage());
  }

  @Test
  void aProgramReportsItsOwnCostAtTheEndOfItsLine() throws IOException {
    var program = new Program(List.of("echo", "7", "8"));
    Program.Ran ran = program.run(1, 2, 3);
    assertEquals(List.of(7L, 8L), List.of(ran.seen()[0], ran.seen()[1]));
    assertEquals(2, ran.seen().length);
    assertEquals(1, ran.cost().wall());
    assertEquals(2, ran.cost().cpu());
    assertEquals(3, ran.cost().peak());
  }

  @Test
  void theLauncherOutsideOfACheckoutSaysSo(@TempDir Path dir) throws IOException {
    Path copy = Files.createDirectory(dir.resolve("bin")).resolve("recordio");
    Path launcher = Launcher.home().resolve("bin").resolve("recordio");
    Files.copy(launcher, copy, StandardCopyOption.COPY_ATTRIBUTES);
    var error =
        assertThrows(
            IOException.class, () -> Processes.run(List.of(copy.toString(), "bench", "scan")));
    assertTrue(
        error.getMessage().contains("recordio: bench runs in a checkout of the sources only"),
        error.getMessage());
  }
}
