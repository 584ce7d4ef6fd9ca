// SPDX-License-Identifier: Apache-2.0
import dev.recordio.reader.Reader;
import dev.recordio.reader.Readers;
import dev.recordio.reader.RowBatch;
import dev.recordio.sparse.CsrBlock;
import java.util.Arrays;
import java.util.Map;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import org.apache.hadoop.conf.Configuration;

/**
 * Trains on the batches of a pipeline, and on a shard of csr. Prints for each: training rows, and the loss on these rows
 * after each round. A program of its own, because XGBoost is a native library.
 */
public class TrainFromBatches {
  private static final Map<String, Object> SETTINGS =
      Map.of("objective", "binary:logistic", "max_depth", 3, "eta", 0.5, "nthread", 1, "seed", 1);
  private static final int ROUNDS = 5;

  public static void main(String[] args) throws Exception {
    train(ofBatches(args[0], Integer.parseInt(args[1])));
    train(new DMatrix(args[2]));
  }

  /** Appends the arrays of each batch. */
  private static DMatrix ofBatches(String spec, int features) throws Exception {
    long[] offsets = {0};
    int[] indices = {};
    float[] values = {};
    float[] labels = {};
    int batches = 0;
    try (Reader<RowBatch> reader = Readers.open(new Configuration(), spec)) {
      while (reader.next()) {
        CsrBlock block = reader.get().block();
        int rows = labels.length;
        int entries = indices.length;
        labels = Arrays.copyOf(labels, rows + block.rows());
        System.arraycopy(block.labels(), 0, labels, rows, block.rows());
        offsets = Arrays.copyOf(offsets, labels.length + 1);
        for (int row = 1; row <= block.rows(); row++) {
          offsets[rows + row] = entries + block.offset(row);
        }
        indices = Arrays.copyOf(indices, entries + block.entries());
        System.arraycopy(block.indices(), 0, indices, entries, block.entries());
        values = Arrays.copyOf(values, indices.length);
        System.arraycopy(block.values(), 0, values, entries, block.entries());
        batches++;
      }
    }
    System.out.println(batches);
    var matrix =
        new DMatrix(
            offsets, indices, values, DMatrix.SparseType.CSR, features, Float.NaN, 1);
    matrix.setLabel(labels);
    return matrix;
  }

  private static void train(DMatrix rows) throws Exception {
    Booster booster = XGBoost.train(rows, SETTINGS, 0, Map.of(), null, null);
    float[] labels = rows.getLabel();
    var said = new StringBuilder().append(rows.rowNum());
    for (int round = 0; round < ROUNDS; round++) {
      booster.update(rows, round);
      float[][] predicted = booster.predict(rows);
      double loss = 0;
      for (int i = 0; i < labels.length; i++) {
        loss -= Math.log(labels[i] > 0.5f ? predicted[i][0] : 1.0 - predicted[i][0]);
      }
      said.append(' ').append(loss / labels.length);
    }
    System.out.println(said);
  }
}
