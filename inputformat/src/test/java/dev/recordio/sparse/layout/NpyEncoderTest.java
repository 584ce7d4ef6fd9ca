// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.npy.NpyHeader;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrFixtures;
import dev.recordio.sparse.CsrSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Vectors beside a shard: NumPy's bytes. */
class NpyEncoderTest {
  static final List<String> SETS =
      CsrFixtures.DEFLATED.stream().filter(CsrFixtures.STORED::contains).toList();

  private static void assertFile(String fixture, CsrFixtures.Encoding encoding) throws IOException {
    assertArrayEquals(CsrFixtures.bytes(fixture), CsrFixtures.encode(encoding), fixture);
  }

  @ParameterizedTest
  @FieldSource("SETS")
  void labelsAreNumpysByteForByte(String set) throws IOException {
    CsrSource rows = CsrFixtures.rows(set, 13);
    ShardShape shape = ShardShape.of(rows);
    assertFile(set + ".label.npy", out -> new NpyEncoder(out::write).labels(rows, shape));
  }

  @Test
  void weightsQidsAndGroupsAreNumpysByteForByte() throws IOException {
    CsrSource weighted = CsrFixtures.rows("weighted", 13);
    ShardShape weightedShape = ShardShape.of(weighted);
    assertFile(
        "weighted.weight.npy", out -> new NpyEncoder(out::write).weights(weighted, weightedShape));
    CsrSource ranked = CsrFixtures.rows("rank_qid", 13);
    ShardShape shape = ShardShape.of(ranked);
    assertEquals(41, shape.groups());
    assertFile("rank_qid.qid.npy", out -> new NpyEncoder(out::write).qids(ranked, shape));
    int[] ends = QueryGroups.ofQids(ranked, shape);
    assertFile("rank_qid.group_ptr.npy", out -> new NpyEncoder(out::write).groups(ends));
  }

  @Test
  void aMatrixOfSideNumbersHasItsShape() throws IOException {
    var numbers = new float[] {1, 2, 3, 4, 5, 6};
    byte[] npy = CsrFixtures.encode(out -> new NpyEncoder(out::write).floats(numbers, 3));
    String header = new String(npy, 10, NpyHeader.BYTES - 10, StandardCharsets.US_ASCII);
    assertTrue(header.contains("'shape': (2, 3), }"), header);
    assertEquals(6f, CsrFixtures.numbers(npy).getFloat(20));
    assertThrows(
        IllegalArgumentException.class, () -> new NpyEncoder((b, o, n) -> {}).floats(numbers, 4));
  }

  @Test
  void fieldsFollowTheOrderOfTheSortedEntries() throws IOException {
    var block = new CsrBlock();
    block.addRow(1);
    block.add(9, 5, 1f);
    block.add(8, 2, 2f);
    CsrSource rows = CsrSource.of(block);
    ShardShape shape = ShardShape.of(rows);
    byte[] npy = CsrFixtures.encode(out -> new NpyEncoder(out::write).fields(rows, shape));
    assertEquals(8, CsrFixtures.numbers(npy).getInt(0));
    assertEquals(9, CsrFixtures.numbers(npy).getInt(4));
  }

  @Test
  void aQidThatNoInt64HoldsIsRefused() throws IOException {
    var block = new CsrBlock();
    block.addRow(1);
    block.setQid(-1);
    CsrSource rows = CsrSource.of(block);
    ShardShape shape = ShardShape.of(rows);
    var encoder = new NpyEncoder((b, o, n) -> {});
    var error = assertThrows(IllegalArgumentException.class, () -> encoder.qids(rows, shape));
    assertTrue(error.getMessage().contains("18446744073709551615"), error::getMessage);
  }
}
