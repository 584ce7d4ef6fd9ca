// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A program in Java that starts like a command of {@code bin/recordio}: with the same options of
 * the JVM, and an archive of the classes that a first run has loaded.
 */
final class ArchivedJava {
  private final Path archive;
  private final List<String> program;

  /**
   * Prepares the program.
   *
   * @param jars its class path; an archive has only classes of jars
   * @param main the name of its main class
   * @param archive the file for the classes
   */
  ArchivedJava(String jars, String main, Path archive) throws IOException {
    this.archive = archive;
    Path conf = Launcher.home().resolve("conf");
    program =
        List.of(
            "-Dlog4j.configuration=file:" + conf.resolve("log4j.properties"),
            "-Drecordio.log.level=WARN",
            "-Drecordio.log.jobs=OFF",
            "-cp",
            jars + ":" + conf,
            main);
  }

  /** Runs it once, over little data, and archives the classes that it loads. */
  void archive(Object... arguments) throws IOException {
    // The class path of the archive is the beginning of the program's: jars only.
    var jarsOnly = new ArrayList<>(program);
    int path = jarsOnly.indexOf("-cp") + 1;
    jarsOnly.set(path, jarsOnly.get(path).substring(0, jarsOnly.get(path).lastIndexOf(':')));
    run("-XX:ArchiveClassesAtExit=" + archive, jarsOnly, arguments);
    if (!Files.exists(archive)) {
      throw new IOException("the JVM made no archive of classes: " + archive);
    }
  }

  /** Runs it with the archive. */
  Processes.Ended run(Object... arguments) throws IOException {
    return run("-XX:SharedArchiveFile=" + archive, program, arguments);
  }

  private static Processes.Ended run(String option, List<String> program, Object... arguments)
      throws IOException {
    var line = new ArrayList<>(CommandJvm.java());
    line.add(option);
    line.addAll(program);
    Arrays.stream(arguments).map(Object::toString).forEach(line::add);
    return Processes.run(line);
  }
}
