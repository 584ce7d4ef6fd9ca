// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.harness.Cost;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** A loop in Python over the records of a pipeline, which the launcher reads for it. */
public final class PythonLoop {
  private static final int NUMBERS = 3;

  private final List<String> command;

  /**
   * Creates the loop.
   *
   * @throws IOException when the script can't be read, or outside of a checkout
   */
  public PythonLoop(Launcher launcher, String spec) throws IOException {
    String source = PythonLoad.source("pipe_records.py");
    Path client = Launcher.home().resolve("engines").resolve("python");
    command =
        List.of(
            PythonLoad.python(),
            "-c",
            source,
            client.toString(),
            launcher.program().toString(),
            spec);
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
