// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.testing.ConfigurationDocs;
import dev.recordio.testing.Ended;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
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

  private Ended start(Map<String, String> environment, String... args) throws Exception {
    write("bin/recordio", Files.readString(ConfigurationDocs.projectFile("bin/recordio")));
    var line = new ArrayList<>(List.of("sh", root + "/bin/recordio"));
    line.addAll(List.of(args));
    var builder = new ProcessBuilder(line);
    builder.environment().keySet().removeIf(name -> name.matches("(HADOOP|RECORDIO)_.*"));
    builder.environment().put("JAVA_HOME", root + "/java");
    builder.environment().put("PATH", root + "/path:/usr/bin:/bin");
    builder.environment().putAll(environment);
    return Ended.of(builder, root.resolve("out.txt"), root.resolve("err.txt"), 1);
  }

  private void install(String folder) throws Exception {
    write(folder + "/recordio-hadoop-jobs-1.jar", "");
    write(folder + "/runtime/commons-logging.jar", "");
    write("java/bin/java", "#!/bin/sh\n");
    write("java/release", "JAVA_VERSION=\"17\"");
  }

  @Test
  void aHadoopHomeThatHasNoHadoopIsNotPassedOverInSilence() throws Exception {
    install("jobs/target");
    Path empty = Files.createDirectory(root.resolve("empty"));
    Ended ended = start(Map.of("HADOOP_HOME", empty.toString()), "version");
    assertEquals(0, ended.status());
    assertEquals(
        "note: HADOOP_HOME has no bin/hadoop: "
            + empty
            + "; this runs in one process (RECORDIO_EMBEDDED=1 if that is what you want)\n",
        ended.err());
    ended = start(Map.of("HADOOP_HOME", empty.toString(), "RECORDIO_EMBEDDED", "1"), "version");
    assertEquals("", ended.err());
    assertEquals("", start(Map.of(), "version").err());
  }

  @Test
  void siteFilesThatNoHadoopReadsAreNotPassedOverInSilence() throws Exception {
    install("jobs/target");
    Ended ended = start(Map.of("HADOOP_CONF_DIR", "/etc/hadoop"), "version");
    assertEquals(0, ended.status());
    assertEquals(
        "note: HADOOP_CONF_DIR is not read, since no hadoop is on PATH or in HADOOP_HOME: /etc/hadoop;"
            + " HADOOP_CLASSPATH=/etc/hadoop reads its site files\n",
        ended.err());
    write("path/hadoop", "#!/bin/sh\n");
    assertEquals("", start(Map.of("HADOOP_CONF_DIR", "/etc/hadoop"), "version").err());
  }

  /** Stands in for Maven: its log, a while, and what it leaves. */
  private void writeMaven(String end) throws Exception {
    write(
        "path/mvn",
        """
        #!/bin/sh
        echo '[INFO] Scanning for projects...'
        echo '[INFO] --- compiler:3.14.0:compile (default-compile) @ recordio-hadoop-jobs ---'
        until grep -q jobs "$SEEN" || [ ! -e "$SEEN" ]; do :; done
        echo 'Downloading from central: https://repository.example/org/x/y/1/y-1.jar'
        until grep -q y-1 "$SEEN" || [ ! -e "$SEEN" ]; do :; done
        %s
        """
            .formatted(end));
    write("path/sleep", "#!/bin/sh\n");
  }

  @Test
  void theFirstBuildSaysWhatItDoes() throws Exception {
    install("new");
    writeMaven("mkdir -p " + root + "/jobs && cp -r " + root + "/new/. " + root + "/jobs/target");
    Ended ended = start(Map.of("SEEN", root + "/err.txt", "RECORDIO_EMBEDDED", "1"), "version");
    assertEquals(0, ended.status(), ended.err());
    List<String> lines = ended.err().lines().toList();
    assertTrue(lines.get(0).startsWith("recordio: building first, once"), ended.err());
    assertTrue(
        lines.stream()
            .anyMatch(
                line -> line.matches("recordio: building, \\d+ s: recordio-hadoop-jobs, compile")),
        ended.err());
    assertTrue(
        lines.stream()
            .anyMatch(line -> line.matches("recordio: building, \\d+ s: downloading y-1.jar")),
        ended.err());
    assertTrue(lines.get(lines.size() - 1).matches("recordio: built in \\d+ s"), ended.err());
  }

  @Test
  void aFirstBuildThatFailsShowsItsErrors() throws Exception {
    writeMaven(
        """
        echo '[ERROR] A.java:[1,2] cannot find symbol'
        echo '  symbol: class B'
        exit 1""");
    write("java/bin/java", "#!/bin/sh\n");
    Ended ended = start(Map.of("SEEN", root + "/err.txt", "RECORDIO_EMBEDDED", "1"), "version");
    assertEquals(1, ended.status());
    assertTrue(
        ended
            .err()
            .endsWith(
                """
                [ERROR] A.java:[1,2] cannot find symbol
                  symbol: class B
                recordio: the build failed; the lines above say why
                """),
        ended.err());
    assertFalse(ended.err().contains("[INFO]"), ended.err());
  }
}
