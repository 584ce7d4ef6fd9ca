// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Fork;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The client plans millions of files in a small heap, and leaves no files. */
@Tag("deep")
class PlannerScaleTest {
  private static final Logger LOG = LoggerFactory.getLogger(PlannerScaleTest.class);

  @TempDir Path scratch;

  @ParameterizedTest
  @CsvSource({
    "1000, 1000, false, 40m",
    "1, 1000000, true, 112m",
  })
  void aMillionFilesArePlannedInASmallHeap(int folders, int files, boolean shuffle, String heap)
      throws Exception {
    plan(folders, files, shuffle, heap);
  }

  @Tag("large")
  @ParameterizedTest
  @CsvSource({"10000, 1000, false, 48m", "10000, 1000, true, 160m", "1, 10000000, false, 768m"})
  void tenMillionFilesArePlannedInASmallHeap(int folders, int files, boolean shuffle, String heap)
      throws Exception {
    plan(folders, files, shuffle, heap);
  }

  /** Its plan takes 8 GB of disk, and minutes. */
  @Tag("fuzz")
  @ParameterizedTest
  @CsvSource({"10000, 10000, false, 64m"})
  void aHundredMillionFilesArePlannedInASmallHeap(
      int folders, int files, boolean shuffle, String heap) throws Exception {
    plan(folders, files, shuffle, heap);
  }

  private void plan(int folders, int files, boolean shuffle, String heap) throws Exception {
    Path tmp = Files.createDirectory(scratch.resolve("tmp"));
    String input = "many:///" + folders + "/" + files;
    Path plan = scratch.resolve("plan");
    String said = Fork.run(PlanMain.class, heap, tmp, input, shuffle, plan.toUri());
    LOG.info("{}: records, shards, peak of the heap, ms: {}", input, said);
    assertEquals(Long.toString((long) folders * files), said.split(" ")[0]);
    assertEquals(List.of(), list(tmp));
  }

  @Test
  void planThatFailsLeavesNoTemporaryFiles() throws Exception {
    Path tmp = Files.createDirectory(scratch.resolve("tmp"));
    Path input = Files.createDirectory(scratch.resolve("in"));
    Files.writeString(input.resolve("a"), "A");
    String said =
        Fork.run(FailingPlanMain.class, "64m", tmp, input.toUri(), scratch.resolve("out").toUri());
    assertTrue(said.contains("missing"), said);
    assertEquals(List.of(), list(tmp));
  }

  private static List<Path> list(Path folder) throws Exception {
    try (var files = Files.walk(folder)) {
      return files
          .filter(file -> !file.toString().contains("hsperf"))
          .filter(
              file ->
                  Files.isRegularFile(file) || file.getFileName().toString().contains("recordio"))
          .toList();
    }
  }
}
