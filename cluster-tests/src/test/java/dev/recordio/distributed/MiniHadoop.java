// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A cluster that {@code bin/mini-hadoop} has started, used by its commands alone: this process has
 * no connection to it, and may be in another network.
 */
final class MiniHadoop implements AutoCloseable {
  private static final long MINUTES = 10;
  private static final Path SCRIPT = Path.of("../bin/mini-hadoop").toAbsolutePath().normalize();

  private final Path dir;
  private final Path printed;

  /** What a command left: its exit status, standard output and standard error. */
  record Ended(int status, String out, String err) {}

  /** A process with its standard error in a file. */
  record Started(Process process, Path err) {}

  /**
   * Starts a cluster.
   *
   * @param dir a new local folder for all that the cluster writes
   * @param printed an empty local folder for what commands print
   */
  MiniHadoop(Path dir, Path printed) throws IOException, InterruptedException {
    this.dir = dir;
    this.printed = printed;
    Ended ended = script("start");
    assertEquals(0, ended.status(), ended.err());
  }

  /** Starts {@code hadoop ARGS}; standard output is read from the process. */
  Started start(String... args) throws IOException {
    var line = new ArrayList<String>(List.of(dir.resolve("bin/hadoop").toString()));
    line.addAll(List.of(args));
    Path err = Files.createTempFile(printed, "err", ".txt");
    return new Started(new ProcessBuilder(line).redirectError(err.toFile()).start(), err);
  }

  /** Runs {@code hadoop ARGS} to its end, which has to be a good one. */
  Ended hadoop(String... args) throws IOException, InterruptedException {
    var line = new ArrayList<String>(List.of(dir.resolve("bin/hadoop").toString()));
    line.addAll(List.of(args));
    Ended ended = run(line);
    assertEquals(0, ended.status(), ended.err());
    return ended;
  }

  /** Ends a daemon at once and returns what the script says of it. */
  String kill(String daemon) throws IOException, InterruptedException {
    Ended ended = script("kill", daemon);
    assertEquals(0, ended.status(), ended.err());
    return ended.out();
  }

  /** Starts a DataNode or NodeManager again that was killed. */
  void restart(String daemon) throws IOException, InterruptedException {
    Ended ended = script("restart", daemon);
    assertEquals(0, ended.status(), ended.err());
  }

  /** Returns the folder of Hadoop's jars. */
  Path lib() {
    return SCRIPT.resolveSibling("../cluster-tests/target/hadoop/lib").normalize();
  }

  /** Returns the folder of the site files. */
  Path conf() {
    return dir.resolve("conf");
  }

  /** Returns what tells of the cluster's containers. */
  Containers containers() {
    return new Containers(dir);
  }

  private Ended script(String command, String... args) throws IOException, InterruptedException {
    var line = new ArrayList<String>(List.of(SCRIPT.toString(), command, dir.toString()));
    line.addAll(List.of(args));
    return run(line);
  }

  private Ended run(List<String> line) throws IOException, InterruptedException {
    Path out = Files.createTempFile(printed, "out", ".txt");
    Path err = Files.createTempFile(printed, "err", ".txt");
    Process process =
        new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      assertTrue(process.waitFor(MINUTES, TimeUnit.MINUTES), () -> "still running: " + line);
    } finally {
      process.destroyForcibly();
    }
    return new Ended(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException, InterruptedException {
    Ended ended = script("stop");
    assertEquals(0, ended.status(), ended.err());
  }
}
