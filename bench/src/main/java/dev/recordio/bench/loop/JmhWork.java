// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.loop;

import dev.recordio.bench.harness.Cost;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * One fork of JMH over one loop. It reports the wall-clock time of one pass; processor time and
 * memory are unknown.
 */
public final class JmhWork implements Subject.Work {
  private static final int WARM_UPS = 3;

  private final ChainedOptionsBuilder options;
  private Cost cost;

  /**
   * Makes the work.
   *
   * @param loop a class of benchmarks
   * @param method one of them
   * @param parameters names and values
   * @param millis of an iteration
   * @param forks JVMs that are started for a run; 0 for this one
   */
  public JmhWork(
      Class<?> loop, String method, Map<String, String> parameters, int millis, int forks) {
    options =
        new OptionsBuilder()
            .include("^" + Pattern.quote(loop.getName() + "." + method) + "$")
            .mode(Mode.AverageTime)
            .timeUnit(TimeUnit.NANOSECONDS)
            .warmupIterations(WARM_UPS)
            .warmupTime(TimeValue.milliseconds(millis))
            .measurementIterations(1)
            .measurementTime(TimeValue.milliseconds(millis))
            .forks(forks)
            .jvmArgs("-Xms256m", "-Xmx256m", "-XX:+UseSerialGC")
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT);
    parameters.forEach((name, value) -> options.param(name, value));
  }

  @Override
  public Tally run() throws IOException {
    try {
      double nanos = new Runner(options.build()).runSingle().getPrimaryResult().getScore();
      cost = new Cost(Math.round(nanos), 0, 0, Cost.Memory.RSS);
      return new Tally(0, 0, 0);
    } catch (RunnerException e) {
      throw new IOException(e);
    }
  }

  @Override
  public Cost cost() {
    return cost;
  }
}
