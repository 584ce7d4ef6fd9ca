// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.RecordIO;
import dev.recordio.testing.ConfigurationDocs;
import dev.recordio.testing.Ended;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each row of the README's table "I have X, I want Y", typed as it is there. */
class ReadmeRowsTest {
  private static final int MINUTES = 5;

  @TempDir static Path dir;

  /** What the rows have: photos, records, a list, text. */
  @BeforeAll
  static void prepare() throws Exception {
    Path root = jar().getParent().getParent().getParent();
    Path bin = Files.createDirectories(dir.resolve("bin"));
    Files.createSymbolicLink(bin.resolve("recordio"), root.resolve("bin/recordio"));
    type("recordio demo -q --dir made");
    type("mv made/photos made/rows.libsvm . && mv rows.libsvm train.libsvm");
    type("recordio pack -q --shards 1 --write-list train.lst photos one");
    type("cp one/part-00000.rec train.rec");
    type("recordio sample -q --count 5 --seed 1 one few && mv few/part-00000.rec new.rec");
  }

  static List<String> commands() {
    try {
      return Files.readString(ConfigurationDocs.projectFile("README.md"))
          .lines()
          .filter(line -> line.startsWith("| ") && line.contains("| `recordio "))
          .map(line -> line.substring(line.lastIndexOf("| `") + 3, line.lastIndexOf('`')))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aRowOfTheReadmeDoesWhatItSays(String command) throws Exception {
    List<Path> before = files();
    Ended ended = sh(command);
    assertEquals(0, ended.status(), () -> command + "\n" + ended.err());
    boolean shows = ended.out().length() > 20 || ended.err().contains("sound");
    assertTrue(shows || files().size() > before.size(), () -> command + "\n" + ended.err());
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(dir)) {
      return files.toList();
    }
  }

  private static void type(String command) throws Exception {
    Ended ended = sh(command);
    assertEquals(0, ended.status(), () -> command + "\n" + ended.err());
  }

  private static Ended sh(String command) throws Exception {
    var builder = new ProcessBuilder("sh", "-c", command);
    builder.directory(dir.toFile());
    builder.environment().merge("PATH", dir.resolve("bin") + ":", (old, first) -> first + old);
    builder.environment().put("RECORDIO_EMBEDDED", "1");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return Ended.of(builder, dir.resolve("out.txt"), dir.resolve("err.txt"), MINUTES);
  }

  private static Path jar() throws Exception {
    return Path.of(RecordIO.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
