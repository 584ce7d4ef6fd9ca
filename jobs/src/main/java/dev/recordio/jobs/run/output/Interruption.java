// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.output;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * The request to end running jobs, such as Ctrl-C: {@code JobRunner} checks for it while it waits
 * for a job. The process waits for the command to clean up, as after any failure.
 */
public final class Interruption {
  /** Before the file systems are closed, since jobs and their clean-up need them. */
  private static final int PRIORITY = FileSystem.SHUTDOWN_HOOK_PRIORITY + 10;

  /** Longer than YARN takes to kill a job by force. */
  private static final long MAX_WAIT_SECONDS = 40;

  private static final Interruption OF_PROCESS = new Interruption();

  private final AtomicInteger jobs = new AtomicInteger();
  private final CountDownLatch commandEnd = new CountDownLatch(1);
  private volatile boolean requested;

  public Interruption() {}

  /** The interruption of this process. It never occurs unless {@link #onShutdown} is called. */
  public static Interruption ofProcess() {
    return OF_PROCESS;
  }

  /**
   * Makes a signal that ends the process end its jobs first; for a process that is only ours. That
   * it has come is said by a hook of the machine: it works before Hadoop's classes are loaded.
   */
  public void onShutdown() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::say));
  }

  /**
   * Makes a shutdown wait for jobs. A command that has none does without: at its end, Hadoop's
   * hooks read its configuration for their timeout, which is a third of the time of a command that
   * does nothing.
   */
  public void awaitsJobs() {
    ShutdownHookManager.get()
        .addShutdownHook(this::shutDown, PRIORITY, MAX_WAIT_SECONDS, TimeUnit.SECONDS);
  }

  /** Notes that the command has ended and cleaned up: a shutdown need not wait for it. */
  public void commandEnded() {
    commandEnd.countDown();
  }

  private void say() {
    request();
    if (jobs.get() == 0 && commandEnd.getCount() > 0) {
      System.err.println("recordio: interrupted"); // a command with a job says so itself
    }
  }

  private void shutDown() {
    request();
    if (jobs.get() > 0) {
      try {
        commandEnd.await(MAX_WAIT_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // the process ends anyway, without waiting longer
      }
    }
  }

  /** Asks running and future jobs to end. */
  public void request() {
    requested = true;
  }

  /** Whether jobs must end. */
  public boolean isRequested() {
    return requested;
  }

  /** A job begins: a shutdown waits for its end, and for the command's. */
  public void jobBegins() {
    jobs.incrementAndGet();
  }

  /** A job has ended. */
  public void jobEnds() {
    jobs.decrementAndGet();
  }
}
