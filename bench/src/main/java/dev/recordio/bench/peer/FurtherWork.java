// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.harness.Cost;
import dev.recordio.bench.harness.Meter;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import java.io.IOException;

/**
 * Work over little and then over more: its cost is the difference, so that what a job costs before
 * its first record is left out. The processor time covers all threads.
 */
public final class FurtherWork implements Subject.Work {
  private final Subject.Work little;
  private final Subject.Work more;
  private Cost cost;

  /** Creates the work. */
  public FurtherWork(Subject.Work little, Subject.Work more) {
    this.little = little;
    this.more = more;
  }

  /** Does both, and returns the tally of the one over more. */
  @Override
  public Tally run() throws IOException {
    Meter meter = Meter.start(Meter.Scope.PROCESS);
    little.run();
    Cost before = meter.stop();
    meter = Meter.start(Meter.Scope.PROCESS);
    Tally tally = more.run();
    Cost all = meter.stop();
    cost =
        new Cost(
            Math.max(1, all.wall() - before.wall()),
            Math.max(1, all.cpu() - before.cpu()),
            all.peak(),
            all.memory());
    return tally;
  }

  @Override
  public Cost cost() {
    return cost;
  }
}
