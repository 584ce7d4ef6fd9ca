// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.progress;

import dev.recordio.jobs.cli.result.DisplayWidth;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.apache.hadoop.mapreduce.Job;

/**
 * The progress of a command over all its jobs: a bar on a terminal, a line now and then elsewhere,
 * nothing when quiet. Each job has an equal part of what is left when it begins, so that the
 * percentage never goes back. Used by the one thread that waits for the job.
 *
 * <p>A bar is drawn over itself with carriage returns and spaces alone, so that there is nothing to
 * restore on the terminal.
 */
public final class JobProgress implements AutoCloseable {
  private static final long BAR_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long LINE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final LongSupplier clock;
  private final long begun;
  private int jobs = 1;
  private int started;
  private double shown;

  // Of the job that runs.
  private PrintStream err; // null: nothing is shown
  private IntSupplier columns; // null: not on a terminal
  private String name;
  private double from;
  private double to;
  private float done;
  private long bytes;
  private long jobBegun;
  private long last;
  private int drawn;

  /** Makes the progress of a command of one job. */
  public JobProgress() {
    this(System::nanoTime);
  }

  /**
   * @param clock nanoseconds
   */
  JobProgress(LongSupplier clock) {
    this.clock = clock;
    begun = clock.getAsLong();
  }

  /** Specifies how many jobs the command runs, those that have run included. */
  public void expect(int count) {
    jobs = count;
  }

  /** The next job is about to begin; {@link #close} ends what is shown of it. */
  public JobProgress open(Job job, PrintStream to, boolean quiet) {
    Terminal terminal = quiet ? null : Terminal.ofStderr();
    open(job.getJobName(), quiet ? null : to, terminal == null ? null : terminal::columns);
    return this;
  }

  /**
   * @param terminal its columns, at any time; null where there is none
   */
  void open(String job, PrintStream stream, IntSupplier terminal) {
    from = shown;
    to = from + (1 - from) / Math.max(1, jobs - started);
    started++;
    err = stream;
    columns = terminal;
    name = terminal == null ? job : ProgressLine.task(job);
    done = 0;
    drawn = 0;
    begun(0);
    last = jobBegun;
    if (terminal != null) {
      print();
    }
  }

  /**
   * The job has begun.
   *
   * @param ofInput its bytes; 0 when they are unknown
   */
  public void begun(Job job, long ofInput) {
    begun(ofInput);
    if (err != null && columns == null) {
      err.println(job.getJobName() + " (" + job.getJobID() + ")");
      err.flush();
    }
  }

  void begun(long ofInput) {
    bytes = ofInput;
    jobBegun = clock.getAsLong();
  }

  /**
   * Notes the progress, which is shown when it is time.
   *
   * @param fraction of the job that is done, 0 to 1, never less than before
   */
  public void at(float fraction) {
    done = fraction;
    if (err != null && clock.getAsLong() - last >= (columns == null ? LINE_NANOS : BAR_NANOS)) {
      print();
    }
  }

  /** Returns the fraction of the command that is done. */
  double fraction() {
    shown = Math.max(shown, from + (to - from) * done);
    return shown;
  }

  private void print() {
    last = clock.getAsLong();
    var line =
        new ProgressLine(
            name, fraction(), (long) (bytes * (double) done), last - jobBegun, last - begun);
    if (columns == null) {
      err.println(line.plain());
    } else {
      int width = columns.getAsInt() - 1; // some terminals begin a new line after the last column
      String bar = line.drawn(width);
      int before = drawn;
      drawn = DisplayWidth.of(bar);
      err.print("\r" + bar + " ".repeat(Math.max(0, Math.min(before, width) - drawn)));
    }
    err.flush();
  }

  /** Ends the line, if there is one; may be called again. */
  @Override
  public void close() {
    fraction(); // where the next job begins
    if (err != null && columns != null) {
      print();
      err.println();
      err.flush();
    }
    err = null;
  }
}
