// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped jar in a Hive that has it only from ADD JAR. */
class AddJarTest {
  @TempDir Path folder;

  @Test
  void tablesAreMadeReadAndWrittenAfterAddJar() throws Exception {
    Path data = Files.createDirectories(folder.resolve("data"));
    for (String fixture : List.of("images/multi.rec", "libsvm/agaricus.txt.train")) {
      try (var in = getClass().getResourceAsStream("/fixtures/" + fixture)) {
        Path target = data.resolve(fixture);
        Files.createDirectories(target.getParent());
        Files.copy(in, target);
      }
    }
    Path output = folder.resolve("out.txt");
    Path errors = Path.of("target", "add-jar.txt");
    var command = new ArrayList<String>(HiveProcess.java(folder));
    command.add(AddJarSession.class.getName());
    command.addAll(List.of(HiveProcess.jobsJar(), folder.toString(), output.toString()));
    Process hive =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(errors.toFile())
            .start();
    assertEquals(0, hive.waitFor(), () -> "see " + errors);
    assertEquals(
        List.of(
            "class path: without",
            "STORED AS RECORDIO after the session's first table: unknown",
            "agaricus: 0.0\t3373",
            "agaricus: 1.0\t3140",
            "copy equals: true",
            "index: true"),
        Files.readAllLines(output));
  }
}
