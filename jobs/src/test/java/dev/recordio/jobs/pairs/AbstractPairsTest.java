// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.stream.Publisher;
import dev.recordio.fuzz.Fuzz;
import dev.recordio.jobs.faults.FaultInputs;
import dev.recordio.jobs.faults.JobFiles;
import dev.recordio.testing.FileSystemUnderTest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pairs of commands, of the same kind or not, that are started together with the same output. One
 * writes all of it and ends with 0; the other ends with 2 and has touched nothing. When one of them
 * was killed, the next command works, or names the way out, which then works.
 */
public abstract class AbstractPairsTest implements FileSystemUnderTest {
  private static final int PAIRS = 200;
  private static final List<PairedCommand> COMMANDS = List.of(PairedCommand.values());

  private final Map<PairedCommand, JobFiles> undisturbed = new EnumMap<>(PairedCommand.class);
  private final Fuzz fuzz = Fuzz.of(getClass());
  private int number;
  private long lastMicros; // of a run
  private long longestMicros; // of commands alone

  /** For local files: the inputs before they are copied, settings and errors of processes. */
  @TempDir protected java.nio.file.Path temp;

  /** A command that has ended. */
  private record Done(int code, String err) {
    boolean killed() {
      return code == 128 + 9;
    }
  }

  /** Returns the folder with the folders of {@link dev.recordio.jobs.faults.FaultInputs}. */
  private Path inputs() throws Exception {
    return path("in");
  }

  @BeforeEach
  void writeInputs() throws Exception {
    java.nio.file.Path local = Files.createDirectory(temp.resolve("inputs"));
    FaultInputs.write(local);
    prepare(local);
    fs().copyFromLocalFile(new Path(local.toUri()), inputs());
  }

  /** Changes the inputs before they are copied. */
  protected void prepare(java.nio.file.Path local) throws Exception {}

  /**
   * Starts command lines together, in processes of their own, and waits for their ends.
   *
   * @param laterMicros how much later each begins
   * @param killedMicros when the first is killed, from its beginning on; -1 for never
   */
  private List<Done> run(List<List<String>> lines, long[] laterMicros, long killedMicros)
      throws Exception {
    var processes = new ArrayList<Process>();
    var done = new ArrayList<Done>();
    try {
      for (int i = 0; i < lines.size(); i++) {
        processes.add(start(lines.get(i), i));
      }
      for (Process process : processes) {
        assertEquals("ready", process.inputReader(StandardCharsets.UTF_8).readLine());
      }
      long begin = System.nanoTime();
      for (int i : inOrder(laterMicros)) {
        await(begin, laterMicros[i]);
        processes.get(i).getOutputStream().write('\n');
        processes.get(i).getOutputStream().flush();
      }
      if (killedMicros >= 0) {
        await(begin, laterMicros[0] + killedMicros);
        processes.get(0).destroyForcibly();
      }
      for (int i = 0; i < processes.size(); i++) {
        assertTrue(processes.get(i).waitFor(5, TimeUnit.MINUTES), "still running");
        done.add(new Done(processes.get(i).exitValue(), Files.readString(err(i))));
      }
      lastMicros = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begin);
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
    return done;
  }

  private static int[] inOrder(long[] laterMicros) {
    return IntStream.range(0, laterMicros.length)
        .boxed()
        .sorted(Comparator.comparingLong(i -> laterMicros[i]))
        .mapToInt(i -> i)
        .toArray();
  }

