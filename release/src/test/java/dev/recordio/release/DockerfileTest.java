// SPDX-License-Identifier: Apache-2.0
package dev.recordio.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Dockerfile, linted by the checks of Docker's language server. */
class DockerfileTest {
  private static final List<String> LINT =
      List.of("npx", "--yes", "dockerfile-utils@0.16.3", "lint");

  @TempDir Path folder;

  @BeforeEach
  void needsNpx() {
    DebianPackage.assumeOnPath("npx");
  }

  @Test
  void nothingIsFoundInIt() throws Exception {
    Path file = Path.of("Dockerfile").toRealPath();
    assertTrue(Files.isRegularFile(file));
    assertEquals("", lint(file));
  }

  @Test
  void theLinterFindsWhatIsWrong() throws Exception {
    Path file = Files.writeString(folder.resolve("Dockerfile"), "FROM debian\nRUM true\n");
    assertTrue(lint(file).contains("RUM"), "a misspelt instruction");
  }

  private String lint(Path file) throws Exception {
    var command = new java.util.ArrayList<>(LINT);
    command.add(file.toString());
    return ReleaseFiles.output(folder, command).strip();
  }
}
