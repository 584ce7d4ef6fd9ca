// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.ml;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.util.MLReader;

/** The model that {@link SparseXGBoostClassifier} trains. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class SparseXGBoostClassificationModel
    extends SparseXGBoostModel<SparseXGBoostClassificationModel>
    implements ProbabilityParams<SparseXGBoostClassificationModel> {
  private static final long serialVersionUID = 1;

  /** Creates a model that is not trained. */
  @InterfaceAudience.Private
  public SparseXGBoostClassificationModel(String uid) {
    super(uid);
  }

  /** Returns what reads a model that was saved. */
  public static MLReader<SparseXGBoostClassificationModel> read() {
    return reader();
  }

  /** Reads a model that was saved. */
  public static SparseXGBoostClassificationModel load(String path) {
    return read().load(path);
  }

  @Override
  Prediction prediction() {
    return new Classes(
        !this.<String>value(rawPredictionCol()).isEmpty(),
        !this.<String>value(probabilityCol()).isEmpty());
  }

  /** A class, and which vectors are wanted with it. */
  private record Classes(boolean needsSums, boolean needsProbabilities) implements Prediction {
    @Override
    public List<Object> values(List<float[][]> predicted, int row) {
      double[] probabilities = ofClasses(predicted.get(0)[row], 1);
      var values = new ArrayList<Object>();
      if (needsSums) {
        values.add(Vectors.dense(ofClasses(predicted.get(1)[row], 0)));
      }
      if (needsProbabilities) {
        values.add(Vectors.dense(probabilities));
      }
      int best = 0;
      for (int i = 1; i < probabilities.length; i++) {
        best = probabilities[i] > probabilities[best] ? i : best;
      }
      values.add((double) best);
      return values;
    }

    /** Returns a number for each class; of two classes XGBoost predicts the second only. */
    private static double[] ofClasses(float[] numbers, double sum) {
      if (numbers.length == 1) {
        return new double[] {sum - numbers[0], numbers[0]};
      }
      double[] all = new double[numbers.length];
      for (int i = 0; i < all.length; i++) {
        all[i] = numbers[i];
      }
      return all;
    }
  }
}
