// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.cluster.ClusterExtension;
import dev.recordio.cluster.HdfsFaults;
import dev.recordio.cluster.MiniDfs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Faults;
import java.io.Closeable;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The cells of {@link FaultTable} whose faults are those of a file system: each command runs in
 * this JVM, as a user without privileges on HDFS, and stops in the middle of a read or write for
 * the fault.
 */
@ExtendWith(ClusterExtension.class)
@Tag("deep")
class FileSystemFaultsTest {
  private static final int BLOCK = 1 << 14;
  private static final Path BASE = new Path("/faults");
  private static final Map<FaultedJob, JobFiles> UNDISTURBED = new EnumMap<>(FaultedJob.class);
  private static final Map<FaultedJob, String> PRINTED = new EnumMap<>(FaultedJob.class);

  @TempDir static java.nio.file.Path temp;
  private static MiniDfs dfs;

  private final Path dir = new Path(BASE, "job");
  private final Path out = new Path(dir, "out");
  private final AtomicInteger came = new AtomicInteger();
  private Closeable down;
  private Path corrupted;

  @BeforeAll
  static void prepare(MiniDfs shared) throws Exception {
    dfs = shared;
    java.nio.file.Path local = java.nio.file.Files.createDirectory(temp.resolve("in"));
    FaultInputs.write(local);
    for (FaultedJob.Input input : FaultedJob.Input.values()) {
      try (var files = java.nio.file.Files.newDirectoryStream(local.resolve(input.folder()))) {
        for (java.nio.file.Path file : files) {
          String name = input.folder() + "/" + file.getFileName();
          Path copy = new Path(BASE, "kept/" + name);
          dfs.write(copy, java.nio.file.Files.readAllBytes(file), BLOCK, MiniDfs.REPLICATION);
        }
      }
    }
  }

  /** Every build tests each fault with one command, {@code -Pcluster} with the others too. */
  private static boolean isInEveryBuild(FaultTable.Cell cell) {
    return cell.fault().ordinal() % FaultedJob.values().length == cell.job().ordinal();
  }

  private static Stream<FaultTable.Cell> all() {
    return FaultTable.cells(fault -> !fault.needsProcesses()).stream()
        .filter(cell -> cell.outcome() != Outcome.NO_OUTPUT);
  }

  /** A test that fails must not leave a fault to others. */
  @AfterEach
  void repair() throws IOException {
    if (down != null) {
      down.close();
    }
  }

  @AfterAll
  static void remove() throws IOException {
    dfs.fs().delete(BASE, true);
  }

  static Stream<FaultTable.Cell> someCells() {
    return all().filter(FileSystemFaultsTest::isInEveryBuild);
  }

  static Stream<FaultTable.Cell> otherCells() {
    return all().filter(cell -> !isInEveryBuild(cell));
  }

  @ParameterizedTest
  @MethodSource
  void someCells(FaultTable.Cell cell) throws Exception {
    test(cell);
  }

  @Tag("faults")
  @ParameterizedTest
  @MethodSource
  void otherCells(FaultTable.Cell cell) throws Exception {
    test(cell);
  }

  private void test(FaultTable.Cell cell) throws Exception {
    FaultedJob job = cell.job();
    JobFiles undisturbed = undisturbed(job);
    Path in = freshInput(job, dir);
    Moment moment = moment(cell, in);
    var faults = new Faults();
    moment
        .on(faults)
        .does(
            call -> {
              if (moment.isAt("client", call) && came.getAndIncrement() == 0) {
                inflict(cell.fault(), in, call.file(), call.stream());
              }
            });
    Recordio run = run(job, in, out, faults);
    assertTrue(came.get() > 0, () -> "the moment did not come: " + run.err());
    restore(cell);

    if (cell.outcome() == Outcome.SAME_BYTES) {
      assertEquals(0, run.code(), run.err());
      undisturbed.assertSame(result(job, in, out));
      assertEquals(PRINTED.get(job), printed(run, dir));
    } else {
      assertOneClearError(run, cell.fault());
      assertNothingLooksComplete(job, in);
      assertRunsAgain(job, in, undisturbed);
    }
  }

