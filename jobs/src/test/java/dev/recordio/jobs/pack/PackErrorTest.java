// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.shard.ShardEntries;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sources that can't be read give one clear error, or a line in the rejects; nothing else. */
class PackErrorTest extends LocalTestBase {
  private Path threeTexts() throws IOException {
    return writeAll("t", new TreeMap<>(Map.of("a", bytes("A"), "b", bytes("BB"), "c", bytes("C"))));
  }

  @Test
  void fileOfAListThatIsMissingFailsThePlan() throws Exception {
    threeTexts();
    Path list = write("t/t.lst", "1\t0\ta\n2\t0\tgone.jpg\n3\t0\tc\n");
    var e = assertThrows(BadInputException.class, () -> pack(conf(PackConf.LIST, list)));
    assertHas(e.getMessage(), "can't read", "t/gone.jpg", "no such file", "--on-error skip");
  }

  @Test
  void fileOfAListThatIsMissingIsRejected() throws Exception {
    threeTexts();
    Path list = write("t/t.lst", "1\t0\ta\n2\t0\tgone.jpg\n3\t0\tc\n");
    Packed packed =
        pack(conf(PackConf.LIST, list, PackConf.ON_ERROR, "skip", PackConf.HEADER, "none"));
    assertEquals(List.of("A", "C"), texts(packed));
    assertEquals(1, packed.count(PackCounter.SKIPPED_SOURCES));
    assertEquals(1, packed.rejects().size());
    assertHas(packed.rejects().get(0), testDir() + "/t/gone.jpg\tno such file: ");
    assertTrue(packed.files().containsKey("_rejects/part-00000.tsv"));
    assertEquals(List.of("1", "3"), keys(packed));
  }

  private static List<String> keys(Packed packed) {
    return packed.text("part-00000.idx").lines().map(line -> line.split("\t")[0]).toList();
  }

  @Test
  void malformedLineOfAListIsNamedByOffsetAndLine() throws Exception {
    threeTexts();
    Path list = write("t/t.lst", "1\t0\ta\nx\t0\tb\n3\t0\tc\n");
    var e = assertThrows(MalformedRecordException.class, () -> pack(conf(PackConf.LIST, list)));
    assertHas(e.getMessage(), "t/t.lst", "offset 6", "line 2", "x");

    Packed packed =
        pack(conf(PackConf.LIST, list, PackConf.ON_ERROR, "skip", PackConf.HEADER, "none"));
    assertEquals(List.of("A", "C"), texts(packed));
    assertHas(packed.rejects().get(0), "t/t.lst", "offset 6", "line 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gone", "shrunk", "grown"})
  void fileThatChangesAfterThePlanIsNotPacked(String how) throws Exception {
    Path folder = threeTexts();
    for (String policy : List.of("fail", "skip")) {
      overwrite("t/b", bytes("BB"));
      var conf = conf(PackConf.ON_ERROR, policy, PackConf.SHARDS, 2);
      try (var job = new PackJob(conf, List.of(folder), newOutput())) {
        switch (how) {
          case "gone" -> Files.delete(local("t/b"));
          case "shrunk" -> overwrite("t/b", bytes("B"));
          default -> overwrite("t/b", bytes("BBB"));
        }
        if (policy.equals("fail")) {
          var e = assertThrows(JobFailedException.class, () -> run(job));
          assertEquals(ExitCode.BAD_INPUT, e.exitCode());
          assertHas(e.getMessage(), "can't read", testDir() + "/t/b: ", "--on-error skip");
        } else {
          Packed packed = run(job);
          assertEquals(List.of("A", "C"), texts(packed));
          assertEquals(1, packed.rejects().size());
          assertEquals(1, packed.count(PackCounter.SKIPPED_SOURCES));
          assertHas(packed.rejects().get(0), "/t/b\t");
        }
      }
    }
  }

  /** Even root can't read what differs from its checksum. */
  @Test
  void fileThatCanNotBeReadIsRejected() throws Exception {
    Path folder = threeTexts();
    var checked = (LocalFileSystem) fs();
    try (var out = checked.create(new Path(folder, "b"), true)) {
      out.writeBytes("BB");
    }
    overwrite("t/b", bytes("XX"));
    assertHas(failure(conf(), folder), "3 can't read", "/t/b: ", "Checksum error");

    Packed packed = pack(conf(PackConf.ON_ERROR, "skip"), folder);
    assertEquals(List.of("A", "C"), texts(packed));
    assertHas(packed.rejects().get(0), "/t/b\tChecksum error");
  }

