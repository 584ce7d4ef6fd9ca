// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class IndexWriterTest {
  private static String write(List<Long> numbers) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var index = new IdxWriter(out)) {
      for (long number : numbers) {
        index.write(number, ~number);
      }
    }
    return out.toString(StandardCharsets.US_ASCII);
  }

  private static String expected(List<Long> numbers) {
    var text = new StringBuilder();
    for (long number : numbers) {
      text.append(Long.toUnsignedString(number))
          .append('\t')
          .append(Long.toUnsignedString(~number))
          .append('\n');
    }
    return text.toString();
  }

  @Test
  void everyNumberOfDigitsIsWrittenUnsigned() throws IOException {
    var numbers = new ArrayList<Long>();
    for (long power = 1, digits = 1; digits <= 19; power *= 10, digits++) {
      numbers.addAll(List.of(power - 1, power, power + 1));
    }
    numbers.addAll(List.of(Long.MAX_VALUE, Long.MIN_VALUE, -1L, -10L));
    assertEquals(expected(numbers), write(numbers));
  }

  @Test
  void linesGoOnWhereTheBufferEnds() throws IOException {
    var numbers = new ArrayList<Long>();
    for (long i = 0; i < 5000; i++) {
      numbers.add(i * i * i);
    }
    assertEquals(expected(numbers), write(numbers));
  }

  @Test
  void closingClosesTheStream() throws IOException {
    var closed = new AtomicBoolean();
    var out =
        new ByteArrayOutputStream() {
          @Override
          public void close() {
            closed.set(true);
          }
        };
    var index = new IdxWriter(out);
    index.write(1, 2);
    assertFalse(closed.get());
    index.close();
    assertTrue(closed.get());
    assertEquals("1\t2\n", out.toString(StandardCharsets.US_ASCII));
  }
}