  /** One line that says what is wrong and where, and no stack trace. */
  private static void assertOneClearError(Recordio run, Fault fault) {
    assertNotEquals(0, run.code(), run.err());
    List<String> errors = run.err().lines().filter(line -> line.startsWith("recordio: ")).toList();
    assertEquals(1, errors.size(), run.err());
    assertFalse(run.err().contains("\tat "), run.err());
    String words =
        switch (fault) {
          case DISK_FULL -> ".*quota of .*/faults/job.* is exceeded.*";
          case PERMISSION_LOST -> ".*Permission denied: user=ann, .*/faults/job.*";
          case INPUT_REPLACED -> ".*changed.*expected.*, found.*";
          default -> ".*/faults/job/in/.*expected.*, found.*";
        };
    assertTrue(errors.get(0).matches(words), errors.get(0));
  }

  private void assertNothingLooksComplete(FaultedJob job, Path in) throws IOException {
    JobFiles left = result(job, in, out);
    if (job.writesBesideInput()) {
      assertEquals(
          List.of(), left.names().stream().filter(name -> name.matches("[^.].*idx")).toList());
    } else {
      left.assertNothingLooksComplete();
    }
  }

  /** When the fault is over, the same command works; a leftover is to be removed, as it says. */
  private void assertRunsAgain(FaultedJob job, Path in, JobFiles undisturbed) throws Exception {
    copyInput(job, in);
    if (dfs.fs().exists(out)) {
      Recordio refused = run(job, in, out, null);
      assertEquals(2, refused.code(), refused.err());
      String by = job.command().equals("pack") ? "pack" : "job";
      assertTrue(refused.err().contains("left by a " + by + " that did not finish"), refused.err());
      dfs.fs().delete(out, true);
    }
    Recordio again = run(job, in, out, null);
    assertEquals(0, again.code(), again.err());
    undisturbed.assertSame(result(job, in, out).withoutHidden());
  }

  private static boolean isAtRead(Fault fault) {
    return switch (fault) {
      case DATA_NODE_KILLED_WRITING, DISK_FULL, PERMISSION_LOST -> false;
      default -> true;
    };
  }

  /** In the middle of a file; of a file of one block and one read, before it. */
  private Moment moment(FaultTable.Cell cell, Path in) {
    FaultedJob job = cell.job();
    boolean reading = isAtRead(cell.fault());
    boolean small = job.input().isSmallFiles() || cell.fault() == Fault.CORRUPT_REPLICA;
    String after = job.readsIntoOutput() ? new Path(out, "_temporary").toString() : "";
    return new Moment(
        ".*",
        !reading,
        reading
            ? job.reads(in.toString())
            : job.writes((job.writesBesideInput() ? in : out).toString()),
        reading && small ? 0 : 1,
        reading ? after : "",
        Moment.Action.CALL);
  }

