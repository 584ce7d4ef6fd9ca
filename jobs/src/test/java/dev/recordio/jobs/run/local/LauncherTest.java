// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** How {@code bin/recordio} starts Java: here, a script that prints its arguments. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
  private static final String FIRST_COMPILER_ONLY = "-XX:TieredStopAtLevel=1";

  @TempDir Path folder;

  @BeforeEach
  void install() throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Files.copy(Path.of("../bin/recordio"), bin.resolve("recordio"));
    Path runtime = Files.createDirectories(folder.resolve("jobs/target/runtime"));
    Files.createFile(runtime.resolve("commons-logging.jar"));
    Files.createFile(runtime.resolveSibling("recordio-hadoop-jobs-1.jar"));
    Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    assertTrue(java.toFile().setExecutable(true));
  }

  private List<String> start(String... args) throws Exception {
    var line = new ArrayList<>(List.of("sh", folder.resolve("bin/recordio").toString()));
    line.addAll(List.of(args));
    var builder = new ProcessBuilder(line).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("RECORDIO_EMBEDDED", "1");
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    Process process = builder.redirectInput(new File("/dev/null")).start();
    List<String> printed =
        new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
    assertEquals(0, process.waitFor(), printed.toString());
    List<String> last = String.join("\n", args).lines().toList();
    assertEquals(last, printed.subList(printed.size() - last.size(), printed.size()));
    return printed;
  }

  private boolean usesOneCompiler(String... args) throws Exception {
    return start(args).contains(FIRST_COMPILER_ONLY);
  }

  private void file(String name, long length) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(length);
    }
  }

  @Test
  void littleInputIsNotWorthTheSecondCompiler() throws Exception {
    file("in/a b.rec", 1000);
    file("in/-c.rec", 1000);
    assertTrue(usesOneCompiler("info", "in"));
    assertTrue(usesOneCompiler("stats", "-q", "--format", "csv", "in/a b.rec"));
    assertTrue(usesOneCompiler("reshard", "--shards", "1", "file:" + folder + "/in", "out"));
  }

  @Test
  void muchOrUnknownInputIs() throws Exception {
    file("in/much.rec", 65L << 20);
    file("half/a.rec", 33L << 20);
    file("rest/a.rec", 33L << 20);
    assertFalse(usesOneCompiler("stats", "in"));
    assertFalse(usesOneCompiler("merge", "half", "rest", "out"));
    assertTrue(usesOneCompiler("merge", "half", "out"));
    assertFalse(usesOneCompiler("stats", "hdfs://host/in"));
    assertFalse(usesOneCompiler("stats", "-"));
    assertFalse(usesOneCompiler("stats"));
  }

  @Test
  void workThatDoesNotDependOnTheInputIs() throws Exception {
    file("in/a.rec", 1000);
    assertFalse(usesOneCompiler("batches", "in"));
    assertFalse(usesOneCompiler("read", "in"));
    assertFalse(usesOneCompiler("pack", "--resize", "256", "in", "out"));
    assertFalse(usesOneCompiler("pack", "--quality=80", "in", "out"));
  }

  @Test
  void namesMayHoldAnything() throws Exception {
    for (String name :
        List.of("two\nlines.rec", "tab\t.rec", "$(exit 9)`exit 8`.rec", "9 9\nx y")) {
      file(name, 1000);
      start("info", name);
    }
    assertTrue(usesOneCompiler("info", "tab\t.rec"));
  }

  @Test
  void bytesThatAreCopiedMayBeMore() throws Exception {
    file("in/a.jpg", 900L << 20);
    assertTrue(usesOneCompiler("pack", "--shards", "2", "in", "out"));
    file("in/b.jpg", 200L << 20);
    assertFalse(usesOneCompiler("pack", "--shards", "2", "in", "out"));
  }
}
