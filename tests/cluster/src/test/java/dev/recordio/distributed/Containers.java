// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The containers that run on a cluster of {@code bin/mini-hadoop}, found by the files in which
 * NodeManagers keep their process ids, and by {@code /proc}.
 */
final class Containers {
  private static final List<String> NODES = List.of("nodemanager1", "nodemanager2");

  private final Path dir;

  /**
   * A container with a running JVM.
   *
   * @param node its NodeManager, as named by the script
   * @param name YARN's name for it
   * @param pid of the session's leader, or of its JVM if the leader has become it
   * @param jvm process id of the JVM
   */
  record Container(String node, String application, String name, long pid, long jvm) {
    /** Whether the job's master runs in it. */
    boolean isMaster() {
      return name.endsWith("_000001");
    }
  }

  /**
   * @param dir the cluster's folder
   */
  Containers(Path dir) {
    this.dir = dir;
  }

  /** Returns the containers with a running JVM. */
  List<Container> running() {
    var running = new ArrayList<Container>();
    for (String node : NODES) {
      for (Path application : list(dir.resolve(node).resolve("local/nmPrivate"), "app*")) {
        for (Path container : list(application, "container_*")) {
          for (Path pid : list(container, "*.pid")) {
            jvm(pid)
                .ifPresent(
                    ids ->
                        running.add(
                            new Container(
                                node,
                                application.getFileName().toString(),
                                container.getFileName().toString(),
                                ids[0],
                                ids[1])));
          }
        }
      }
    }
    return running;
  }

  /**
   * Stops (SIGSTOP) the first matching container, as soon as there is one: it stays in the middle
   * of its work, and its job can't end. {@link #resume} continues it, a kill ends it.
   *
   * @param job must be running
   */
  Container freeze(Process job, Predicate<Container> wanted)
      throws IOException, InterruptedException {
    while (true) {
      for (Container container : running()) {
        if (wanted.test(container) && signal("-STOP", container) && isStopped(container.jvm())) {
          return container;
        }
      }
      if (job.waitFor(20, TimeUnit.MILLISECONDS)) {
        throw new AssertionError("the job ended before such a container ran");
      }
    }
  }

  /** Continues a stopped container. */
  void resume(Container container) throws IOException, InterruptedException {
    if (!signal("-CONT", container)) {
      throw new AssertionError("gone: " + container);
    }
  }

  /** Returns the container of the master of a task's job, if it runs. */
  Optional<Container> master(Container task) {
    return running().stream()
        .filter(c -> c.isMaster() && c.application().equals(task.application()))
        .findFirst();
  }

  /** Whether a task runs on another node than its job's master. */
  boolean isAwayFromMaster(Container task) {
    return !task.isMaster()
        && master(task).filter(master -> !master.node().equals(task.node())).isPresent();
  }

  /** Returns the names of all containers that an application has had so far. */
  List<String> ofApplication(String application) {
    var names = new ArrayList<String>();
    for (String node : NODES) {
      for (Path log : list(dir.resolve(node).resolve("logs").resolve(application), "*")) {
        names.add(log.getFileName().toString());
      }
    }
    return names;
  }

  /** Returns what a container has logged so far. */
  String log(Container container) throws IOException {
    Path folder = dir.resolve(container.node()).resolve("logs").resolve(container.application());
    return Files.readString(folder.resolve(container.name()).resolve("syslog"));
  }

  /** Returns the variables with which a container's JVM was started. */
  static Map<String, String> environment(Container container) throws IOException {
    var variables = new TreeMap<String, String>();
    for (String line : text(Path.of("/proc/" + container.jvm() + "/environ")).split("\0")) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        variables.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    return variables;
  }

  /** Returns the ids of a container's leader and of its JVM, once that runs. */
  private static Optional<long[]> jvm(Path pidFile) {
    try {
      long leader = Long.parseLong(Files.readString(pidFile).strip());
      Optional<ProcessHandle> process = ProcessHandle.of(leader);
      if (process.isEmpty()) {
        return Optional.empty();
      }
      var all = new ArrayList<ProcessHandle>(List.of(process.get()));
      process.get().descendants().forEach(all::add);
      for (ProcessHandle one : all) {
        String[] words = text(Path.of("/proc/" + one.pid() + "/cmdline")).split("\0");
        if (words[0].endsWith("/java")) {
          return Optional.of(new long[] {leader, one.pid()});
        }
      }
      return Optional.empty();
    } catch (IOException | NumberFormatException e) {
      return Optional.empty(); // it has just ended, or its id is not written yet
    }
  }

  private static boolean signal(String signal, Container container)
      throws IOException, InterruptedException {
    var kill = new ProcessBuilder("kill", signal, "--", "-" + container.pid());
    kill.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    return kill.start().waitFor() == 0;
  }

  /** Waits until a process that was sent SIGSTOP has stopped; false when it has ended instead. */
  private static boolean isStopped(long pid) throws IOException {
    Path file = Path.of("/proc/" + pid + "/stat");
    try {
      while (true) {
        String stat = text(file);
        char state = stat.charAt(stat.lastIndexOf(')') + 2);
        if (state == 'T') {
          return true;
        }
        if (state == 'Z' || state == 'X') {
          return false;
        }
        Thread.onSpinWait();
      }
    } catch (IOException e) {
      if (Files.exists(file)) {
        throw e;
      }
      return false; // it may also end between opening and reading the file
    }
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  private static List<Path> list(Path folder, String glob) {
    var found = new ArrayList<Path>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, glob)) {
      entries.forEach(found::add);
    } catch (NoSuchFileException e) {
      return List.of(); // the job has not begun, or has ended
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }
}
