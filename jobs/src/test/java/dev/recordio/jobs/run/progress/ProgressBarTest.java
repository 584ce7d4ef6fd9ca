// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.cli.result.DisplayWidth;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressBarTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final PrintStream to = new PrintStream(err, true, StandardCharsets.UTF_8);

  private String printed() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private static ProgressLine half(String name) {
    return new ProgressLine(name, 0.5, 300 << 20, 10 * SECOND, 10 * SECOND);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 19, 20, 40, 50, 59, 60, 80, 120, 500})
  void theLineFitsItsTerminal(int columns) {
    String line = half("shuffle census").drawn(columns);
    assertTrue(line.length() <= columns, line);
    assertTrue(line.contains("50 %"), line);
    assertEquals(columns >= 60, line.contains("30.0 MiB/s, 0:11 left"), line);
  }

  @Test
  void wideNamesTakeTwoColumns() {
    String line = half("書込書込書込書込書込書込書込書込書込").drawn(60);
    assertEquals(60, DisplayWidth.of(line), line);
    assertTrue(line.startsWith("書込書込書込書込書込書込 ["), line);
  }

  @Test
  void theBarIsDrawnOverItselfAndTheLineEnds() {
    var columns = new AtomicInteger(100);
    try (var bar = new JobProgress()) {
      bar.open("pack", to, columns::get);
      bar.at(0.5f);
      columns.set(30);
      bar.at(1);
    }
    assertTrue(printed().startsWith("\rpack ["), printed());
    assertTrue(printed().endsWith("100 %\n"), printed());
    String last = printed().substring(printed().lastIndexOf('\r') + 1);
    assertEquals(29, last.strip().length(), last);
    assertFalse(printed().contains("\u001b"), printed());
  }

  @Test
  void aLogGetsALineEveryHalfMinute() {
    var now = new AtomicLong();
    var lines = new JobProgress(now::get);
    lines.open("recordio-pack: a -> b", to, null);
    lines.begun(100 << 20);
    for (int second = 1; second <= 65; second++) {
      now.set(second * SECOND);
      lines.at(second / 100f);
    }
    String[] printed = printed().split("\n");
    assertEquals(2, printed.length, printed());
    assertTrue(printed[0].startsWith("recordio-pack: a -> b: 30 %, 1.0 MiB/s, "), printed[0]);
    assertTrue(printed[1].startsWith("recordio-pack: a -> b: 60 %, 1.0 MiB/s, "), printed[1]);
  }

  @Test
  void thePercentageOfSeveralJobsNeverGoesBack() {
    var progress = new JobProgress();
    progress.open("a", null, null);
    progress.expect(3); // known only once the first has begun
    progress.at(0.2f);
    double first = progress.fraction();
    progress.open("b", null, null);
    assertTrue(progress.fraction() >= first);
    progress.at(1);
    double second = progress.fraction();
    assertTrue(second < 1);
    progress.open("c", null, null);
    assertEquals(second, progress.fraction());
    progress.at(1);
    assertEquals(1, progress.fraction());
  }

  @Test
  void jobsOfOneCommandHaveNamesOfTheirOwn() {
    assertEquals("shuffle census", ProgressLine.task("recordio-shuffle: a.rec -> census"));
    assertEquals("csr statistics", ProgressLine.task("recordio-csr: a -> statistics"));
    assertEquals("shuffle", ProgressLine.task("recordio-shuffle: a.rec -> b"));
    assertEquals("shuffle", ProgressLine.task("recordio-shuffle: a.rec -> out/census"));
  }
}
