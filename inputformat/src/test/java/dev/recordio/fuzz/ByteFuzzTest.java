// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.ConfigurationDocs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Parsers of bytes that may be anything refuse them by the exceptions that are named, in time and
 * with bounded memory: see {@link ByteFuzz}. The system property {@code fuzz.target} runs only the
 * target of this name.
 */
public abstract class ByteFuzzTest {
  private static final String ONLY = System.getProperty("fuzz.target", "");

  /** Returns what is fuzzed. */
  protected abstract List<ByteTarget> targets() throws Exception;

  @Test
  void everyTargetIsInTheTableOfTheDocuments() throws Exception {
    Path table = ConfigurationDocs.projectFile("docs/testing.md");
    String text = Files.readString(table);
    for (ByteTarget target : targets()) {
      assertTrue(text.contains("`" + target.name() + "`"), target.name() + " is not in " + table);
    }
  }

  @TestFactory
  Stream<DynamicTest> parserRefusesWhatItCanNotRead() throws Exception {
    return targets().stream()
        .filter(target -> ONLY.isEmpty() || ONLY.equals(target.name()))
        .map(
            target ->
                DynamicTest.dynamicTest(
                    target.name(), () -> new ByteFuzz(target, getClass()).run()));
  }
}
