// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.external;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.sparse.ColumnMap;
import dev.recordio.sparse.ColumnSet;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.xgboost.DMatrixBuilder;
import dev.recordio.xgboost.WorkerRows;
import dev.recordio.xgboost.testing.ManyRows;
import dev.recordio.xgboost.testing.Models;
import dev.recordio.xgboost.testing.Text;
import dev.recordio.xgboost.testing.WorkerProcess;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExternalRowsTest {
  private static final int MAX_BIN = 4096; // all values, so that all matrices have the same bins

  @TempDir Path dir;

  /** XGBoost4J loads its library when it is used. */
  @BeforeAll
  static void use() throws Exception {
    new DMatrix(new float[] {1}, 1, 1, Float.NaN).dispose();
  }

  private static Map<String, String> params(String objective) {
    var params = new TreeMap<>(Models.BINARY);
    params.put("objective", objective);
    params.put("max_bin", Integer.toString(MAX_BIN));
    return params;
  }

  private static ColumnMap columns(CsrBlock rows) {
    var columns = new ColumnSet();
    columns.addAll(rows);
    return ColumnMap.compact(columns);
  }

  private static byte[] train(WorkerRows rows, ColumnMap columns, String objective)
      throws Exception {
    rows.checkGroups();
    DMatrix matrix = rows.build(columns, 1, null);
    try {
      return Models.alone(matrix, params(objective)).toByteArray("ubj");
    } finally {
      matrix.dispose();
    }
  }

  /** Weights, groups and margins are given batch by batch; a group is never cut. */
  @ParameterizedTest
  @CsvSource({
    "/rows/real.libsvm, binary:logistic, 1",
    "/rows/real.libsvm, binary:logistic, 700",
    "/rows/weighted.libsvm, binary:logistic, 100",
    "/rows/rank_qid.libsvm, rank:pairwise, 300"
  })
  void batchesTrainTheModelOfMemory(String name, String objective, int batchEntries)
      throws Exception {
    Path text = Models.copy(name, dir);
    CsrBlock rows = Text.rows(text);
    ColumnMap columns = columns(rows);
    var margins = new float[rows.rows()];
    for (int i = 0; i < margins.length; i++) {
      margins[i] = i % 3;
    }
    byte[] expected;
    try (var memory = new DMatrixBuilder()) {
      memory.add(Text.rows(text), margins);
      expected = train(memory, columns, objective);
    }
    try (var external = new ExternalRows(MAX_BIN, batchEntries)) {
      for (int row = 0; row < rows.rows(); row += 7) { // blocks that are no batches
        int end = Math.min(row + 7, rows.rows());
        var block = new CsrBlock();
        block.addRows(rows, row, end);
        external.add(block, Arrays.copyOfRange(margins, row, end));
      }
      assertArrayEquals(expected, train(external, columns, objective));
    }
  }

  @Test
  void columnsBeyond32BitsAreRead() throws Exception {
    var block = new CsrBlock();
    for (int row = 0; row < 20; row++) {
      block.addRow(row % 2);
      block.add(row % 2 == 0 ? 5 : 1L << 40, row);
      block.add(7, 1); // not in the map
    }
    ColumnMap columns = ColumnMap.compact(new long[] {5, 1L << 40});
    try (var external = new ExternalRows(MAX_BIN, 4)) {
      external.add(block, null);
      external.checkGroups();
      DMatrix matrix = external.build(columns, 1, null);
      assertEquals(20, matrix.rowNum());
      assertEquals(20, matrix.nonMissingNum());
      matrix.dispose();
    }
  }

  @Test
  void differentWeightsInAGroupAreAnError() throws Exception {
    var block = new CsrBlock();
    for (int row = 0; row < 4; row++) {
      block.addRow(row);
      block.add(row, 1);
      block.setQid(1);
      block.setWeight(row);
    }
    try (var external = new ExternalRows(MAX_BIN)) {
      external.add(block, null);
      assertThrows(IllegalArgumentException.class, external::checkGroups);
    }
  }

  @Test
  void whatXgboostRefusesIsItsError() throws Exception {
    CsrBlock rows = Text.rows(Models.copy("/rows/real.libsvm", dir));
    try (var external = new ExternalRows(1)) {
      external.add(rows, null);
      external.checkGroups();
      XGBoostError e =
          assertThrows(XGBoostError.class, () -> external.build(columns(rows), 1, null).dispose());
      assertTrue(e.getMessage().contains("max_bin"), e::getMessage);
    }
  }

  @Test
  void withoutJnaTheErrorNamesIt() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                WorkerProcess.classPath().replaceAll("[^:]*/jna-[^:]*", ""),
                ManyRows.class.getName(),
                "external",
                "10",
                "5",
                "5",
                "1")
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(1, process.waitFor(), said);
    assertTrue(
        said.contains(
            "InvalidSettingException: --external-memory needs net.java.dev.jna:jna on the class"
                + " path, which has no com/sun/jna/"),
        said);
  }

  /**
   * A disk that gives back less than was written: an error of the second pass, not a short matrix.
   */
  @Test
  void rowsThatAreCutOffOnDiskAreAnError() throws Exception {
    CsrBlock rows = Text.rows(Models.copy("/rows/real.libsvm", dir));
    Path folder;
    try (var external = new ExternalRows(MAX_BIN, 100)) {
      folder = external.folder();
      external.add(rows, null);
      external.checkGroups();
      try (var file = new RandomAccessFile(folder.resolve("rows").toFile(), "rw")) {
        file.setLength(file.length() - 1);
      }
      IOException e = assertThrows(IOException.class, () -> external.build(columns(rows), 1, null));
      assertTrue(e instanceof EOFException, e::toString);
      assertTrue(Files.exists(folder));
    }
    assertFalse(Files.exists(folder));
  }
}
