// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.sagemaker;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.recordio.formats.protobuf.ProtoWriter;
import dev.recordio.sparse.sagemaker.SageMakerRow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rows to messages: the bytes of protobuf's own writer, and the size that was announced. */
class SageMakerMessageTest {
  private static String message(float label, long columns, long[] keys, float... values) {
    var out = new ProtoWriter();
    long keyBytes = SageMakerShardEncoder.keyBytes(keys, 0, keys.length);
    SageMakerShardEncoder.begin(out, values, 0, keys.length, keyBytes, columns);
    for (long key : keys) {
      out.varint(key);
    }
    SageMakerShardEncoder.end(out, columns, label);
    assertEquals(SageMakerShardEncoder.size(keys.length, keyBytes, columns), out.length());
    return HexFormat.of().formatHex(out.array(), 0, out.length());
  }

  @Test
  void rowsAreTheBytesOfProtobuf() throws Exception {
    var rows = new ArrayList<String>();
    rows.add(message(1, 127, new long[] {0, 3, 126}, 1, 0.5f, -2.25f));
    rows.add(message(0, 127, new long[0]));
    rows.add(message(1, 127, new long[] {5}, -1.80469888e9f));
    rows.add(message(-1.5f, 127, new long[] {1, 2, 100}, -1.80469888e9f, -1.80469888e9f, 3e38f));
    rows.add(message(0, 127, new long[] {2, 7}, 1e-45f, -0f));
    try (var in = getClass().getResourceAsStream("/fixtures/formats/sagemaker/hex.txt")) {
      String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      assertEquals(text.lines().toList(), rows);
    }
  }

  @Test
  void whatIsWrittenIsReadWhateverItsLengths() throws Exception {
    var random = new Random(3);
    var out = new ProtoWriter();
    var row = new SageMakerRow();
    for (int count : List.of(0, 1, 2, 14, 15, 16, 30, 31, 32, 100, 126, 127, 128, 4096, 5000)) {
      long[] keys = new long[count];
      float[] values = new float[count];
      for (int i = 0; i < count; i++) {
        keys[i] = (i == 0 ? 0 : keys[i - 1] + 1) + (1L << random.nextInt(40));
        values[i] = random.nextFloat();
      }
      long columns = count == 0 ? 0 : keys[count - 1] + 1;
      byte[] message = HexFormat.of().parseHex(message(count, columns, keys, values));
      row.read(message, 0, message.length);
      assertEquals(count, row.label());
      assertEquals(columns, row.columns());
      assertEquals(count, row.entries());
      assertEquals(count == 0, row.isDense());
      assertArrayEquals(keys, Arrays.copyOf(row.keys(), count));
      assertArrayEquals(values, Arrays.copyOf(row.values(), count));
      out.clear();
    }
    assertFalse(row.isDense());
    int[] narrow = {0, 127, 128, Integer.MAX_VALUE};
    assertEquals(1 + 2 + 5, SageMakerShardEncoder.keyBytes(narrow, 1, 4));
    assertEquals(
        1 + 2 + 10, SageMakerShardEncoder.keyBytes(new long[] {0, 127, 128, -1L, 4}, 1, 4));
  }
}
