// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.progress;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.mapreduce.Job;

/**
 * The progress of a job: a bar on a terminal, a line now and then elsewhere, nothing when quiet.
 */
public abstract class JobProgress implements AutoCloseable {
  private static final long LINE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /**
   * The progress of a job that is about to begin is shown.
   *
   * @param span of the command
   */
  public static JobProgress open(Job job, ProgressSpan span, PrintStream err, boolean quiet) {
    span.begin();
    Terminal terminal = quiet ? null : Terminal.ofStderr();
    if (quiet) {
      return new Silent();
    }
    String name = job.getJobName();
    if (terminal != null) {
      var state = new State(ProgressBarView.task(name), span, System::nanoTime);
      return new ProgressBarView(err, terminal::columns, state);
    }
    return new Lines(err, new State(name, span, System::nanoTime));
  }

  /**
   * The job has begun.
   *
   * @param bytes of its input; 0 when they are unknown
   */
  public abstract void begun(Job job, long bytes);

  /**
   * Notes the progress.
   *
   * @param fraction of the job that is done, 0 to 1, never less than before
   */
  public abstract void at(float fraction);

  /** Ends the line, if there is one; may be called again. */
  @Override
  public void close() {}

  /** How far a job is. */
  static final class State {
    private final String name;
    private final ProgressSpan span;
    private final LongSupplier clock;
    private volatile long begun;
    private volatile long bytes;
    private volatile float done;

    /**
     * @param clock nanoseconds
     */
    State(String name, ProgressSpan span, LongSupplier clock) {
      this.name = name;
      this.span = span;
      this.clock = clock;
      begun = clock.getAsLong();
    }

    long now() {
      return clock.getAsLong();
    }

    public void begun(long ofInput) {
      bytes = ofInput;
      begun = now();
    }

    public void at(float fraction) {
      done = fraction;
    }

    ProgressLine line() {
      float fraction = done;
      return new ProgressLine(
          name, span.of(fraction), (long) (bytes * (double) fraction), now() - begun, span.nanos());
    }
  }

  private static final class Silent extends JobProgress {
    @Override
    public void begun(Job job, long bytes) {}

    @Override
    public void at(float fraction) {}
  }

  /** A line every 30 s. */
  static final class Lines extends JobProgress {
    private final PrintStream err;
    private final State state;
    private long last;

    Lines(PrintStream err, State state) {
      this.err = err;
      this.state = state;
      last = state.now();
    }

    @Override
    public void begun(Job job, long bytes) {
      state.begun(bytes);
      err.println(job.getJobName() + " (" + job.getJobID() + ")");
      err.flush();
    }

    @Override
    public void at(float fraction) {
      state.at(fraction);
      if (state.now() - last >= LINE_NANOS) {
        last = state.now();
        err.println(state.line().plain());
        err.flush();
      }
    }
  }
}
