// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.WatchedTask.Watch;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.JobFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is replaced after it was listed is never packed, even with the same length. */
class PackChangedTest extends LocalTestBase {
  private static final long LISTED = 1_600_000_000_123L;

  /** Members with the same names and lengths, and other bytes for another seed. */
  private static Map<String, byte[]> members(int seed) {
    var members = new TreeMap<String, byte[]>();
    var random = new Random(seed);
    for (int i = 0; i < 10; i++) {
      byte[] bytes = new byte[600];
      random.nextBytes(bytes);
      members.put("m" + i, bytes);
    }
    return members;
  }

  private byte[] archive(String name, int seed) throws IOException {
    Map<String, byte[]> members = members(seed);
    return switch (name) {
      case "a.tar" -> Archives.tar(members);
      case "a.tar.gz" -> Archives.compress("gz", Archives.tar(members));
      case "a.zip" -> Archives.zip(members);
      case "plain.seq" -> sequence(CompressionType.NONE, members);
      case "block.seq" -> sequence(CompressionType.BLOCK, members);
      default -> members.get("m0");
    };
  }

  private byte[] sequence(CompressionType compression, Map<String, byte[]> members)
      throws IOException {
    Path file = new Path(testDir(), "temp");
    try (var out =
        SequenceFile.createWriter(
            conf(),
            SequenceFile.Writer.file(file),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(BytesWritable.class),
            SequenceFile.Writer.compression(compression))) {
      for (var member : members.entrySet()) {
        out.append(new Text(member.getKey()), new BytesWritable(member.getValue()));
      }
    }
    byte[] bytes = Files.readAllBytes(local("temp"));
    fs().delete(file, false);
    return bytes;
  }

  private Path write(String name, int seed, long modified) throws IOException {
    Path file = write(name, archive(name, seed));
    Files.setLastModifiedTime(local(name), FileTime.fromMillis(modified));
    return file;
  }

  private static void assertChanged(JobFailedException e, Path file) {
    assertEquals(ExitCode.BAD_INPUT, e.exitCode());
    assertHas(e.getMessage(), file.toString(), "changed since it was listed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.tar", "a.tar.gz", "a.zip", "plain.seq", "block.seq", "file", "listed"})
  void whatIsReplacedAfterItWasListedIsNotPacked(String name) throws Exception {
    Path file = write(name, 1, LISTED);
    Path list = name.equals("listed") ? write("t.lst", "7\t0\tlisted\n") : null;
    for (boolean shuffle : new boolean[] {false, true}) {
      for (String policy : List.of("fail", "skip")) {
        write(name, 1, LISTED);
        Configuration conf =
            conf(PackConf.ON_ERROR, policy, PackConf.HEADER, "none", PackConf.SHUFFLE, shuffle);
        if (list != null) {
          PackConf.LIST.set(conf, list);
        }
        List<Path> inputs = list == null ? List.of(file) : List.of();
        try (var job = new PackJob(conf, inputs, newOutput())) {
          write(name, 2, LISTED + 1);
          if (policy.equals("fail")) {
            assertChanged(assertThrows(JobFailedException.class, () -> run(job)), file);
          } else {
            Packed packed = run(job);
            assertEquals(List.of(), packed.payloads(), name);
            assertEquals(job.plan().records(), packed.rejects().size());
            assertHas(packed.rejects().get(0), "changed since it was listed");
          }
        }
      }
    }
  }

  /** Overwrites a local file with another one. */
  static final class Replacing implements Watch {
    static final String TARGET = "test.replace.target";
    static final String CONTENT = "test.replace.content";

    @Override
    public void halfWay(TaskContext task) throws IOException {
      var target = java.nio.file.Path.of(task.conf().get(TARGET));
      FileTime later = FileTime.fromMillis(Files.getLastModifiedTime(target).toMillis() + 7);
      Files.write(target, Files.readAllBytes(java.nio.file.Path.of(task.conf().get(CONTENT))));
      Files.setLastModifiedTime(target, later);
    }
  }

  /** Records of the old content have been written: no policy may keep them with the new ones. */
  @ParameterizedTest
  @ValueSource(strings = {"a.tar", "a.tar.gz", "a.zip", "plain.seq", "block.seq"})
  void archiveThatIsReplacedWhileItIsReadFailsTheJob(String name) throws Exception {
    Path other = write("other", archive(name, 2));
    for (String policy : List.of("fail", "skip")) {
      Path file = write(name, 1, LISTED);
      Configuration conf = conf(PackConf.ON_ERROR, policy, PackConf.HEADER, "none");
      conf.set(Replacing.TARGET, local(name).toString());
      conf.set(Replacing.CONTENT, other.toUri().getPath());
      Path output = newOutput();
      try (var job = new PackJob(conf, List.of(file), output)) {
        var e = assertThrows(JobFailedException.class, () -> run(job, Replacing.class));
        assertEquals(ExitCode.BAD_INPUT, e.exitCode());
        assertHas(e.getMessage(), file.toString());
      }
      assertFalse(fs().exists(output));
    }
  }

  /** Stores return whole seconds in one response and fractions in another. */
  @ParameterizedTest
  @ValueSource(longs = {LISTED, LISTED - 123})
  void timesThatDifferByTheirPrecisionAreTheSame(long listed) throws Exception {
    Path file = write("file", 1, listed);
    try (var job = new PackJob(conf(PackConf.HEADER, "none"), List.of(file), newOutput())) {
      write("file", 1, listed / 1000 * 1000);
      assertArrayEquals(members(1).get("m0"), run(job).payloads().get(0));
    }
  }
}
