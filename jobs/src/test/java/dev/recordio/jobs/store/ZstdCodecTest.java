// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.store.layout.ValueCodec;
import dev.recordio.store.schema.FieldCodec;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZstdCodecTest {
  private final ValueCodec codec = ValueCodec.of(FieldCodec.ZSTD);

  private static byte[] value(int length) {
    var random = new Random(length);
    byte[] value = new byte[length];
    for (int i = 0; i < length; i++) {
      value[i] = (byte) random.nextInt(4);
    }
    return value;
  }

  @Test
  void itIsFoundAsAService() {
    assertEquals(ZstdCodec.class, codec.getClass());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100, 4096, 300_000})
  void valuesComeBack(int length) throws IOException {
    byte[] value = value(length);
    byte[] packed = new byte[length + 1000];
    int size = codec.compress(value, 0, length, packed, 7, packed.length - 7);
    assertTrue(length < 1000 || size < length / 2, size + " of " + length);
    byte[] plain = new byte[length + 6];
    codec.decompress(packed, 7, size, plain, 3, length);
    assertArrayEquals(value, java.util.Arrays.copyOfRange(plain, 3, 3 + length));
    assertEquals(0, plain[0] | plain[2] | plain[length + 3] | plain[length + 5]);
  }

  @Test
  void aValueThatDoesNotFitSaysSoAndWritesNothingOutside() throws IOException {
    byte[] value = value(1000);
    byte[] all = new byte[2000];
    int size = codec.compress(value, 0, 1000, all, 0, 2000);
    for (int room = 0; room < size + 3; room++) {
      byte[] to = new byte[room + 20];
      int written = codec.compress(value, 0, 1000, to, 10, room);
      assertEquals(room < size ? -1 : size, written, "room " + room);
      for (int i = 0; i < 10; i++) {
        assertEquals(0, to[i] | to[10 + room + i], "room " + room);
      }
    }
  }

  @Test
  void cutDataAndWrongLengthsAreErrors() throws IOException {
    byte[] value = value(1000);
    byte[] packed = new byte[2000];
    int size = codec.compress(value, 0, 1000, packed, 0, 2000);
    for (int cut = 0; cut < size; cut++) {
      int length = cut;
      assertThrows(
          IOException.class, () -> codec.decompress(packed, 0, length, new byte[1000], 0, 1000));
    }
    for (int plain : new int[] {0, 1, 999, 1001}) {
      assertThrows(
          IOException.class, () -> codec.decompress(packed, 0, size, new byte[2000], 0, plain));
    }
  }
}
