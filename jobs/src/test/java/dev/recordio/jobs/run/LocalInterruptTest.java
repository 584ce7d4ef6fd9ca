// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.run.output.JobScratch;
import dev.recordio.jobs.testing.LocalJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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
  @CsvSource({
    "INT, 130, pack --from files --header none",
    "TERM, 143, shuffle --seed 1",
    "INT, 130, csr"
  })
  void theOutputAndTheFilesOfTheJobGo(String signal, int status, String command) throws Exception {
    interrupt(signal, status, command.split(" "));
  }

  /** The scratch folders of clients, with their permissions. */
  private Map<String, String> scratch() throws IOException {
    var found = new TreeMap<String, String>();
    try (Stream<Path> files = Files.walk(dir.resolve("hadoop"))) {
      for (Path path : files.filter(path -> path.endsWith(".owner")).toList()) {
        Path folder = path.getParent();
        found.put(
            folder.getFileName().toString(),
            PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
      }
    }
    return found;
  }

  @Test
  void whatAKilledClientLeavesGoesWithTheNextAndThatOfOthersStays() throws Exception {
    var conf = LocalJobs.conf(dir);
    try (JobScratch own = JobScratch.create(conf)) {
      var inUse = new TreeMap<String, String>();
      int status =
          run(
              "KILL",
              () -> {
                JobScratch.create(conf).close();
                inUse.putAll(scratch());
              },
              "pack",
              "--from",
              "files",
              "--header",
              "none");
      assertEquals(128 + 9, status);
      assertTrue(inUse.size() > 1, "those of the process, and our own: " + inUse);
      assertEquals(Set.of("rwx------"), Set.copyOf(inUse.values()));
      assertEquals(inUse, scratch(), "it had no chance to remove them");
      JobScratch.create(conf).close();
      assertEquals(Set.of(own.dir().getName()), scratch().keySet());
    }
    assertNothingLeft();
  }
}
