// SPDX-License-Identifier: Apache-2.0
package dev.recordio.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A project of ten lines that depends on the library, and has nothing of it but the repository. */
class ConsumerTest {
  @TempDir Path folder;

  @Test
  void aProjectThatDependsOnTheLibraryReadsRecords() throws Exception {
    Path pom = copy("pom.xml");
    assertTrue(Files.readAllLines(pom).size() <= 10, "a short project");
    ReleaseFiles.run(
        folder,
        System.getProperty("release.maven"),
        "-B",
        "-ntp",
        "-s",
        ReleaseFiles.settings(folder).toString(),
        "-Dmaven.repo.local=" + folder.resolve("repository"),
        "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies",
        "-DoutputDirectory=" + folder.resolve("lib"),
        "-DincludeScope=runtime");
    assertEquals(
        List.of("recordio-hadoop-inputformat-" + ReleaseFiles.version() + ".jar"),
        ours(folder.resolve("lib")),
        "the library depends on none of our other artifacts");

    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String output =
        ReleaseFiles.run(
            folder,
            java,
            "-cp",
            folder.resolve("lib") + "/*",
            copy("Consumer.java").toString(),
            SmallFile.write(folder.resolve("some.rec"), 17).toString());
    assertTrue(output.contains("records: 17"), output);
  }

  private static List<String> ours(Path lib) throws IOException {
    try (Stream<Path> files = Files.list(lib)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("recordio"))
          .toList();
    }
  }

  private Path copy(String name) throws IOException {
    try (InputStream resource = getClass().getResourceAsStream("/consumer/" + name)) {
      String text =
          new String(resource.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
              .replace("RECORDIO_VERSION", ReleaseFiles.version())
              .replace("HADOOP_VERSION", System.getProperty("hadoop.version"));
      return Files.writeString(folder.resolve(name), text);
    }
  }
}
