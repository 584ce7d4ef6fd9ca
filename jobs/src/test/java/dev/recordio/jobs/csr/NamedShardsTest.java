// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.run.ExitCode;
import dev.recordio.jobs.run.JobFailedException;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;
import org.apache.hadoop.mapreduce.lib.output.committer.manifest.ManifestCommitterFactory;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shards that are committed by a committer other than Hadoop's, which can't be told to rename. */
class NamedShardsTest extends CsrTestBase {
  private static final String FACTORY =
      String.format(PathOutputCommitterFactory.COMMITTER_FACTORY_SCHEME_PATTERN, "file");

  /** Has no {@code _csr.json}. */
  public static final class NoManifestFileSystem extends LocalFileSystem {
    @Override
    public FSDataOutputStream create(
        org.apache.hadoop.fs.Path file,
        FsPermission permission,
        boolean overwrite,
        int buffer,
        short replication,
        long block,
        Progressable progress)
        throws IOException {
      if (file.getName().equals(CsrManifest.NAME)) {
        throw new IOException("refused, says the test");
      }
      return super.create(file, permission, overwrite, buffer, replication, block, progress);
    }
  }

  private void useAnotherCommitter() {
    conf.set(FACTORY, ManifestCommitterFactory.class.getName());
  }

  private Recordio command(Path input, String output, String... options) {
    var args = new ArrayList<String>(List.of("csr"));
    args.addAll(List.of(options));
    args.addAll(List.of(input.toString(), dir.resolve(output).toString()));
    Recordio done = Recordio.run(conf, args.toArray(new String[0]));
    assertEquals(0, done.code(), done.err());
    return done;
  }

  private Map<String, byte[]> results(String output) throws IOException {
    Map<String, byte[]> files = files(dir.resolve(output));
    assertTrue(files.containsKey("_SUCCESS"), files.keySet()::toString);
    return files;
  }

  /** With groups that go beyond a segment, and layouts whose size is told by the rows. */
  @ParameterizedTest
  @ValueSource(
      strings = {"--shard-rows 20", "--keep-groups --shard-size 3k", "--to libsvm --shard-size 1k"})
  void theBytesAreThoseThatRenamingGives(String options) throws Exception {
    Path input = copy("csr/rank_qid.libsvm");
    cut(8000, 1);
    Recordio renamed = command(input, "renamed", options.split(" "));
    assertFalse(renamed.err().contains("counting shards first"), renamed.err());
    useAnotherCommitter();
    Recordio named = command(input, "named", options.split(" "));
    assertTrue(named.err().contains("counting shards first"), named.err());
    assertTrue(results("named").size() > 10, results("named").keySet()::toString);
    CsrTasksTest.assertSame(results("renamed"), results("named"));
  }

  @Test
  void oneSegmentNeedsNoCounting() throws Exception {
    Path input = copy("csr/weighted.libsvm");
    command(input, "renamed");
    useAnotherCommitter();
    Recordio named = command(input, "named");
    assertFalse(named.err().contains("counting shards first"), named.err());
    CsrTasksTest.assertSame(results("renamed"), results("named"));
  }

  @Test
  void inputWithoutRowsGivesAShardWithoutRows() throws Exception {
    Path input = write("empty", "\n\n");
    command(input, "renamed", "--features", "3");
    useAnotherCommitter();
    command(input, "named", "--features", "3");
    CsrTasksTest.assertSame(results("renamed"), results("named"));
  }

  /** Makes a job that has been told the numbers of shards. */
  private CsrJob numbered(long columns, int[] firstShards, Path... inputs) throws Exception {
    useAnotherCommitter();
    Segments segments = segments(inputs);
    CsrTask task = task(columns, 0, segments).withFirstShards(firstShards);
    return new CsrJob(conf, segments, task, LocalFiles.path(nextOutput()));
  }

  @Test
  void rowsThatDifferFailTheJobBeforeAnythingIsVisible() throws Exception {
    cut(200, 1);
    String text = "1 1:1.0\n".repeat(25);
    Path one = write("one", text);
    Path other = write("other", text.replace("1 1:1.0", "1:2 1:1"));
    CsrJob job = numbered(2, new int[] {0, 1}, one, other);
    JobFailedException e = assertThrows(JobFailedException.class, () -> run(job));
    assertEquals(ExitCode.BAD_INPUT, e.exitCode());
    assertTrue(e.getMessage().startsWith("mixed-weights: "), e.getMessage());
    assertFalse(Files.exists(output()));
  }

  @Test
  void inputThatHasOtherShardsThanWereCountedFailsTheJob() throws Exception {
    cut(200, 1);
    CsrConf.SHARD_ROWS.set(conf, 10);
    Path input = write("in", "1 1:1\n".repeat(60)); // segments of 31 and 29 rows
    CsrJob job = numbered(2, new int[] {0, 2}, input);
    JobFailedException e = assertThrows(JobFailedException.class, () -> run(job));
    assertEquals(
        "the input has changed since its shards were counted: segment 1 was to go on with"
            + " part-00004, but has part-00002",
        e.getMessage());
    assertFalse(Files.exists(output()));
  }

  @Test
  void shardsWhoseManifestCannotBeWrittenAreTakenBack() throws Exception {
    conf.setClass("fs.file.impl", NoManifestFileSystem.class, FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    CsrJob job = numbered(200, new int[] {0}, copy("csr/weighted.libsvm"));
    JobFailedException e = assertThrows(JobFailedException.class, () -> run(job));
    assertTrue(e.getMessage().contains("refused, says the test"), e.getMessage());
    assertFalse(Files.exists(output()));
  }
}
