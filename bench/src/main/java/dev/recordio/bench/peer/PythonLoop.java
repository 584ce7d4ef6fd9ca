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

/** A loop in Python over records. */
public final class PythonLoop {
  private static final int NUMBERS = 3;

  private final List<String> command;

  private PythonLoop(String script, String... arguments) throws IOException {
    var words = new ArrayList<>(List.of(PythonLoad.python(), "-c", PythonLoad.source(script)));
    words.addAll(List.of(arguments));
    command = List.copyOf(words);
  }

  /**
   * Returns a loop over the records of a pipeline, which the launcher reads for it.
   *
   * @throws IOException when reading the script fails, or outside of a checkout
   */
  public static PythonLoop piped(Launcher launcher, String spec) throws IOException {
    Path client = Launcher.home().resolve("engines").resolve("python");
    return new PythonLoop(
        "pipe_records.py", client.toString(), launcher.program().toString(), spec);
  }

  /**
   * Returns a loop that reads a local file with the standard library alone.
   *
   * @throws IOException when reading the script fails
   */
  public static PythonLoop alone(String file) throws IOException {
    return new PythonLoop("read_records.py", file);
  }

  /** Returns the work whose time begins with the first record. */
  public Subject.Work fromFirstRecord() {
    return work(true);
  }

  /** Returns the work whose time covers the whole program. */
  public Subject.Work whole() {
    return work(false);
  }

  private Subject.Work work(boolean fromFirst) {
    return new CommandWork(
        () -> Processes.run(command, Launcher.ENVIRONMENT),
        ended -> {
          long[] numbers = numbers(ended);
          return new Tally(numbers[0], numbers[1], 0);
        },
        ended ->
            new Cost(
                fromFirst ? numbers(ended)[2] : ended.wall(),
                0, // two processes: the time of one would mislead
                ended.watched().peak(),
                Cost.Memory.RSS));
  }

  private static long[] numbers(Processes.Ended ended) {
    long[] numbers =
        Arrays.stream(ended.out().strip().split(" ")).mapToLong(Long::parseLong).toArray();
    if (numbers.length != NUMBERS) {
      throw new IllegalStateException("expected three numbers, found: " + ended.out());
    }
    return numbers;
  }
}
