// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Ended;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
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
    Ended ended = startWith("jdk", args);
    List<String> printed = ended.out().lines().toList();
    assertEquals(0, ended.status(), ended.toString());
    assertEquals("", ended.err());
    List<String> last = String.join("\n", args).lines().toList();
    assertEquals(last, printed.subList(printed.size() - last.size(), printed.size()));
    return printed;
  }

  private Ended startWith(String jdk, String... args) throws Exception {
    var line = new ArrayList<>(List.of("sh", folder.resolve("bin/recordio").toString()));
    line.addAll(List.of(args));
    var builder = new ProcessBuilder(line).directory(folder.toFile());
    builder.environment().put("RECORDIO_EMBEDDED", "1");
    builder.environment().put("JAVA_HOME", folder.resolve(jdk).toString());
    builder.redirectInput(new File("/dev/null"));
    return Ended.of(builder, folder.resolve("out.txt"), folder.resolve("err.txt"), 1);
  }

  /** Installs another Java, whose archives of classes are its arguments. */
  private void installJdk(String name, String release) throws IOException {
    Path java = Files.createDirectories(folder.resolve(name + "/bin")).resolve("java");
    Files.writeString(
        java,
        """
        #!/bin/sh
        for word; do case $word in *ArchiveClassesAtExit=*) echo x >"${word#*=}" ;; esac; done
        printf '%s\\n' "$@"
        """);
    assertTrue(java.toFile().setExecutable(true));
    Files.writeString(folder.resolve(name + "/release"), release);
  }

  private static String archive(Ended ended) {
    assertEquals(0, ended.status(), ended.toString());
    return ended
        .out()
        .lines()
        .filter(word -> word.startsWith("-XX:SharedArchiveFile="))
        .collect(Collectors.joining());
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
    file("in/much.rec", 161L << 20);
    file("half/a.rec", 90L << 20);
    file("rest/a.rec", 90L << 20);
    assertFalse(usesOneCompiler("stats", "in"));
    assertFalse(usesOneCompiler("shuffle", "half", "rest", "out"));
    assertTrue(usesOneCompiler("shuffle", "half", "out"));
    assertFalse(usesOneCompiler("records", "half"));
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
    assertTrue(usesOneCompiler("cat", "in"));
    file("in/b.jpg", 200L << 20);
    assertFalse(usesOneCompiler("pack", "--shards", "2", "in", "out"));
    assertFalse(usesOneCompiler("cat", "in"));
    assertTrue(usesOneCompiler("cat", "--rows", "0-0", "in"));
    assertFalse(usesOneCompiler("verify", "in"));
  }

  @Test
  void eachJavaHasAnArchiveOfClassesOfItsOwn() throws Exception {
    installJdk("a", "IMPLEMENTOR=\"A\"\nJAVA_VERSION=\"17.0.15\"\n");
    installJdk("b", "IMPLEMENTOR=\"B\"\nJAVA_VERSION=\"17.0.15\"\n");
    installJdk("c", "JAVA_VERSION=\"25\"\n");
    Path link = folder.resolve("d/bin");
    Files.createDirectories(link);
    Files.createSymbolicLink(link.resolve("java"), folder.resolve("c/bin/java"));
    file("a.rec", 1000);
    String a = archive(startWith("a", "info", "a.rec"));
    String b = archive(startWith("b", "info", "a.rec"));
    String c = archive(startWith("c", "info", "a.rec"));
    assertTrue(a.contains("recordio-17.0.15-"), a);
    assertTrue(c.contains("recordio-25.jsa"), c);
    assertEquals(3, Set.of(a, b, c).size());
    assertEquals(a, archive(startWith("a", "version")));
    assertEquals(c, archive(startWith("d", "version")));
  }

  @Test
  void whatNewerJavasWarnOfIsAllowedWhereTheyKnowThat() throws Exception {
    String nativeCode = "--enable-native-access=ALL-UNNAMED"; // libturbojpeg, from 22 on
    String unsafe = "--sun-misc-unsafe-memory-access=allow";
    for (String version : List.of("17.0.15", "21", "22", "23.0.2", "24", "25.0.3", "26-ea")) {
      int major = Integer.parseInt(version.substring(0, 2));
      installJdk(version, "JAVA_VERSION=\"" + version + "\"\n");
      List<String> words = startWith(version, "version").out().lines().toList();
      assertEquals(major >= 22, words.contains(nativeCode), words.toString());
      assertEquals(major >= 24, words.contains(unsafe), words.toString());
    }
  }

  @Test
  void anOlderJavaIsRefusedInOneLine() throws Exception {
    for (String version : List.of("11.0.22", "1.8.0_392", "16")) {
      installJdk("old", "JAVA_VERSION=\"" + version + "\"\n");
      Ended ended = startWith("old", "version");
      assertEquals(1, ended.status());
      assertEquals("", ended.out());
      assertEquals(
          "recordio: needs Java 17 or later; found "
              + version
              + " in "
              + folder.resolve("old")
              + ": set JAVA_HOME, or PATH\n",
          ended.err());
    }
  }

  @Test
  void aJavaWithoutItsReleaseFileIsAsked() throws Exception {
    installJdk("asked", "");
    Files.delete(folder.resolve("asked/release"));
    Files.writeString(
        folder.resolve("asked/bin/java"),
        "#!/bin/sh\necho 'openjdk version \"11.0.2\" 2019' >&2\n");
    Ended ended = startWith("asked", "version");
    assertEquals(1, ended.status(), ended.toString());
    assertTrue(ended.err().contains("found 11.0.2 in "), ended.err());
  }
}
