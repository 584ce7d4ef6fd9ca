// SPDX-License-Identifier: Apache-2.0
package dev.recordio.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What the build has put into {@code target/release}, and commands that are run on it. */
final class ReleaseFiles {
  static final String GROUP = "dev.recordio";

  /** Artifacts that users depend on, with the parent of their poms. */
  static final List<String> JARS =
      List.of(
          "recordio-hadoop-inputformat",
          "recordio-hadoop-images",
          "recordio-hadoop-jobs",
          "recordio-hadoop-spark");

  static final String PARENT = "recordio-hadoop";

  private ReleaseFiles() {}

  static Path folder() {
    return Path.of(System.getProperty("release.dir"));
  }

  static Path repository() {
    return folder().resolve("repository");
  }

  static String version() {
    return System.getProperty("release.version");
  }

  /** The one file of an artifact with this ending, such as {@code -sources.jar}. */
  static Path file(String artifact, String ending) throws IOException {
    Path folder = repository().resolve("dev/recordio").resolve(artifact).resolve(version());
    String stem = artifact + "-" + version().replace("-SNAPSHOT", "");
    try (Stream<Path> files = Files.list(folder)) {
      // A snapshot has its time and number where the word SNAPSHOT was.
      List<Path> found =
          files
              .filter(
                  file -> {
                    String name = file.getFileName().toString();
                    return name.startsWith(stem)
                        && name.endsWith(ending)
                        && name.substring(stem.length(), name.length() - ending.length())
                            .matches("(-[0-9]{8}\\.[0-9]{6}-[0-9]+)?");
                  })
              .toList();
      if (found.size() != 1) {
        throw new IOException(
            "expected one file of " + artifact + " that ends in " + ending + ", found " + found);
      }
      return found.get(0);
    }
  }

  /**
   * Settings of Maven with which our artifacts come from the release, all others from this machine.
   */
  static Path settings(Path folder) throws IOException {
    Path settings = folder.resolve("settings.xml");
    String repositories =
        repository("release", repository())
            + repository("third-party", Path.of(System.getProperty("release.thirdParty")));
    Files.writeString(
        settings,
        "<settings><mirrors/><profiles><profile><id>release</id><repositories>"
            + repositories
            + "</repositories><pluginRepositories>"
            + repositories
                .replace("<repository>", "<pluginRepository>")
                .replace("</repository>", "</pluginRepository>")
            + "</pluginRepositories></profile></profiles>"
            + "<activeProfiles><activeProfile>release</activeProfile></activeProfiles></settings>");
    return settings;
  }

  private static String repository(String id, Path folder) {
    return "<repository><id>"
        + id
        + "</id><url>"
        + folder.toUri()
        + "</url><snapshots><enabled>true</enabled><checksumPolicy>"
        + (id.equals("release") ? "fail" : "ignore")
        + "</checksumPolicy></snapshots><releases><checksumPolicy>"
        + (id.equals("release") ? "fail" : "ignore")
        + "</checksumPolicy></releases></repository>";
  }

  /** Runs a command, which must succeed within five minutes, and returns what it printed. */
  static String run(Path folder, Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    return run(folder, environment, command, true);
  }

  /** As {@link #run}, whatever the exit code is. */
  static String output(Path folder, List<String> command) throws IOException, InterruptedException {
    return run(folder, Map.of(), command, false);
  }

  private static String run(
      Path folder, Map<String, String> environment, List<String> command, boolean mustSucceed)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "output", ".txt");
    var builder = new ProcessBuilder(new ArrayList<>(command));
    builder.directory(folder.toFile()).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new IOException("takes too long: " + command);
    }
    String text = Files.readString(output);
    if (mustSucceed && process.exitValue() != 0) {
      throw new IOException(
          command + " ended with exit code " + process.exitValue() + ":\n" + text);
    }
    return text;
  }

  static String run(Path folder, String... command) throws IOException, InterruptedException {
    return run(folder, Map.of(), List.of(command));
  }
}
