// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The JVM that {@code bin/recordio} starts for a command: its options, jars and archive. */
final class CommandJvm {
  /** Where the launcher names its options; backslashes continue the line. */
  private static final Pattern OPTIONS = Pattern.compile("(?s)\\nquick=\"(.*?)\"");

  private static final String FURTHER = "RECORDIO_JAVA_OPTS";

  private CommandJvm() {}

  /** Returns the program {@code java} with the options of the launcher and of the user. */
  static List<String> java() throws IOException {
    Path program = Launcher.home().resolve("bin").resolve("recordio");
    Matcher options = OPTIONS.matcher(Files.readString(program));
    if (!options.find()) {
      throw new IOException("no options of the JVM in " + program);
    }
    var line = new ArrayList<String>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    String further = System.getenv().getOrDefault(FURTHER, "");
    Stream.of((options.group(1).replace("\\\n", " ") + " " + further).split("\\s+"))
        .filter(word -> !word.isEmpty())
        .forEach(line::add);
    return line;
  }

  /** Returns the folder that the jobs jar is built in. */
  static Path target() throws FileNotFoundException {
    return Launcher.home().resolve("jobs").resolve("target");
  }

  /**
   * Returns the option that names the archive of classes that the launcher has made for this Java;
   * none when no command has run since the build.
   */
  static List<String> archive() throws IOException {
    Pattern own =
        Pattern.compile("recordio-\\Q" + System.getProperty("java.version") + "\\E-.*\\.jsa");
    try (Stream<Path> files = Files.list(target())) {
      return files
          .filter(file -> own.matcher(file.getFileName().toString()).matches())
          .max(Comparator.comparing(file -> file.toFile().lastModified()))
          .map(file -> "-XX:SharedArchiveFile=" + file)
          .stream()
          .toList();
    }
  }

  /**
   * Returns the class path, in the order that the archive of classes was made with: the JVM checks
   * that.
   *
   * @throws FileNotFoundException when the jobs jar is not built
   */
  static String jars() throws IOException {
    Path target = target();
    return jars(target, "recordio-hadoop-jobs-") + ":" + jars(target.resolve("runtime"), "");
  }

  private static String jars(Path folder, String begin) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new FileNotFoundException("no " + folder);
    }
    try (Stream<Path> files = Files.list(folder)) {
      String jars =
          files
              .filter(file -> file.getFileName().toString().matches(begin + ".*(?<!-tests)\\.jar"))
              .map(Path::toString)
              .sorted()
              .collect(Collectors.joining(":"));
      if (jars.isEmpty()) {
        throw new FileNotFoundException("no " + begin + "*.jar in " + folder);
      }
      return jars;
    }
  }
}
