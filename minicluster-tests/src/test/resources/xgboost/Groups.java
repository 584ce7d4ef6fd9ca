// SPDX-License-Identifier: Apache-2.0
import java.util.Arrays;
import ml.dmlc.xgboost4j.java.DMatrix;

/** Prints where the query groups of files begin and end, a line each, as XGBoost has them. */
public final class Groups {
  private Groups() {}

  public static void main(String[] files) throws Exception {
    for (String file : files) {
      System.out.println(Arrays.toString(new DMatrix(file).getGroup()));
    }
  }
}
