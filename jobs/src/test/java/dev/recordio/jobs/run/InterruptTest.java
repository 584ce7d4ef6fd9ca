// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import static dev.recordio.testing.Faults.Call.CREATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.RecordIO;
import dev.recordio.jobs.run.output.OutputClaim;
import dev.recordio.testing.Faults;
import dev.recordio.testing.Fixtures;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;

/**
 * The program in a separate process that gets a signal while a task writes: local here, on YARN in
 * a subclass of minicluster-tests.
 */
public abstract class InterruptTest {
  private static final long MINUTES = 3;
  private static final String ERR = "err.txt";

  /** Input, output and what the process prints. */
  @TempDir protected Path dir;

  /** Returns more options of a command. */
  protected abstract List<String> options();

  /** Returns a folder of site files, or null. */
  protected abstract Path sites() throws IOException;

  /** Checks the files that are left after the process has ended. */
  protected abstract void assertNothingLeft() throws Exception;

  /**
   * Runs a command, ends it by a signal as soon as a task writes, and checks the files that it
   * leaves.
   *
   * @param signal the name of a signal, without SIG
   * @param status the exit status that it leads to
   */
  protected final void interrupt(String signal, int status, String... command) throws Exception {
    assertEquals(status, run(signal, () -> {}, command), () -> read(dir.resolve(ERR)));
    Path output = dir.resolve("out");
    assertTrue(
        read(dir.resolve(ERR)).endsWith("recordio: interrupted; removed faulty:" + output + "\n"),
        read(dir.resolve(ERR)));
    assertFalse(Files.exists(output));
    assertFalse(Files.exists(claim()));
    assertNothingLeft();
  }

  /** Returns the claim of the output. */
  protected final Path claim() {
    return dir.resolve(".out" + OutputClaim.SUFFIX);
  }

  /** What is done while a process writes. */
  @FunctionalInterface
  protected interface Meanwhile {
    void act() throws Exception;
  }

  /**
   * Runs a command in a process, and ends it by a signal as soon as a task writes.
   *
   * @param meanwhile is done before the signal
   * @return the exit status
   */
  protected final int run(String signal, Meanwhile meanwhile, String... command) throws Exception {
    Path begun = Files.createDirectory(dir.resolve("begun"));
    Path err = dir.resolve(ERR);
    try (WatchService watch = begun.getFileSystem().newWatchService()) {
      begun.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      Process process =
          new ProcessBuilder(line(signal, begun, command))
              .redirectOutput(dir.resolve("out.txt").toFile())
              .redirectError(err.toFile())
              .start();
      process.onExit().thenRun(() -> begun.resolve("ended").toFile().mkdir());
      try {
        assertNotNull(watch.poll(MINUTES, TimeUnit.MINUTES), () -> read(err));
        meanwhile.act();
        Process kill =
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
        assertEquals(0, kill.waitFor());
        assertTrue(process.waitFor(MINUTES, TimeUnit.MINUTES), () -> read(err));
        return process.exitValue();
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private List<String> line(String signal, Path begun, String... command) throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    // A process in the background of a script ignores SIGINT, and so do those that it starts.
    var line = new ArrayList<String>(List.of("env"));
    if (!signal.equals("KILL")) {
      line.add("--default-signal=" + signal);
    }
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
    line.add(sites() == null ? classPath : sites() + File.pathSeparator + classPath);
    line.add(RecordIO.class.getName());
    line.addAll(List.of(command));
    line.addAll(options());
    line.addAll(List.of("-D", Faults.SETTING));
    line.addAll(List.of("-D", Faults.stalling(CREATE, "**.{rec,npz}", begun)));
    line.add(input(command[0]).toUri().toString());
    line.add("faulty:" + dir.resolve("out"));
    return line;
  }

  private Path input(String command) throws IOException {
    return command.equals("csr")
        ? Files.writeString(dir.resolve("in.libsvm"), "1 1:1\n0 2:1\n")
        : Files.write(dir.resolve("in.rec"), Fixtures.bytes("mixed.rec"));
  }
}
