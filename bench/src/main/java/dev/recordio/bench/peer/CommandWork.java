// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.harness.Cost;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import java.io.IOException;
import java.util.function.Function;

/** The work of running a process to its end, with its measured cost. */
public final class CommandWork implements Subject.Work {
  /** Starts a process and waits for it. */
  @FunctionalInterface
  public interface Start {
    /** Runs it. */
    Processes.Ended run() throws IOException;
  }

  /** Examines the result of a process. */
  @FunctionalInterface
  public interface Look {
    /** Returns the result. */
    Tally at(Processes.Ended ended) throws IOException;
  }

  private final Start start;
  private final Look look;
  private final Function<Processes.Ended, Cost> price;
  private Cost cost;

  /**
   * @param start runs the process
   * @param look examines the result; its time does not count
   * @param price what of the process counts
   */
  public CommandWork(Start start, Look look, Function<Processes.Ended, Cost> price) {
    this.start = start;
    this.look = look;
    this.price = price;
  }

  @Override
  public Tally run() throws IOException {
    Processes.Ended ended = start.run();
    cost = price.apply(ended);
    return look.at(ended);
  }

  @Override
  public Cost cost() {
    return cost;
  }
}
