// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mxnet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The harness itself: a known file gives the batches that are known of it. */
class RecordIterTest {
  @Test
  void aKnownFileGivesItsKnownBatches(@TempDir Path folder) throws Exception {
    Path records = Files.write(folder.resolve("one.rec"), bytes("one.rec"));
    float[] data = numbers("crop.npy");
    float[] labels = numbers("crop.label.npy");
    int image = 3 * 24 * 24;
    assertEquals(20 * image, data.length);
    try (var iterator =
        new RecordIter(
            Map.of(
                "path_imgrec", records.toString(), "data_shape", "(3,24,24)", "batch_size", "5"))) {
      for (int row = 0; row < 20; row += 5) {
        assertTrue(iterator.next());
        assertEquals(0, iterator.pad());
        assertArrayEquals(
            Arrays.copyOfRange(data, row * image, (row + 5) * image), iterator.data());
        assertArrayEquals(Arrays.copyOfRange(labels, row, row + 5), iterator.labels());
      }
      assertFalse(iterator.next());
    }
  }

  private static byte[] bytes(String name) throws IOException {
    try (InputStream in = RecordIterTest.class.getResourceAsStream("/mxnet/" + name)) {
      return in.readAllBytes();
    }
  }

  private static float[] numbers(String name) throws IOException {
    ByteBuffer npy = ByteBuffer.wrap(bytes(name)).order(ByteOrder.LITTLE_ENDIAN);
    npy.position(10 + npy.getShort(8));
    float[] numbers = new float[npy.remaining() / Float.BYTES];
    npy.asFloatBuffer().get(numbers);
    return numbers;
  }
}