  @Test
  void existingOutputIsRejectedBeforeAnythingIsRead() throws Exception {
    Path output = new Path(testDir(), "there");
    fs().mkdirs(output);
    var cut = List.of(write("cut.zip", "no archive"));
    var e =
        assertThrows(
            FileAlreadyExistsException.class, () -> new PackJob(conf(), cut, output).close());
    assertHas(e.getMessage(), output.toString());
    var missing = List.of(new Path(testDir(), "missing"));
    assertThrows(FileNotFoundException.class, () -> new PackJob(conf(), missing, output).close());
  }

  @Test
  void compressedOutputIsRejectedBeforeAnythingIsRead() throws Exception {
    Configuration conf = conf(FileOutputFormat.COMPRESS, "true");
    var e = assertThrows(IOException.class, () -> pack(conf, new Path(testDir(), "missing")));
    assertHas(e.getMessage(), FileOutputFormat.COMPRESS);
  }

  @Test
  void missingInputsAreNamed() throws Exception {
    Path folder = threeTexts();
    var missing =
        assertThrows(
            FileNotFoundException.class, () -> pack(conf(), new Path(testDir(), "missing")));
    assertHas(missing.getMessage(), testDir() + "/missing");
    var glob =
        assertThrows(FileNotFoundException.class, () -> pack(conf(), new Path(folder, "*.jpg")));
    assertHas(glob.getMessage(), "nothing matches", "/t/*.jpg");
    var list =
        assertThrows(
            FileNotFoundException.class,
            () -> pack(conf(PackConf.LIST, new Path(folder, "no.lst"))));
    assertHas(list.getMessage(), "/t/no.lst");
    var none =
        assertThrows(
            FileNotFoundException.class, () -> pack(conf(PackConf.EXTENSIONS, "jpg"), folder));
    assertHas(none.getMessage(), "none of 3 files", ".jpg", "/t");
  }

  @Test
  void impossibleSettingsAreRefused() throws Exception {
    Path folder = threeTexts();
    assertThrows(InvalidSettingException.class, () -> pack(conf(PackConf.SHARDS, -1), folder));
    assertThrows(
        InvalidSettingException.class, () -> pack(conf(PackConf.SHARDS, 2_000_000_000), folder));
    assertThrows(
        InvalidSettingException.class,
        () -> pack(conf(PackConf.SHARDS, 0, PackConf.SHARD_SIZE, 0), folder));
    assertThrows(
        IllegalArgumentException.class, () -> pack(conf(PackConf.EXTENSIONS, "a,,b"), folder));
  }

  @Test
  void failedJobLeavesNoOutput() throws Exception {
    Path folder = threeTexts();
    Path output = newOutput();
    Configuration conf = conf(PackConf.SHARDS, 3, "mapreduce.local.map.tasks.maximum", 1);
    try (var job = new PackJob(conf, List.of(folder), output)) {
      Files.delete(local("t/c"));
      assertThrows(JobFailedException.class, () -> run(job));
    }
    assertFalse(fs().exists(output));
  }

  @Test
  void planIsGoneWhenTheJobIsClosed() throws Exception {
    Path plan;
    try (var job = new PackJob(conf(), List.of(threeTexts()), newOutput())) {
      plan = ShardEntries.plan(job.job().getConfiguration());
      assertTrue(fs().exists(ShardEntries.file(plan, "")));
      run(job);
    }
    assertFalse(fs().exists(plan));
  }

  @Test
  void errorWhileWritingIsNeverTakenForAnUnreadableSource() throws Exception {
    Path folder = threeTexts();
    Configuration conf = FullDisk.install(conf(PackConf.ON_ERROR, "skip"));
    Path output = new Path("faulty://" + newOutput().toUri().getPath());
    try (var job = new PackJob(conf, List.of(folder), output)) {
      var e = assertThrows(JobFailedException.class, () -> run(job));
      assertHas(e.getMessage(), FullDisk.MESSAGE);
      assertEquals(ExitCode.JOB_FAILED, e.exitCode());
    }
  }

  @Test
  void listWithoutRootMayBeNextToItsFiles() throws Exception {
    threeTexts();
    Path list = write("t/t.lst", "\n5\t1\ta\n\n");
    Packed packed = pack(conf(PackConf.LIST, list, PackConf.ROOT, "", PackConf.HEADER, "none"));
    assertEquals(List.of("A"), texts(packed));
  }
}
