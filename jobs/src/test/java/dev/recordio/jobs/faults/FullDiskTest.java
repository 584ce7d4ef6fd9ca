// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.jobs.run.TaskFile;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Ended;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.MRConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * {@link Fault#DISK_FULL} on a real small file system, where this process may mount one; a quota of
 * HDFS, which needs no privilege, is tested with the other faults of a file system.
 */
@Tag("deep")
class FullDiskTest {
  private static final int PAGE = 4096;
  private static final int SMALL = 8 * PAGE;

  @TempDir static Path temp;
  private static Path inputs;

  private final Path disk = temp.resolve("disk");
  private boolean mounted;

  @BeforeAll
  static void prepare() throws Exception {
    inputs = Files.createDirectory(temp.resolve("in"));
    FaultInputs.write(inputs);
  }

  @BeforeEach
  void mount() throws Exception {
    Files.createDirectories(disk);
    Ended done = system("mount", "-t", "tmpfs", "-o", "size=" + SMALL, "tmpfs", disk.toString());
    assumeTrue(done.status() == 0, "no file system can be mounted here: " + done.err());
    mounted = true;
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      // Hadoop leaves a file open if its checksums can't be written when it is closed.
      Ended done = system("umount", "-l", disk.toString());
      assertEquals(0, done.status(), done.err());
    }
  }

  private static Ended system(String... line) throws IOException, InterruptedException {
    return Ended.of(new ProcessBuilder(line), temp.resolve("out.txt"), temp.resolve("err.txt"), 1);
  }

  private void resize(long bytes) throws Exception {
    Ended done = system("mount", "-o", "remount,size=" + bytes, disk.toString());
    assertEquals(0, done.status(), done.err());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "VERIFY_ARRAYRECORD") // which writes nothing
  void anErrorSaysSoAndTheNextRunWorks(FaultedJob job) throws Exception {
    Path in = inputs.resolve(job.input().folder());
    Path out = disk.resolve("out");
    if (job.writesBesideInput()) {
      resize(1 << 24);
      copy(in, out);
      in = out;
      resize(used(out) + PAGE);
    }
    Recordio full = run(job, in, out);
    assertEquals(1, full.code(), full.err());
    List<String> errors = full.err().lines().filter(line -> line.startsWith("recordio: ")).toList();
    assertEquals(1, errors.size(), full.err());
    assertTrue(
        errors.get(0).matches("recordio: file:" + disk + "/.*: No space left on device"),
        errors.get(0));
    assertFalse(full.err().contains("\tat "), full.err());
    JobFiles left = files(out);
    if (job.writesBesideInput()) {
      assertEquals(files(inputs.resolve(job.input().folder())).names(), left.names());
    } else {
      assertEquals(List.of(), left.names());
    }

    resize(1 << 24);
    Recordio again = run(job, in, out);
    assertEquals(0, again.code(), again.err());
    Path elsewhere = temp.resolve(job.name());
    if (job.writesBesideInput()) {
      copy(inputs.resolve(job.input().folder()), elsewhere);
    }
    Recordio expected = run(job, job.writesBesideInput() ? elsewhere : in, elsewhere);
    assertEquals(0, expected.code(), expected.err());
    files(elsewhere).assertSame(files(out));
  }

  @Test
  void theScratchFileThatDoesNotFitIsNamed() throws Exception {
    var conf = new Configuration(false);
    conf.set(MRConfig.LOCAL_DIR, disk.toString());
    try (TaskFile file = TaskFile.create(conf, "scratch")) {
      var e = assertThrows(IOException.class, () -> file.append(new byte[2 * SMALL], 0, 2 * SMALL));
      assertEquals(file + ": No space left on device", e.getMessage());
      assertTrue(file.toString().startsWith(disk + "/scratch/"), file.toString());
    }
  }

  private static Recordio run(FaultedJob job, Path in, Path out) {
    return Recordio.run(
        LocalJobs.conf(temp.resolve("scratch")),
        job.line(in.toString(), out.toString()).toArray(new String[0]));
  }

  private static JobFiles files(Path folder) throws IOException {
    return JobFiles.of(
            FileSystem.getLocal(LocalFiles.checked()),
            new org.apache.hadoop.fs.Path(folder.toUri()))
        .withoutHidden();
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(from)) {
      for (Path file : files) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  /** Bytes of whole pages. */
  private static long used(Path folder) throws IOException {
    long pages = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        pages += (Files.size(file) + PAGE - 1) / PAGE;
      }
    }
    return pages * PAGE;
  }
}
