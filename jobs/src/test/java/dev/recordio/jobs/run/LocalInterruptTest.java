// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ctrl-C in one process. */
class LocalInterruptTest extends InterruptTest {
  @Override
  protected List<String> options() {
    return List.of("-D", "hadoop.tmp.dir=" + dir.resolve("hadoop"));
  }

  @Override
  protected Path sites() {
    return null;
  }

  @Override
  protected void assertNothingLeft() throws IOException {
    try (Stream<Path> left = Files.walk(dir.resolve("hadoop"))) {
      assertEquals(List.of(), left.filter(path -> path.toString().contains("recordio-")).toList());
    }
  }

  @ParameterizedTest
  @CsvSource({"INT, 130, pack --header none", "TERM, 143, shuffle --seed 1", "INT, 130, csr"})
  void theOutputAndTheFilesOfTheJobGo(String signal, int status, String command) throws Exception {
    interrupt(signal, status, command.split(" "));
  }
}
