// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A cluster that {@code bin/mini-hadoop} has started, used only by its commands: this process has
 * no connection to it, and may be in another network.
 */
public final class MiniHadoop implements AutoCloseable {
  private static final long MINUTES = 10;
  private static final Path SCRIPT = ConfigurationDocs.projectFile("bin/mini-hadoop");

  private static final Path LIB =
      SCRIPT.resolveSibling("../tests/cluster/target/hadoop/lib").normalize();

  private final Path dir;
  private final Path printed;

  /** A process with its standard error in a file. */
  public record Started(Process process, Path err) {}

  /** Skips the test where no cluster can be started. */
  public static void assumeThere() {
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "bin/mini-hadoop needs Linux");
    assumeTrue(Files.isDirectory(LIB), "no Hadoop in " + LIB + ": mvn -Pcluster puts it there");
  }

  /**
   * Starts a cluster.
   *
   * @param dir a new local folder for all that the cluster writes
   * @param printed an empty local folder for what commands print
   */
  public MiniHadoop(Path dir, Path printed) throws IOException, InterruptedException {
    this.dir = dir;
    this.printed = printed;
    Ended ended = script("start");
    assertEquals(0, ended.status(), ended.err());
  }

  /** Starts {@code hadoop ARGS}; standard output is read from the process. */
  public Started start(String... args) throws IOException {
    return start(Map.of(), args);
  }

  /** Starts {@code hadoop ARGS} with more variables. */
  public Started start(Map<String, String> variables, String... args) throws IOException {
    var line = new ArrayList<String>(List.of(dir.resolve("bin/hadoop").toString()));
    line.addAll(List.of(args));
    Path err = Files.createTempFile(printed, "err", ".txt");
    ProcessBuilder builder = new ProcessBuilder(line).redirectError(err.toFile());
    builder.environment().putAll(variables);
    return new Started(builder.start(), err);
  }

  /** Runs {@code hadoop ARGS} to its end, which must be successful. */
  public Ended hadoop(String... args) throws IOException, InterruptedException {
    var line = new ArrayList<String>(List.of(dir.resolve("bin/hadoop").toString()));
    line.addAll(List.of(args));
    Ended ended = run(line);
    assertEquals(0, ended.status(), ended.err());
    return ended;
  }

  /** Kills a daemon and returns the script's output. */
  public String kill(String daemon) throws IOException, InterruptedException {
    Ended ended = script("kill", daemon);
    assertEquals(0, ended.status(), ended.err());
    return ended.out();
  }

  /** Starts a DataNode or NodeManager again that was killed. */
  public void restart(String daemon) throws IOException, InterruptedException {
    Ended ended = script("restart", daemon);
    assertEquals(0, ended.status(), ended.err());
  }

  /** Returns the folder of Hadoop's jars. */
  public Path lib() {
    return LIB;
  }

  /** Returns the jar of Hadoop Streaming, which is not among those. */
  public Path streaming() {
    return lib().resolveSibling("tools/hadoop-streaming.jar");
  }

  /** Returns the words before a command that is to run in the cluster's network. */
  public String[] within() {
    return new String[] {SCRIPT.toString(), "exec", dir.toString()};
  }

  /** Returns the folder of the site files. */
  public Path conf() {
    return dir.resolve("conf");
  }

  /** Returns the folder that holds all that the cluster writes. */
  public Path dir() {
    return dir;
  }

  private Ended script(String command, String... args) throws IOException, InterruptedException {
    var line = new ArrayList<String>(List.of(SCRIPT.toString(), command, dir.toString()));
    line.addAll(List.of(args));
    return run(line);
  }

  private Ended run(List<String> line) throws IOException, InterruptedException {
    Path out = Files.createTempFile(printed, "out", ".txt");
    Path err = Files.createTempFile(printed, "err", ".txt");
    return Ended.of(new ProcessBuilder(line), out, err, MINUTES);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    Ended ended = script("stop");
    assertEquals(0, ended.status(), ended.err());
  }
}
