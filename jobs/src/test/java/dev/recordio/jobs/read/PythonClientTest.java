// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.RecordIO;
import dev.recordio.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Python client's own tests, with its fake command and with the real one. */
@Tag("deep")
class PythonClientTest {
  /** Arguments: the folder of the client, and the command for the tests of the real one, if any. */
  private static final String RUN =
      """
      import os, sys, unittest
      client, real = sys.argv[1], sys.argv[2:]
      sys.path.insert(0, client)
      if real:
          os.environ["RECORDIO_TEST_COMMAND"] = real[0]
      def single(tests):
          return [t for some in tests for t in (single(some) if isinstance(some, unittest.TestSuite) else [some])]
      found = single(unittest.defaultTestLoader.discover(os.path.join(client, "tests")))
      tests = unittest.TestSuite(t for t in found if ("RealCommand" in t.id()) == bool(real))
      result = unittest.TextTestRunner().run(tests)
      left_out = [t for t, why in result.skipped if not why.startswith("needs ")]
      print("sound", result.wasSuccessful() and result.testsRun > 5 and not left_out)
      """;

  private static final Path CLIENT = Path.of("..", "engines", "python").toAbsolutePath();

  @TempDir Path dir;

  private static void runTests(Path... arguments) throws Exception {
    Python.assumeHas("numpy");
    String said = Python.run(RUN, arguments);
    assertTrue(said.endsWith("sound True"), said);
  }

  /** Writes a command like {@code bin/recordio} for the classes under test, which are in no jar. */
  private Path command() throws IOException {
    Path script = dir.resolve("recordio");
    Files.writeString(
        script,
        "#!/bin/sh\nexec '%s' -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '%s' %s \"$@\"\n"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                RecordIO.class.getName()));
    assertTrue(script.toFile().setExecutable(true));
    return script;
  }

  @Test
  void parserStateAndProcessWithAFakeCommand() throws Exception {
    runTests(CLIENT);
  }

  @Test
  void recordsStatesAndErrorsOfTheRealCommand() throws Exception {
    runTests(CLIENT, command());
  }
}
