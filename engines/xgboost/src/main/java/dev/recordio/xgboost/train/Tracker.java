// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.train;

import dev.recordio.xgboost.NativeLibrary;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import ml.dmlc.xgboost4j.java.RabitTracker;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where the workers of one training meet: XGBoost's tracker, which listens on one address. */
public final class Tracker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Tracker.class);

  private static final int END_SECONDS = 10;

  private final RabitTracker tracker;

  /**
   * Starts a tracker.
   *
   * @param host the address to listen on, which all workers must reach
   * @throws IOException when this machine can't load XGBoost4J's library
   */
  public Tracker(TrainSettings settings, String host) throws IOException, XGBoostError {
    NativeLibrary.load();
    tracker = new RabitTracker(settings.workers(), host, 0, settings.timeoutSeconds());
    tracker.start();
  }

  /** Returns what a worker must know to connect. */
  public Map<String, String> args() throws XGBoostError {
    var args = new TreeMap<String, String>();
    tracker.getWorkerArgs().forEach((key, value) -> args.put(key, value.toString()));
    return args;
  }

  /**
   * Waits until all workers have gone, which need the tracker for that; not for long, as one that
   * was killed does not say so.
   */
  public void awaitEnd() {
    quietly(() -> tracker.waitFor(END_SECONDS));
  }

  /** Ends the tracker. */
  @Override
  public void close() {
    quietly(tracker::stop);
  }

  /** What XGBoost's tracker can do. */
  private interface Step {
    void run() throws XGBoostError;
  }

  /** That a worker failed, or did not come, is said by the workers: so only the log has it. */
  private static void quietly(Step step) {
    try {
      step.run();
    } catch (XGBoostError e) {
      LOG.warn("the tracker saw a worker fail: {}", e.getMessage());
    }
  }
}
