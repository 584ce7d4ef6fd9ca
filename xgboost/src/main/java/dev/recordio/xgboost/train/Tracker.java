// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.train;

import java.util.Map;
import java.util.TreeMap;
import ml.dmlc.xgboost4j.java.RabitTracker;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where the workers of one training meet: XGBoost's tracker, which listens on one address. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class Tracker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Tracker.class);

  private final RabitTracker tracker;

  /**
   * Starts a tracker.
   *
   * @param host the address to listen on, which all workers must reach
   */
  public Tracker(TrainSettings settings, String host) throws XGBoostError {
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
   * Ends the tracker. That workers did not connect or went away, it says again: so only the log has
   * it.
   */
  @Override
  public void close() {
    try {
      tracker.stop();
    } catch (XGBoostError e) {
      LOG.warn("the tracker saw a worker fail: {}", e.getMessage().lines().findFirst().orElse(""));
    }
  }
}