  /** Waits until so many microseconds after a beginning. */
  private static void await(long begin, long micros) {
    long end = begin + TimeUnit.MICROSECONDS.toNanos(micros);
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private java.nio.file.Path err(int number) {
    return temp.resolve("err-" + number + ".txt");
  }

  private Process start(List<String> line, int number) throws IOException {
    java.nio.file.Path settings = temp.resolve("settings-" + number + ".xml");
    Configuration own = settings();
    own.set("hadoop.tmp.dir", temp.resolve("tmp-" + number).toString());
    try (OutputStream out = Files.newOutputStream(settings)) {
      own.writeXml(out);
    }
    var command =
        new ArrayList<String>(
            List.of(
                java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                PairMain.class.getName(),
                settings.toString(),
                testDir().toString()));
    command.addAll(line);
    return new ProcessBuilder(command).redirectError(err(number).toFile()).start();
  }

  /** Returns the settings of {@link #conf} that are not defaults. */
  private Configuration settings() {
    var defaults = new Configuration();
    var own = new Configuration(false);
    Configuration conf = conf();
    for (Map.Entry<String, String> setting : conf) {
      String value = conf.getRaw(setting.getKey());
      if (!value.equals(defaults.getRaw(setting.getKey()))) {
        own.set(setting.getKey(), value);
      }
    }
    return own;
  }

  private Done run(PairedCommand command, Path output) throws Exception {
    return run(List.of(line(command, output)), new long[1], -1).get(0);
  }

  private List<String> line(PairedCommand command, Path output) throws Exception {
    return command.line(inputs().toString(), output.toString());
  }

  private JobFiles undisturbed(PairedCommand command) throws Exception {
    if (!undisturbed.containsKey(command)) {
      Path output = path("undisturbed/" + command);
      Done done = run(command, output);
      assertEquals(0, done.code(), done.err());
      longestMicros = Math.max(longestMicros, lastMicros);
      undisturbed.put(command, JobFiles.of(fs(), output));
    }
    return undisturbed.get(command);
  }

  @Tag("hdfs")
  @Test
  void oneOfTwoCommandsWritesAnOutput() throws Exception {
    fuzz.until("pairs", PAIRS, this::pair);
  }

  private void pair(SplittableRandom random) throws Exception {
    PairedCommand first = any(random);
    PairedCommand second = random.nextBoolean() ? first : any(random);
    boolean kill = number % 3 == 0;
    undisturbed(first);
    Path folder = path("pair-" + number++);
    var output = new Path(folder, "out");
    long most = random.nextBoolean() ? 1 : 300_000;
    List<Done> done =
        run(
            List.of(line(first, output), line(second, output)),
            new long[] {random.nextLong(most), random.nextLong(most)},
            kill ? random.nextLong(longestMicros) : -1);
    List<PairedCommand> commands = List.of(first, second);
    String all = commands + ", " + done;
    int wrote = -1;
    for (int i = 0; i < 2; i++) {
      int code = done.get(i).code();
      if (code == 0) {
        assertEquals(-1, wrote, "both wrote: " + all);
        wrote = i;
      } else if (code == 2) {
        boolean claimed = done.get(i).err().contains("another command writes there: ");
        fuzz.count(claimed ? "refused by the claim" : "refused by the output", 1);
        assertTrue(claimed || done.get(i).err().contains("output exists already"), all);
      } else {
        assertTrue(kill && i == 0 && done.get(i).killed(), all);
        fuzz.count("killed", 1);
      }
    }
    fuzz.count("pairs", 1);
    if (wrote >= 0) {
      undisturbed(commands.get(wrote)).assertSame(JobFiles.of(fs(), output));
    }
    if (done.get(0).killed()) {
      next(any(random), output);
    } else {
      assertTrue(wrote >= 0, "none wrote: " + all);
      assertEquals(List.of("out"), names(folder));
    }
    fs().delete(folder, true);
  }

  private static PairedCommand any(SplittableRandom random) {
    return COMMANDS.get(random.nextInt(COMMANDS.size()));
  }

  /** Does what a user does after a kill: the command again, and what its error says. */
  private void next(PairedCommand command, Path output) throws Exception {
    JobFiles before = JobFiles.of(fs(), output);
    Done done = run(command, output);
    fuzz.count("of these taken over", done.err().contains("note: taken over") ? 1 : 0);
    if (done.code() == 2) {
      fuzz.count("of these with a way out", 1);
      assertTrue(done.err().contains("output exists already"), done.err());
      assertTrue(done.err().matches("(?s).*(remove it|name another output).*"), done.err());
      before.assertSame(JobFiles.of(fs(), output));
      fs().delete(output, true);
      done = run(command, output);
    }
    assertEquals(0, done.code(), done.err());
    undisturbed(command).assertSame(JobFiles.of(fs(), output));
    assertEquals(List.of("out"), names(output.getParent()));
  }

  /** What is in a folder, without what a killed publisher leaves, which its name says. */
  private List<String> names(Path folder) throws Exception {
    var names = new ArrayList<String>();
    for (FileStatus file : fs().listStatus(folder)) {
      String name = file.getPath().getName();
      if (!Publisher.isTemporary(name)) {
        names.add(name);
      }
    }
    return names;
  }
}
