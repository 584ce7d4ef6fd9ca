// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.sagemaker;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.layout.ShardCounts;
import dev.recordio.sparse.layout.ShardEncoder;
import dev.recordio.sparse.layout.ShardRows;
import dev.recordio.sparse.layout.ShardShape;
import dev.recordio.testing.SageMakerFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rows as SageMaker's records: sorted, never escaped, and nothing that has no place there. */
class SageMakerShardEncoderTest {
  private static byte[] write(ShardEncoder encoder, long columns, CsrBlock... blocks)
      throws IOException {
    CsrSource source = CsrSource.of(blocks);
    var counts = new ShardCounts(columns, 0, false, false);
    long bytes = 0;
    for (CsrBlock block : blocks) {
      encoder.check(block);
      for (int row = 0; row < block.rows(); row++) {
        bytes += encoder.rowBytes(block, row, counts);
      }
    }
    var out = new ByteArrayOutputStream();
    var shard = new ShardRows(source, ShardShape.of(source), columns, null, false);
    assertNull(encoder.write(shard, out::write));
    assertEquals(out.size(), encoder.bytes(counts.set(0, 0, 0, bytes)), "the size before writing");
    return out.toByteArray();
  }

  private static CsrBlock block(float label, Object... entries) {
    var block = new CsrBlock();
    addRow(block, label, entries);
    return block;
  }

  private static void addRow(CsrBlock block, float label, Object... entries) {
    block.addRow(label);
    for (int i = 0; i < entries.length; i += 2) {
      block.add(((Number) entries[i]).longValue(), ((Number) entries[i + 1]).floatValue());
    }
    block.setPosition(100L * block.rows());
  }

  @Test
  void rowsAreTheRecordsOfTheFixtureInAnyNumberOfBlocks() throws IOException {
    float magic = -1.80469888e9f;
    CsrBlock first = block(1, 126, -2.25, 0, 1, 3, 0.5); // not sorted
    addRow(first, 0);
    CsrBlock second = block(1, 5, magic);
    addRow(second, -1.5f, 1, magic, 2, magic, 100, 3e38);
    addRow(second, 0, 2, 1e-45, 7, -0f);
    var encoder = new SageMakerShardEncoder();
    byte[] expected = SageMakerFiles.fixture("sparse.pbr");
    assertArrayEquals(expected, write(encoder, 127, first, second));
    assertArrayEquals(expected, write(encoder, 127, first, second), "the next shard");
    assertEquals(".pbr", encoder.suffix());
    assertEquals(0, write(encoder, 127).length);
  }

  @Test
  void manyRowsAndWideColumnsAreThoseThatWereMeasured() throws IOException {
    var random = new Random(1);
    var block = new CsrBlock();
    var messages = new ArrayList<byte[]>();
    for (int row = 0; row < 500; row++) {
      block.addRow(row);
      long[] keys = new long[random.nextInt(60)];
      float[] values = new float[keys.length];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = (i == 0 ? 0 : keys[i - 1]) + 1 + (1L << random.nextInt(row < 250 ? 20 : 50));
        values[i] = random.nextFloat();
        block.add(keys[i], values[i]);
      }
      messages.add(SageMakerFiles.message(row, 1L << 60, keys, values));
    }
    byte[] file = write(new SageMakerShardEncoder(), 1L << 60, block);
    assertTrue(file.length > 1 << 16, "more than a buffer");
    assertArrayEquals(SageMakerFiles.file(messages), file);
  }

  @Test
  void weightsAndQueryIdsAreRefusedWithTheOptionThatLeavesThemOut() throws IOException {
    var encoder = new SageMakerShardEncoder();
    CsrBlock block = block(1, 0, 1);
    block.setWeight(2);
    var e = assertThrows(MalformedRecordException.class, () -> encoder.check(block));
    assertEquals(100, e.offset());
    assertTrue(e.expected().endsWith("(--without weight,qid leaves them out)"), e.expected());
    assertEquals("weight 2.0", e.found());
    CsrBlock ranked = block(1, 0, 1);
    ranked.setQid(-1);
    e = assertThrows(MalformedRecordException.class, () -> encoder.check(ranked));
    assertEquals("query id 18446744073709551615", e.found());
    CsrSource none = CsrSource.of(block(1, 0, 1));
    for (boolean weights : new boolean[] {true, false}) {
      ShardShape shape = ShardShape.of(none);
      shape.give(weights, !weights);
      var shard = new ShardRows(none, shape, 5, null, false);
      var told =
          assertThrows(
              IllegalArgumentException.class, () -> encoder.write(shard, (b, from, to) -> {}));
      assertTrue(told.getMessage().endsWith("--without weight,qid"), told.getMessage());
    }
  }

  @Test
  void columnTwiceInARowIsRefused() throws IOException {
    CsrBlock block = block(1, 0, 1, 1, 1);
    addRow(block, 0, 7, 1, 2, 1, 7, 5);
    var e =
        assertThrows(
            MalformedRecordException.class, () -> new SageMakerShardEncoder().check(block));
    assertEquals(200, e.offset());
    assertEquals("column 7 (from 0) twice", e.found());
  }

  @Test
  void columnBeyondTheShapeIsRefused() {
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () -> write(new SageMakerShardEncoder(), 126, block(1, 126, 1)));
    assertTrue(e.getMessage().contains("does not fit 126 columns"), e.getMessage());
  }

  @Test
  void rowWhoseRecordIsTooLongIsRefused() throws IOException {
    // Without the length of the shape, which is taken as the longest: 10 bytes for 1.
    int length = SageMakerFiles.message(1, 127, 1, 1, 1).length + 9;
    CsrBlock block = block(1, 0, 1, 1, 1, 2, 1);
    assertTrue(write(new SageMakerShardEncoder(length), 127, block).length > 0);
    var encoder = new SageMakerShardEncoder(length - 1);
    var e = assertThrows(MalformedRecordException.class, () -> encoder.check(block));
    assertEquals(100, e.offset());
    assertEquals(length + " bytes", e.found());
  }
}
