// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TotalsTest {
  @Test
  void valuesAreInOneColumnAndTheNextCommandCanBePasted() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    new Totals()
        .count("records", 1234567)
        .bytes("bytes out", 1536)
        .seconds("time", 2_500_000_000L)
        .rate("rate", 1 << 21, 500_000_000L)
        .next("info", "my out")
        .print(new PrintStream(err, false, StandardCharsets.UTF_8));
    assertEquals(
        """
          records    1,234,567
          bytes out  1,536 (1.5 KiB)
          time       2.50 s
          rate       4.0 MiB/s
        next: recordio info 'my out'
        """,
        err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void sizesAreReadable() {
    assertEquals("0 B", Totals.human(0));
    assertEquals("1023 B", Totals.human(1023));
    assertEquals("1.0 KiB", Totals.human(1024));
    assertEquals("8192.0 PiB", Totals.human(Long.MAX_VALUE));
  }
}
