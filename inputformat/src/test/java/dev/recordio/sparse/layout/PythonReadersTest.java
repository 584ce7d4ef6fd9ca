// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrFixtures;
import dev.recordio.sparse.CsrSource;
import dev.recordio.testing.Python;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SciPy and NumPy themselves load the files, where the machine has them; else skipped. */
class PythonReadersTest {
  /** Loads shards, stacks them, and compares with the whole. */
  private static final String STACK =
      """
      import sys, numpy as np, scipy.sparse as sp
      whole = sp.load_npz(sys.argv[1])
      shards = [sp.load_npz(name) for name in sys.argv[2:]]
      both = sp.vstack(shards).tocsr()
      assert whole.dtype == both.dtype == np.float32, both.dtype
      assert (whole.indptr == both.indptr).all() and (whole.indices == both.indices).all()
      assert (whole.data.view('u4') == both.data.view('u4')).all()
      print(both.shape[0], both.shape[1], both.nnz)
      """;

  private static Path npz(Path file, CsrSource rows, long columns, boolean deflate)
      throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      new NpzShardEncoder(deflate)
          .write(new ShardRows(rows, ShardShape.of(rows), columns, null, false), out::write);
    }
    return file;
  }

  @Test
  void scipyStacksShardsToTheWhole(@TempDir Path folder) throws Exception {
    Python.assumeHas("scipy.sparse");
    var blocks = new ArrayList<CsrBlock>();
    for (int part = 0; part < 3; part++) {
      var block = new CsrBlock();
      for (int r = 0; r < 50; r++) {
        block.addRow(r);
        for (int i = 0; i < r % 7; i++) {
          block.add((i * 31 + r) % 120, r / 3f - part);
        }
      }
      blocks.add(block);
    }
    CsrBlock[] all = blocks.toArray(new CsrBlock[0]);
    Path whole = npz(folder.resolve("whole.npz"), CsrSource.of(all), 200, false);
    Path a = npz(folder.resolve("a.npz"), CsrSource.of(all[0], all[1]), 200, true);
    Path b = npz(folder.resolve("b.npz"), CsrSource.of(all[2]), 200, false);
    Path none = npz(folder.resolve("none.npz"), CsrSource.of(), 200, false);
    long entries = ShardShape.of(CsrSource.of(all)).entries();
    assertEquals("150 200 " + entries, Python.run(STACK, whole, a, none, b));
  }

  @Test
  void scipyLoadsInt64Shards(@TempDir Path folder) throws Exception {
    Python.assumeHas("scipy.sparse");
    var block = new CsrBlock();
    block.addRow(1);
    block.add(3, 1);
    block.add(5_000_000_000L, 2);
    Path file = npz(folder.resolve("wide.npz"), CsrSource.of(block), 5_000_000_001L, false);
    assertEquals("1 5000000001 2", Python.run(STACK, file, file));
  }

  @Test
  void numpyLoadsVectors(@TempDir Path folder) throws Exception {
    Python.assumeHas("numpy");
    Path file = folder.resolve("margin.npy");
    byte[] npy =
        CsrFixtures.encode(
            out -> new NpyEncoder(out::write).floats(new float[] {1, 2, 3, 4, 5, 6}, 3));
    Files.write(file, npy);
    String script = "import sys, numpy; a = numpy.load(sys.argv[1]); print(a.shape, a.sum())";
    assertEquals("(2, 3) 21.0", Python.run(script, file));
  }
}
