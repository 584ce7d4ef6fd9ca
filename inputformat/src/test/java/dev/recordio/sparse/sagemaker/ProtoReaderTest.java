// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.sagemaker;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.bytes.MalformedRecordException;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProtoReaderTest {
  /** Lists of numbers of 1 to 10 bytes, cut after each byte; any bytes follow the list. */
  @Test
  void packedNumbersOfAllLengthsAreReadUpToTheEndOfTheirList() throws MalformedRecordException {
    var random = new Random(7);
    for (int use = 0; use < 500; use++) {
      var numbers = new long[random.nextInt(20)];
      int bits = 1 + random.nextInt(Long.SIZE); // of most: as in a row, whose keys ascend
      var ends = new int[numbers.length + 1];
      var list = new ByteArrayOutputStream();
      for (int i = 0; i < numbers.length; i++) {
        int own = random.nextInt(4) == 0 ? 1 + random.nextInt(Long.SIZE) : bits;
        numbers[i] = random.nextLong() >>> Long.SIZE - own;
        write(list, numbers[i]);
        ends[i + 1] = list.size();
      }
      var after = new byte[12];
      random.nextBytes(after);
      list.writeBytes(after);
      byte[] bytes = list.toByteArray();
      for (int end = 0; end <= ends[numbers.length]; end++) {
        var reader = new ProtoReader();
        reader.reset(bytes, 0, end, 0);
        int whole = Arrays.binarySearch(ends, end);
        if (whole >= 0) {
          long[] expected = Arrays.copyOf(numbers, whole);
          assertArrayEquals(expected, read(reader, 1 + random.nextInt(30)));
        } else {
          var error = assertThrows(MalformedRecordException.class, () -> read(reader, 30));
          assertEquals(ends[-whole - 2], error.offset());
        }
      }
    }
  }

  private static void write(ByteArrayOutputStream to, long number) {
    long rest = number;
    while (rest >>> 7 != 0) {
      to.write((int) rest | 0x80);
      rest >>>= 7;
    }
    to.write((int) rest);
  }

  /** Reads a list into an array that grows where it is full, from some length on. */
  private static long[] read(ProtoReader reader, int length) throws MalformedRecordException {
    var into = new long[length];
    int count = 0;
    while (!reader.isAtEnd()) {
      into = count == into.length ? Arrays.copyOf(into, count + 1) : into;
      count = reader.packedVarints(into, count);
    }
    return Arrays.copyOf(into, count);
  }
}
