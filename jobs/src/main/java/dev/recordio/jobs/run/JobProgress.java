// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapreduce.Job;

/**
 * The progress of a job: a bar on a terminal, a line now and then elsewhere, nothing when quiet.
 */
abstract class JobProgress implements AutoCloseable {
  /** Set by bin/recordio when stderr is a terminal: its width in columns. */
  private static final String COLUMNS = "RECORDIO_COLUMNS";

  private static final int DEFAULT_COLUMNS = 80;
  private static final long LINE_NANOS = TimeUnit.SECONDS.toNanos(10);

  static JobProgress open(Job job, PrintStream err, boolean quiet) {
    if (quiet) {
      return new Silent();
    }
    int columns = terminalColumns();
    return columns > 0 ? new ProgressBarView(job.getJobName(), err, columns) : new Lines(job, err);
  }

  /** Returns the width of the terminal at the other end of stderr; 0 when it is not a terminal. */
  private static int terminalColumns() {
    String columns = System.getenv(COLUMNS);
    if (columns != null && columns.matches("[0-9]{1,4}")) {
      return Math.max(Integer.parseInt(columns), 20);
    }
    return System.console() == null ? 0 : DEFAULT_COLUMNS;
  }

  /**
   * @param fraction done, 0 to 1
   */
  abstract void at(float fraction);

  @Override
  public void close() {}

  private static final class Silent extends JobProgress {
    @Override
    void at(float fraction) {}
  }

  private static final class Lines extends JobProgress {
    private final PrintStream err;
    private final String name;
    private long last = System.nanoTime();

    Lines(Job job, PrintStream err) {
      this.err = err;
      this.name = job.getJobName();
      err.println(name + " (" + job.getJobID() + ")");
      err.flush();
    }

    @Override
    void at(float fraction) {
      long now = System.nanoTime();
      if (now - last >= LINE_NANOS) {
        last = now;
        err.println(name + ": " + (int) (fraction * 100) + " %");
        err.flush();
      }
    }
  }
}
