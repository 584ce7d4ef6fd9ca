// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A JVM whose class path has Hive and these tests, and none of the classes under test. */
final class HiveProcess {
  private static final String OURS = "recordio-hadoop-";

  private HiveProcess() {}

  /** Returns the flags of this JVM, which Hive needs on a JDK 17. */
  static List<String> flags() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("-X") || argument.startsWith("--add-opens"))
        .toList();
  }

  /**
   * Returns the arguments of a command, up to the main class.
   *
   * @param folder for Derby's log
   * @param first what comes first on the class path
   */
  static List<String> java(Path folder, String... first) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags());
    command.add("-Dderby.stream.error.file=" + folder.resolve("derby.log"));
    command.add("-cp");
    command.add(
        Stream.concat(Stream.of(first), classPath().stream().filter(entry -> !isOurs(entry)))
            .collect(Collectors.joining(File.pathSeparator)));
    return command;
  }

  /** Returns the jar that ships. */
  static String jobsJar() {
    return jar(".*/" + OURS + "jobs-[^/]*\\.jar");
  }

  /** Returns the first jar of this JVM's class path whose path matches. */
  static String jar(String pattern) {
    return classPath().stream().filter(entry -> entry.matches(pattern)).findFirst().orElseThrow();
  }

  private static List<String> classPath() {
    return Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator));
  }

  private static boolean isOurs(String entry) {
    return Path.of(entry).getFileName().toString().startsWith(OURS)
        || entry.contains("inputformat" + File.separator + "target")
        || entry.contains("jobs" + File.separator + "target");
  }
}
