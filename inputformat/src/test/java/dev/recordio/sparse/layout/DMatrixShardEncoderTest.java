// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrFixtures;
import dev.recordio.sparse.CsrSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** DMatrix files: XGBoost's bytes, and what it could not train on. */
class DMatrixShardEncoderTest {
  static final List<String> SETS = CsrFixtures.DMATRIX;

  private static byte[] file(
      DMatrixDialect dialect, CsrSource source, long columns, float[] margins) throws IOException {
    var rows = new ShardRows(source, ShardShape.of(source), columns, margins, false);
    return CsrFixtures.encode(out -> new DMatrixShardEncoder(dialect).write(rows, out::write));
  }

  private static byte[] file(DMatrixDialect dialect, CsrSource source, long columns)
      throws IOException {
    return file(dialect, source, columns, null);
  }

  @ParameterizedTest
  @FieldSource("SETS")
  void filesAreThoseOfXgboostByteForByte(String set) throws IOException {
    long columns = CsrFixtures.columns(set);
    for (int rows : new int[] {1, 11, 1000}) {
      CsrSource source = CsrFixtures.rows(set, rows);
      assertArrayEquals(
          CsrFixtures.bytes(set + ".xgb-v1.7.4.buffer"),
          file(DMatrixDialect.V1_6, source, columns));
      assertArrayEquals(
          CsrFixtures.bytes(set + ".xgb-v3.4.0.buffer"),
          file(DMatrixDialect.V3_1, source, columns));
    }
  }

  /**
   * The rows of {@code sidefiles} are those of {@code weighted} without their weights. The values
   * are those of the fixture: XGBoost read text, and some came out one ulp off.
   */
  private static CsrSource sideRows(byte[] fixture, float[] weights, long[] qids)
      throws IOException {
    ByteBuffer file = ByteBuffer.wrap(fixture).order(ByteOrder.LITTLE_ENDIAN);
    var block = new CsrBlock();
    CsrFixtures.rows("weighted")
        .pass(
            from -> {
              int pairs = fixture.length - 8 * from.entries();
              for (int r = 0; r < from.rows(); r++) {
                block.addRow(from.labels()[r]);
                if (weights != null) {
                  block.setWeight(weights[block.rows() - 1]);
                }
                if (qids != null) {
                  block.setQid(qids[block.rows() - 1]);
                }
                for (int i = from.offset(r); i < from.offset(r + 1); i++) {
                  float value = file.getFloat(pairs + 8 * i + 4);
                  assertEquals(from.values()[i], value, Math.ulp(value));
                  block.add(from.index(i), value);
                }
              }
            });
    return CsrSource.of(block);
  }

  private static float[] floats(String sideFile) {
    List<String> lines = CsrFixtures.lines(sideFile);
    var numbers = new float[lines.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Float.parseFloat(lines.get(i));
    }
    return numbers;
  }

  @Test
  void sideFilesGiveWeightsGroupsAndMargins() throws IOException {
    float[] margin = floats("sidefiles.libsvm.base_margin");
    float[] weights = floats("sidefiles.libsvm.weight");
    var qids = LongStream.builder();
    List<String> groups = CsrFixtures.lines("sidefiles.libsvm.group");
    for (int group = 0; group < groups.size(); group++) {
      for (long row = Long.parseLong(groups.get(group)); row > 0; row--) {
        qids.add(group);
      }
    }
    assertSideFiles("weight_margin", weights, null, margin);
    assertSideFiles("group_margin", null, qids.build().toArray(), margin);
  }

  private static void assertSideFiles(String name, float[] weights, long[] qids, float[] margin)
      throws IOException {
    byte[] fixture = CsrFixtures.bytes("sidefiles." + name + ".xgb-v1.7.4.buffer");
    CsrSource rows = sideRows(fixture, weights, qids);
    assertArrayEquals(fixture, file(DMatrixDialect.V1_6, rows, 80, margin));
  }

  @Test
  void marginsOfOtherRowsAreRefused() throws IOException {
    CsrSource rows = CsrFixtures.rows("tiny");
    var error =
        assertThrows(
            IllegalArgumentException.class, () -> file(DMatrixDialect.V3_1, rows, 4, new float[7]));
    assertTrue(error.getMessage().contains("rows"), error::getMessage);
  }

  @Test
  void rowsOfAGroupShareOneWeight() throws IOException {
    var block = new CsrBlock();
    for (int r = 0; r < 4; r++) {
      block.addRow(r);
      block.setQid(r / 2);
      block.setWeight(1 + r / 2);
    }
    CsrSource rows = CsrSource.of(block);
    int[] ends = QueryGroups.ofQids(rows, ShardShape.of(rows));
    assertArrayEquals(new int[] {0, 2, 4}, ends);
    assertArrayEquals(new float[] {1, 2}, QueryGroups.weights(ends, rows));
    block.setWeight(9);
    var error =
        assertThrows(IllegalArgumentException.class, () -> file(DMatrixDialect.V1_6, rows, 1));
    assertTrue(error.getMessage().startsWith("row 3 of the shard has weight 9.0"));
  }

  @Test
  void columnsThat32BitsDoNotCountAreRefused() throws IOException {
    var block = new CsrBlock();
    block.addRow(1);
    block.add(4294967294L, 1);
    CsrSource rows = CsrSource.of(block);
    byte[] file = file(DMatrixDialect.V3_1, rows, DMatrixShardEncoder.MAX_COLUMNS);
    assertEquals((byte) 0xfe, file[file.length - 8]);
    assertEquals((byte) 0xff, file[file.length - 5]);
    var error =
        assertThrows(
            IllegalArgumentException.class,
            () -> file(DMatrixDialect.V3_1, rows, DMatrixShardEncoder.MAX_COLUMNS + 1));
    assertTrue(error.getMessage().contains("write npz"), error::getMessage);
    assertThrows(
        IllegalArgumentException.class, () -> file(DMatrixDialect.V3_1, rows, 4294967294L));
  }

  @Test
  void rowsOutOfOrderAreSorted() throws IOException {
    var sorted = new CsrBlock();
    var mixed = new CsrBlock();
    sorted.addRow(1);
    mixed.addRow(1);
    for (int i = 0; i < 1000; i++) {
      sorted.add(i, i);
      mixed.add(i * 7 % 1000, i * 7 % 1000);
    }
    assertArrayEquals(
        file(DMatrixDialect.V1_6, CsrSource.of(sorted), 1000),
        file(DMatrixDialect.V1_6, CsrSource.of(mixed), 1000));
  }
}
