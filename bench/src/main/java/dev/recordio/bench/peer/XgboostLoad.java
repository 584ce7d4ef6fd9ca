// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.data.RowFile;
import dev.recordio.bench.harness.Meter;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import java.io.IOException;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoostError;

/**
 * XGBoost4J's own loading of a LibSVM file into a DMatrix. It is native code, which ends the JVM on
 * failure: so it runs in its own JVM, where only the loading is timed.
 */
public final class XgboostLoad {
  /** Its name in tables. */
  public static final String NAME = "XGBoost4J";

  private XgboostLoad() {}

  /**
   * Loads a file and prints rows, entries, the sum of the labels' bits, and the cost of loading.
   */
  public static void main(String[] args) throws IOException, XGBoostError {
    new DMatrix(new float[] {1}, 1, 1, Float.NaN).dispose(); // loads the native library
    String uri = args[0] + "?format=libsvm";
    long wall = System.nanoTime();
    long cpu = Meter.processCpuNanos();
    var matrix = new DMatrix(uri);
    long cpuSpent = Meter.processCpuNanos() - cpu;
    long spent = System.nanoTime() - wall;
    long labels = 0;
    for (float label : matrix.getLabel()) {
      labels += Float.floatToRawIntBits(label);
    }
    System.out.printf(
        "%d %d %d %d %d %d%n",
        matrix.rowNum(), matrix.nonMissingNum(), labels, spent, cpuSpent, ProcessWatch.ownPeak());
  }

  /** Returns the loading of a file; its values can't be read back, so they are not compared. */
  public static Subject subject(RowFile file) {
    var truth = file.truth();
    return new Subject(
        NAME,
        Program.jvm(XgboostLoad.class)
            .work(seen -> new Tally(seen[0], seen[1], seen[2]), file.local()),
        new Tally(truth.rows(), truth.entries(), truth.labels()));
  }
}
