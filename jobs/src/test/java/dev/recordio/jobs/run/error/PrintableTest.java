// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.error;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class PrintableTest {
  @Test
  void whatATerminalObeysIsEscaped() {
    assertEquals("a\\x1B[31m\\x07", Printable.of("a\u001b[31m\u0007"));
    assertEquals("\\r\\n\\t\\x00\\x7F\\x9B", Printable.of("\r\n\t\0\u007f\u009b"));
    assertEquals("\\u2028\\u2029\\u202E\\u2066", Printable.of("\u2028\u2029\u202e\u2066"));
    assertEquals("x\\uD83Dy", Printable.of("x\ud83dy"));
  }

  @Test
  void otherTextStaysAsItIs() {
    for (String text : new String[] {"", "C:\\new \\x1B", "é ü 图 😀 \u200d a\u00adb"}) {
      assertSame(text, Printable.of(text));
    }
    assertEquals(Printable.of("\u001b"), Printable.of(Printable.of("\u001b")));
  }
}