  /** Does what the fault is, as the superuser. */
  private void inflict(Fault fault, Path in, Path file, Closeable stream) throws IOException {
    try {
      UserGroupInformation.getLoginUser()
          .doAs(
              (PrivilegedExceptionAction<Void>)
                  () -> {
                    inflictNow(fault, in, file, stream);
                    return null;
                  });
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void inflictNow(Fault fault, Path in, Path file, Closeable stream) throws IOException {
    FileSystem fs = dfs.fs();
    HdfsFaults faults = dfs.faults();
    switch (fault) {
      case DATA_NODE_KILLED_READING ->
          down =
              faults.stopDataNodeUnder(
                  (FSDataInputStream) stream, fs.getFileStatus(file).getLen() - 1);
      case DATA_NODE_KILLED_WRITING -> down = faults.stopDataNodeUnder((FSDataOutputStream) stream);
      case DISK_FULL ->
          dfs.fs()
              .setQuota(
                  dir,
                  HdfsConstants.QUOTA_DONT_SET,
                  Math.max(1, fs.getContentSummary(dir).getSpaceConsumed()));
      case PERMISSION_LOST -> fs.setPermission(dir, FsPermission.valueOf("----------"));
      case INPUT_REPLACED -> {
        for (FileStatus each : inputs(in)) {
          byte[] other = dfs.read(each.getPath());
          other[harmless(each.getPath().getName(), other.length)] ^= 1;
          fs.delete(each.getPath(), false);
          dfs.write(each.getPath(), other, BLOCK, MiniDfs.REPLICATION);
        }
      }
      case INPUT_TRUNCATED -> {
        for (FileStatus each : inputs(in)) {
          faults.truncate(each.getPath(), each.getLen() / 2 & -4);
        }
      }
      case CORRUPT_REPLICA -> {
        corrupted = file;
        assertTrue(faults.corruptReplicasUnder((FSDataInputStream) stream, file) > 0);
      }
      case NAME_NODE_RESTARTED -> dfs.cluster().restartNameNode(true);
      default -> throw new IllegalArgumentException(fault.title());
    }
  }

  /** Returns a byte of a file that may be another one: records and rows stay well formed. */
  private static int harmless(String name, int length) {
    if (name.endsWith(".csv")) {
      return length - 2; // the last digit
    }
    return length > 8 && name.endsWith(".rec") ? 8 : 0;
  }

  private static List<FileStatus> inputs(Path in) throws IOException {
    return Stream.of(dfs.fs().listStatus(in))
        .filter(file -> !file.getPath().getName().matches("[._].*|.*\\.r?idx"))
        .toList();
  }

  /** Ends what lasts, and checks that it was there. */
  private void restore(FaultTable.Cell cell) throws IOException {
    if (down != null) {
      down.close();
      down = null;
    }
    switch (cell.fault()) {
      case DISK_FULL ->
          dfs.fs().setQuota(dir, HdfsConstants.QUOTA_DONT_SET, HdfsConstants.QUOTA_RESET);
      case PERMISSION_LOST -> dfs.fs().setPermission(dir, FsPermission.valueOf("-rwxr-xr-x"));
      case CORRUPT_REPLICA ->
          assertTrue(dfs.faults().reportedCorruptReplicas(corrupted) > 0, "nobody has read it");
      default -> {
        // nothing lasts
      }
    }
  }

  private static Configuration conf() {
    Configuration conf = dfs.conf();
    conf.set("recordio.threads", "1");
    conf.set("recordio.input.buffer-size", "16k");
    conf.set("recordio.gather.max-read", "16k");
    conf.set("recordio.output.buffer-size", "4k");
    conf.setInt("mapreduce.client.completion.pollinterval", 10);
    return conf;
  }

  /** Runs the command as a user of HDFS. */
  private Recordio run(FaultedJob job, Path in, Path out, Faults faults) throws Exception {
    Configuration conf = conf();
    // An attempt that has only one try waits for a NameNode that starts again.
    conf.setBoolean("dfs.client.retry.policy.enabled", true);
    if (faults != null) {
      faults.over(conf, in);
      conf.setBoolean("fs.hdfs.impl.disable.cache", false); // it is closed with the user
    }
    var user = UserGroupInformation.createRemoteUser("ann");
    try {
      return user.doAs(
          (PrivilegedExceptionAction<Recordio>)
              () ->
                  Recordio.run(
                      conf, job.line(in.toString(), out.toString()).toArray(new String[0])));
    } finally {
      FileSystem.closeAllForUGI(user);
    }
  }

  /** An empty folder of the user's with a copy of the input. */
  private static Path freshInput(FaultedJob job, Path dir) throws IOException {
    FileSystem fs = dfs.fs();
    fs.delete(dir, true);
    Path in = new Path(dir, "in");
    fs.mkdirs(in);
    copyInput(job, in);
    for (Path each : new Path[] {dir, in}) {
      fs.setOwner(each, "ann", "users");
    }
    return in;
  }

  private static void copyInput(FaultedJob job, Path in) throws IOException {
    FileSystem fs = dfs.fs();
    for (FileStatus file : fs.listStatus(new Path(BASE, "kept/" + job.input().folder()))) {
      dfs.write(
          new Path(in, file.getPath().getName()),
          dfs.read(file.getPath()),
          BLOCK,
          MiniDfs.REPLICATION);
    }
  }

  /** What a command prints, but for the folder of its files. */
  private static String printed(Recordio run, Path folder) {
    return run.out().replace(folder + "/", "");
  }

  private static JobFiles result(FaultedJob job, Path in, Path out) throws IOException {
    return JobFiles.of(dfs.fs(), job.writesBesideInput() ? in : out);
  }

  private JobFiles undisturbed(FaultedJob job) throws Exception {
    if (!UNDISTURBED.containsKey(job)) {
      Path calm = new Path(BASE, "undisturbed");
      Path in = freshInput(job, calm);
      Recordio run = run(job, in, new Path(calm, "out"), null);
      assertEquals(0, run.code(), run.err());
      UNDISTURBED.put(job, result(job, in, new Path(calm, "out")));
      PRINTED.put(job, printed(run, calm));
    }
    return UNDISTURBED.get(job);
  }
}
