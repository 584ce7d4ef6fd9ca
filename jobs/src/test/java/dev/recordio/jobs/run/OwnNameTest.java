// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.RecordIO;
import dev.recordio.testing.Fixtures;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program in a process that finds no address of any name. */
class OwnNameTest {
  @TempDir Path dir;

  @Test
  void aMachineWithoutAnAddressOfItsNameIsToldSo() throws Exception {
    Path input = Files.write(dir.resolve("in.rec"), Fixtures.bytes("indexed.rec"));
    Path output = dir.resolve("out");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-Djdk.net.hosts.file=" + Files.createFile(dir.resolve("hosts")),
                    "-cp",
                    System.getProperty("java.class.path"),
                    RecordIO.class.getName(),
                    "shuffle",
                    input.toString(),
                    output.toString()))
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(1, process.waitFor(), printed);
    assertTrue(printed.contains("recordio: the name of this machine has no address"), printed);
    assertTrue(printed.contains("/etc/hosts"), printed);
    assertFalse(printed.contains("Exception"), printed);
    assertFalse(Files.exists(output));
  }
}
