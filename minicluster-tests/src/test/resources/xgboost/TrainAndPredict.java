// SPDX-License-Identifier: Apache-2.0
import java.util.Arrays;
import java.util.Map;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;

/**
 * Trains on each file but the last and predicts the last one. Prints for each: training rows, rows predicted, how many
 * of these were predicted wrong, a hash of the predictions. A program of its own, because XGBoost is a native library.
 */
public class TrainAndPredict {
  private static final Map<String, Object> SETTINGS =
      Map.of(
          "objective", "binary:logistic",
          "max_depth", 2,
          "eta", 1.0,
          "nthread", 1,
          "seed", 1);

  public static void main(String[] files) throws Exception {
    var test = new DMatrix(files[files.length - 1]);
    for (String file : Arrays.copyOf(files, files.length - 1)) {
      var train = new DMatrix(file);
      Booster booster = XGBoost.train(train, SETTINGS, 2, Map.of(), null, null);
      float[][] predicted = booster.predict(test);
      float[] labels = test.getLabel();
      int wrong = 0;
      for (int i = 0; i < labels.length; i++) {
        wrong += predicted[i][0] > 0.5f == labels[i] > 0.5f ? 0 : 1;
      }
      System.out.printf(
          "%d %d %d %x%n",
          train.rowNum(), test.rowNum(), wrong, Arrays.deepHashCode(predicted));
    }
  }
}
