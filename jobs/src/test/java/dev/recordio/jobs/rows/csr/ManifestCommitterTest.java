// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import static dev.recordio.testing.Faults.Call.CREATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Faults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;
import org.apache.hadoop.mapreduce.lib.output.committer.manifest.ManifestCommitterFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shards are the same, and complete, with any committer configured for the output. */
class ManifestCommitterTest extends CsrTestBase {
  private static final String FACTORY =
      String.format(PathOutputCommitterFactory.COMMITTER_FACTORY_SCHEME_PATTERN, "file");

  private void useAnotherCommitter() {
    conf.set(FACTORY, ManifestCommitterFactory.class.getName());
  }

  private Recordio command(Path input, String output, String options) {
    return ok("csr {} {} " + options, input, path(output));
  }

  private Map<String, byte[]> results(String output) throws IOException {
    Map<String, byte[]> files = files(dir.resolve(output));
    assertTrue(files.containsKey("_SUCCESS"), files.keySet()::toString);
    return files;
  }

  /** With groups that extend beyond a segment, and layouts whose size depends on the rows. */
  @ParameterizedTest
  @ValueSource(
      strings = {"--shard-rows 20", "--keep-groups --shard-size 3k", "--to libsvm --shard-size 1k"})
  void theBytesAreTheSameByAnyCommitter(String options) throws Exception {
    Path input = copy("csr/rank_qid.libsvm");
    cut(8000, 1);
    Recordio first = command(input, "first", options);
    conf.setInt(FileOutputCommitter.FILEOUTPUTCOMMITTER_ALGORITHM_VERSION, 2);
    Recordio second = command(input, "second", options);
    useAnotherCommitter();
    Recordio named = command(input, "named", options);
    assertTrue(results("named").size() > 10, results("named").keySet()::toString);
    assertTrue(results("named").keySet().stream().anyMatch(n -> n.startsWith("part-00001-00000.")));
    CsrTasksTest.assertSame(results("first"), results("second"));
    CsrTasksTest.assertSame(results("first"), results("named"));
    for (Recordio run : List.of(first, second, named)) {
      assertEquals(first.err().contains("counting rows"), run.err().contains("counting rows"));
      assertFalse(run.err().contains("counting shards"), run.err());
    }
  }

  @Test
  void oneSegmentIsTheSameByAnyCommitter() throws Exception {
    Path input = copy("csr/weighted.libsvm");
    command(input, "renamed", "");
    useAnotherCommitter();
    command(input, "named", "");
    CsrTasksTest.assertSame(results("renamed"), results("named"));
  }

  @Test
  void inputWithoutRowsGivesAShardWithoutRows() throws Exception {
    Path input = put("empty", "\n\n");
    command(input, "renamed", "--features 3");
    useAnotherCommitter();
    command(input, "named", "--features 3");
    CsrTasksTest.assertSame(results("renamed"), results("named"));
  }

  @Test
  void successIsMarkedUnlessTurnedOff() throws Exception {
    Path input = copy("csr/weighted.libsvm");
    command(
        input, "unmarked", "-D " + FileOutputCommitter.SUCCESSFUL_JOB_OUTPUT_DIR_MARKER + "=false");
    assertEquals(
        Set.of(
            "_csr.json",
            "part-00000-00000.npz",
            "part-00000-00000.label.npy",
            "part-00000-00000.weight.npy"),
        files(dir.resolve("unmarked")).keySet());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rowsThatDifferFailTheJobBeforeAnythingIsVisible(boolean another) throws Exception {
    if (another) {
      useAnotherCommitter();
    }
    cut(200, 1);
    String text = "1 1:1.0\n".repeat(25);
    Path one = put("one", text);
    Path other = put("other", text.replace("1 1:1.0", "1:2 1:1"));
    CsrJob job = job(2, 0, one, other);
    JobFailedException e = assertThrows(JobFailedException.class, () -> run(job));
    assertEquals(ExitCode.BAD_INPUT, e.exitCode());
    assertTrue(e.getMessage().startsWith("mixed-weights: "), e.getMessage());
    assertFalse(Files.exists(output()));
  }

  /** Without the runner, which would remove the output of a job that has failed. */
  @Test
  void shardsWhoseManifestCannotBeWrittenAreRemoved() throws Exception {
    var faults = new Faults();
    faults.on("**/" + CsrManifest.NAME, CREATE).fails("refused, says the test");
    faults.replaceLocal(conf, true);
    try (CsrJob job = job(200, 0, copy("csr/weighted.libsvm"))) {
      assertFalse(job.job().waitForCompletion(false));
    }
    assertEquals(Set.of(), files(output()).keySet());
    CsrJob again = job(200, 0, dir.resolve("in"));
    JobFailedException e = assertThrows(JobFailedException.class, () -> run(again));
    assertHas(e.getMessage(), "refused, says the test");
    assertFalse(Files.exists(output()));
  }
}
