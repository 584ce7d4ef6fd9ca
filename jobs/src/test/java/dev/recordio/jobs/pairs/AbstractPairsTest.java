// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.stream.Publisher;
import dev.recordio.fuzz.Fuzz;
import dev.recordio.jobs.faults.JobFiles;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.FileSystemUnderTest;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

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

  /** A command that has ended. */
  protected record Done(int code, String err) {
    boolean killed() {
      return code == 128 + 9;
    }
  }

  /** Returns the folder with the folders of {@link dev.recordio.jobs.faults.FaultInputs}. */
  protected abstract Path inputs() throws Exception;

  /** Whether {@link #run} can kill a command. */
  protected boolean canKill() {
    return false;
  }

  /**
   * Starts command lines together, and waits for their ends. They run on threads of this process,
   * unless a test has others.
   *
   * @param laterMicros how much later each begins
   * @param killedMicros when the first is killed, from its beginning on; -1 for never
   */
  protected List<Done> run(List<List<String>> lines, long[] laterMicros, long killedMicros)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(lines.size());
    try {
      var running = new ArrayList<Future<Recordio>>();
      long begin = System.nanoTime();
      for (int i = 0; i < lines.size(); i++) {
        String[] words = lines.get(i).toArray(new String[0]);
        long later = laterMicros[i];
        Configuration conf = conf();
        running.add(
            threads.submit(
                () -> {
                  await(begin, later);
                  return Recordio.run(conf, words);
                }));
      }
      var done = new ArrayList<Done>();
      for (Future<Recordio> each : running) {
        done.add(new Done(each.get().code(), each.get().err()));
      }
      return done;
    } finally {
      threads.shutdownNow();
    }
  }

  /** Waits until so many microseconds after a beginning. */
  protected static void await(long begin, long micros) {
    long end = begin + TimeUnit.MICROSECONDS.toNanos(micros);
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
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
      undisturbed.put(command, JobFiles.of(fs(), output));
    }
    return undisturbed.get(command);
  }

  @Test
  void oneOfTwoCommandsWritesAnOutput() throws Exception {
    fuzz.until("pairs", PAIRS, this::pair);
  }

  private void pair(SplittableRandom random) throws Exception {
    PairedCommand first = any(random);
    PairedCommand second = random.nextBoolean() ? first : any(random);
    boolean kill = canKill() && (number % 3 == 0);
    Path folder = path("pair-" + number++);
    var output = new Path(folder, "out");
    long most = random.nextBoolean() ? 1 : 300_000;
    List<Done> done =
        run(
            List.of(line(first, output), line(second, output)),
            new long[] {random.nextLong(most), random.nextLong(most)},
            kill ? random.nextLong(1_500_000) : -1);
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
