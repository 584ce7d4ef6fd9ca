// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.testing.Python;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** SciPy and XGBoost themselves load the output of csr; skipped if they are not installed. */
class PythonConsumersTest extends CsrTestBase {
  /** Stacks shards, whose names begin with a folder's, and compares them with the whole matrix. */
  private static final String STACK =
      """
      import sys, glob, numpy as np, scipy.sparse as sp
      names = sorted(glob.glob(sys.argv[2] + "/part-*.npz"))
      whole, both = sp.load_npz(sys.argv[1]), sp.vstack([sp.load_npz(n) for n in names]).tocsr()
      assert whole.shape == both.shape, (whole.shape, both.shape)
      assert (whole.indptr == both.indptr).all() and (whole.indices == both.indices).all()
      assert (whole.data.view("u4") == both.data.view("u4")).all()
      labels = np.concatenate([np.load(n.replace(".npz", ".label.npy")) for n in names])
      assert (labels == np.load(sys.argv[3])).all()
      print(len(names), *both.shape, both.nnz)
      """;

  /** Trains on a text and on a DMatrix file, and compares what both predict of another text. */
  private static final String TRAIN =
      """
      import sys, warnings, xgboost as xgb
      warnings.simplefilter("ignore")
      xgb.set_config(verbosity=0)
      settings = {"objective": "binary:logistic", "max_depth": 2, "eta": 1, "nthread": 1}
      test = xgb.DMatrix(sys.argv[3] + "?format=libsvm")
      def learn(name):
          train = xgb.DMatrix(name)
          assert train.num_row() == 6513 and train.num_col() == 127
          return xgb.train(settings, train, 2).predict(test)
      text, shard = learn(sys.argv[1] + "?format=libsvm"), learn(sys.argv[2])
      assert (text.view("u4") == shard.view("u4")).all()
      wrong = ((shard > 0.5) != (test.get_label() > 0.5)).sum()
      print(len(shard), wrong < len(shard) / 20)
      """;

  private Path made(Path text, String options) {
    csr(path("out"), options + " {}", text).ended(0);
    return path("out");
  }

  @Test
  void scipyStacksShardsToTheWhole() throws Exception {
    Python.assumeHas("scipy.sparse");
    Path output = made(copy("csr/real.libsvm"), "--shard-rows 90 --features 300");
    Path whole = copy("csr/real.stored.npz");
    assertEquals(
        "5 400 300 " + facts("csr/manifest.json", "real").get("nnz"),
        Python.run(STACK, whole, output, copy("csr/real.label.npy")));
  }

  @Test
  void xgboostLearnsTheSameFromADMatrixFileAsFromTheText() throws Exception {
    Python.assumeHas("xgboost");
    Path train = copy("libsvm/agaricus.txt.train");
    Path output = made(train, "--to dmatrix-1.6");
    Path shard = output.resolve("part-00000-00000.buffer");
    assertEquals("1611 True", Python.run(TRAIN, train, shard, copy("libsvm/agaricus.txt.test")));
  }
}
