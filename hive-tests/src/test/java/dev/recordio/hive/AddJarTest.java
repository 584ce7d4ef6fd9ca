// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped jar in a Hive that does not know it, by ADD JAR and nothing else. */
class AddJarTest {
  private static final String OURS = "recordio-hadoop-";

  @TempDir Path folder;

  private static List<String> classPath() {
    return Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator));
  }

  private static boolean isOurs(String entry) {
    return Path.of(entry).getFileName().toString().startsWith(OURS)
        || entry.contains("inputformat" + File.separator + "target")
        || entry.contains("jobs" + File.separator + "target");
  }

  @Test
  void tablesAreMadeReadAndWrittenAfterAddJar() throws Exception {
    String jar =
        classPath().stream()
            .filter(entry -> entry.matches(".*" + OURS + "jobs-[^/]*\\.jar"))
            .findFirst()
            .orElseThrow();
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
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(argument -> argument.startsWith("-X") || argument.startsWith("--add-opens"))
            .toList());
    command.add("-Dderby.stream.error.file=" + folder.resolve("derby.log"));
    command.add("-cp");
    command.add(
        classPath().stream()
            .filter(entry -> !isOurs(entry))
            .collect(Collectors.joining(File.pathSeparator)));
    command.add(AddJarSession.class.getName());
    command.addAll(List.of(jar, folder.toString(), output.toString()));
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
