// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.testing.ConfigurationDocs;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** The tables of the documentation are the ones that the tests of the cells run. */
class ReliabilityDocsTest {
  @Test
  void theTablesOfThePageAreTheOnesThatAreTested() throws IOException {
    var expected = new ArrayList<String>(FaultTable.lines());
    expected.addAll(FaultTable.linesOfOthers());
    assertEquals(
        expected,
        Files.readAllLines(ConfigurationDocs.projectFile("docs/testing.md")).stream()
            .filter(line -> line.startsWith("|"))
            .dropWhile(line -> !line.equals(expected.get(0)))
            .limit(expected.size())
            .toList());
  }
}
