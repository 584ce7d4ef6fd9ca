// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.testing.ConfigurationDocs;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** The table of the documentation is the one that the tests of the cells run. */
class ReliabilityDocsTest {
  @Test
  void theTableOfThePageIsTheOneThatIsTested() throws IOException {
    assertEquals(
        FaultTable.lines(),
        Files.readAllLines(ConfigurationDocs.projectFile("docs/reliability.md")).stream()
            .filter(line -> line.startsWith("|"))
            .limit(FaultTable.lines().size())
            .toList());
  }
}
