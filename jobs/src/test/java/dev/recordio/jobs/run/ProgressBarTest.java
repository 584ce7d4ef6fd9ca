// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressBarTest {
  private static final Pattern BAR = Pattern.compile("[\\[│|](.*)[\\]│|]");

  private static String last(String name, int columns) {
    var err = new ByteArrayOutputStream();
    try (var bar =
        new ProgressBarView(name, new PrintStream(err, true, StandardCharsets.UTF_8), columns)) {
      bar.at(1);
    }
    String[] lines = err.toString(StandardCharsets.UTF_8).strip().split("\r");
    return lines[lines.length - 1];
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 50, 80, 120})
  void theBarFitsItsTerminalAndHasRoomToMove(int columns) {
    String line = last("recordio-shuffle: a.rec -> b", columns);
    assertTrue(line.length() < columns, line);
    Matcher bar = BAR.matcher(line);
    assertTrue(bar.find() && bar.group(1).length() >= 10, line);
  }

  @Test
  void jobsOfOneCommandHaveNamesOfTheirOwn() {
    assertTrue(last("recordio-shuffle: a.rec -> census", 80).startsWith("shuffle census"));
    assertTrue(last("recordio-csr: a -> statistics", 80).startsWith("csr statistics"));
    assertTrue(last("recordio-shuffle: a.rec -> b", 80).startsWith("shuffle "));
    assertEquals(-1, last("recordio-shuffle: a.rec -> out/census", 80).indexOf("census"));
  }
}
