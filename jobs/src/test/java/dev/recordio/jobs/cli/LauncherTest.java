// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.testing.ConfigurationDocs;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script {@code bin/recordio}, as it is installed, with a {@code java} of the test's own. */
class LauncherTest {
  /** Ctrl-C at the terminal of the script and of its child. */
  private static final String INTERRUPTS_ITS_PARENT =
      """
      #!/bin/sh
      kill -INT $PPID
      """;

  @TempDir Path root;

  private void write(String name, String text) throws Exception {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    assertTrue(file.toFile().setExecutable(true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/bin/sh", "/bin/dash", "/bin/bash"})
  void anInterruptionBeforeTheProgramRunsIsToldOf(String shell) throws Exception {
    assumeTrue(new File(shell).canExecute(), shell + " is not installed");
    write("bin/recordio", Files.readString(ConfigurationDocs.projectFile("bin/recordio")));
    write("lib/recordio-hadoop-jobs-1.jar", "");
    write("lib/runtime/commons-logging.jar", "");
    write("java/bin/java", INTERRUPTS_ITS_PARENT);
    var builder =
        new ProcessBuilder(
                "env", "--default-signal=INT", shell, root + "/bin/recordio", "info", "no.rec")
            .redirectErrorStream(true);
    builder
        .environment()
        .putAll(
            Map.of(
                "RECORDIO_EMBEDDED", "1",
                "JAVA_HOME", root + "/java",
                "XDG_CACHE_HOME", root + "/cache"));
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(130, process.waitFor(), printed);
    assertEquals("recordio: interrupted\n", printed);
  }
}
