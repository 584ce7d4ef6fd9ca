// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.harness.Cost;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A separate program, bound to one processor, that prints one line of numbers: what it has read,
 * then wall-clock nanoseconds (0: the whole process is timed), processor nanoseconds, and the
 * largest resident set in bytes.
 */
public final class Program {
  /** What begins a command that runs on one processor. */
  public static final List<String> ONE_PROCESSOR = List.of("taskset", "-c", "0");

  private static final int COST_WORDS = 3;

  private final List<String> command;
  private final List<String> pinned;

  /** Makes a program of a command and its first arguments, which runs on one processor. */
  public Program(List<String> command) {
    this(command, ONE_PROCESSOR);
  }

  private Program(List<String> command, List<String> pinned) {
    this.command = List.copyOf(command);
    this.pinned = pinned;
  }

  /** Returns the same program, which runs on all processors. */
  public Program onAllProcessors() {
    return new Program(command, List.of());
  }

  /**
   * Returns a class of ours in its own JVM, with one thread for compilation and garbage collection.
   */
  public static Program jvm(Class<?> main) {
    return new Program(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx1g",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName()));
  }

  /**
   * Runs it.
   *
   * @throws IOException when it fails; the message has its output
   */
  public Ran run(Object... arguments) throws IOException {
    var all = new ArrayList<>(pinned);
    all.addAll(command);
    Arrays.stream(arguments).map(Object::toString).forEach(all::add);
    Processes.Ended ended = Processes.run(all);
    String[] words = ended.out().strip().split(" ");
    int seen = words.length - COST_WORDS;
    if (seen < 0 || !ended.out().strip().matches("-?\\d+( -?\\d+)*")) {
      throw new IOException(
          command.get(0) + ": expected a line of numbers, found: " + ended.out().strip());
    }
    long[] cost = Arrays.stream(words, seen, words.length).mapToLong(Long::parseLong).toArray();
    long wall = cost[0] == 0 ? ended.wall() : cost[0];
    return new Ran(
        Arrays.stream(words, 0, seen).mapToLong(Long::parseLong).toArray(),
        new Cost(wall, cost[1], cost[2], Cost.Memory.RSS));
  }

  /**
   * The result of a run.
   *
   * @param seen the numbers before the cost
   * @param cost its cost
   */
  public record Ran(long[] seen, Cost cost) {}

  /** Converts the numbers of a program to a tally. */
  @FunctionalInterface
  public interface Seen {
    /** Returns the tally of the numbers; fails if they are invalid. */
    Tally tally(long[] numbers);
  }

  /** Returns the work of running it with arguments. */
  public Subject.Work work(Seen seen, Object... arguments) {
    return new Subject.Work() {
      private Cost cost;

      @Override
      public Tally run() throws IOException {
        Ran ran = Program.this.run(arguments);
        cost = ran.cost();
        return seen.tally(ran.seen());
      }

      @Override
      public Cost cost() {
        return cost;
      }
    };
  }
}
