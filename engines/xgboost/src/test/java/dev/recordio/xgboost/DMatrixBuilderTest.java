// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.sparse.ColumnMap;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.xgboost.testing.Models;
import dev.recordio.xgboost.testing.Text;
import java.nio.file.Files;
import java.nio.file.Path;
import ml.dmlc.xgboost4j.java.DMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DMatrixBuilderTest {
  @TempDir Path dir;

  private static DMatrixBuilder read(Path text) throws Exception {
    var builder = new DMatrixBuilder();
    builder.add(Text.rows(text));
    return builder;
  }

  private byte[] saved(DMatrix matrix, String name) throws Exception {
    Path file = dir.resolve(name);
    matrix.saveBinary(file.toString());
    return Files.readAllBytes(file);
  }

  /** XGBoost's own file of the matrix is the same, byte for byte, as after its own parser. */
  @Test
  void theMatrixIsTheOneThatXgboostReadsFromText() throws Exception {
    Path text = Models.copy("/fixtures/libsvm/agaricus.txt.train", dir);
    DMatrixBuilder rows = read(text);
    DMatrix ours = rows.build(ColumnMap.asIs(rows.width()), 1);
    assertArrayEquals(saved(Models.text(text), "theirs"), saved(ours, "ours"));
  }

  /** XGBoost's parser does not round numbers as IEEE 754 does: so here csr has parsed the text. */
  @ParameterizedTest
  @ValueSource(strings = {"/rows/real.libsvm", "/rows/weighted.libsvm", "/rows/rank_qid.libsvm"})
  void theMatrixIsTheOneThatXgboostReadsFromItsBinaryFile(String name) throws Exception {
    Path text = Models.copy(name, dir);
    Path folder = Models.csr(text, dir.resolve("dmatrix"), "--to", "dmatrix-3.1");
    var theirs = new DMatrix(folder.resolve("part-00000-00000.buffer").toString());
    DMatrixBuilder rows = read(text);
    DMatrix ours = rows.build(ColumnMap.asIs(rows.width()), 1);
    assertArrayEquals(saved(theirs, "theirs"), saved(ours, "ours"));
  }

  private static CsrBlock group(float... weights) {
    var block = new CsrBlock();
    for (int i = 0; i < weights.length; i++) {
      block.addRow(i);
      block.add(7L * i, 1);
      block.setQid(i / 2);
      block.setWeight(weights[i]);
    }
    return block;
  }

  @Test
  void rowsOfAGroupGiveItTheirWeight() throws Exception {
    var rows = new DMatrixBuilder();
    rows.add(group(2, 2, 3, 3, 4));
    rows.checkGroups();
    DMatrix matrix = rows.build(ColumnMap.compact(rows.columns()), 1);
    assertArrayEquals(new float[] {2, 3, 4}, matrix.getWeight());
    assertArrayEquals(new int[] {0, 2, 4, 5}, matrix.getGroup());
  }

  @Test
  void differentWeightsInAGroupAreAnError() {
    var rows = new DMatrixBuilder();
    rows.add(group(2, 2, 3, 4));
    String message = assertThrows(IllegalArgumentException.class, rows::checkGroups).getMessage();
    assertTrue(message.contains("row 3") && message.contains("one weight a group"), message);
  }

  @Test
  void columnsOutsideOfTheMapAreLeftOut() throws Exception {
    var rows = new DMatrixBuilder();
    var block = new CsrBlock();
    block.addRow(1);
    block.add(5, 1);
    block.add(1L << 40, 2);
    block.addRow(0);
    block.add(6, 3);
    rows.add(block);
    assertEquals((1L << 40) + 1, rows.width());
    DMatrix matrix = rows.build(ColumnMap.compact(new long[] {5, 1L << 40}), 1);
    assertEquals(2, matrix.rowNum());
    assertEquals(2, matrix.nonMissingNum());
    assertEquals(0, rows.rows());
  }

  @Test
  void baseMarginsGoAlong() throws Exception {
    var rows = new DMatrixBuilder();
    rows.add(group(1, 1));
    rows.addMargins(new float[] {3, 4});
    DMatrix matrix = rows.build(ColumnMap.asIs(rows.width()), 1);
    assertArrayEquals(new float[] {3, 4}, matrix.getBaseMargin());
  }
}
