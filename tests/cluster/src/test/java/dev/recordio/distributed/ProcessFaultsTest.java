// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.distributed.Containers.Container;
import dev.recordio.jobs.RecordIO;
import dev.recordio.jobs.faults.Fault;
import dev.recordio.jobs.faults.FaultInputs;
import dev.recordio.jobs.faults.FaultTable;
import dev.recordio.jobs.faults.FaultedJob;
import dev.recordio.jobs.faults.JobFaults;
import dev.recordio.jobs.faults.JobFiles;
import dev.recordio.jobs.faults.Moment;
import dev.recordio.jobs.faults.Moment.Action;
import dev.recordio.jobs.faults.Outcome;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Faults;
import dev.recordio.testing.FaultyFileSystem;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.MiniHadoop;
import dev.recordio.testing.MiniHadoop.Started;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The cells of {@link FaultTable} whose faults are deaths of processes: the shipped jar on a
 * cluster of seven processes. The attempts of a job use an HDFS that dies, or waits, in the middle
 * of a read or write. The three faults of attempts happen to different tasks of one job.
 */
@Tag("cluster")
class ProcessFaultsTest {
  private static final List<Fault> ATTEMPTS =
      List.of(Fault.MAP_ATTEMPT_DIES, Fault.REDUCE_ATTEMPT_DIES, Fault.TWIN_WINS);

  /** More than half of a node beside an application master, so that tasks are on both nodes. */
  private static final String ONE_A_NODE = "-Dmapreduce.map.memory.mb=1024";

  /** Flags of JVMs with short lives: start-up matters, and peak speed does not. */
  private static final String SHORT_LIFE =
      "-Xmx256m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData"
          + " -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote";

  private static final Map<FaultedJob, JobFiles> UNDISTURBED = new EnumMap<>(FaultedJob.class);
  private static final Map<FaultedJob, Path> ATTEMPT_RUNS = new EnumMap<>(FaultedJob.class);

  @TempDir static Path temp;
  private static MiniHadoop cluster;
  private static FsLines hdfs;
  private static Path local;
  private static Path shipped;
  private static Path faults;

  @BeforeAll
  static void start() throws Exception {
    shipped = Path.of(RecordIO.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assumeTrue(Files.isRegularFile(shipped), "classes, not yet packed");
    MiniHadoop.assumeThere();
    faults =
        jar(
            temp.resolve("faults.jar"),
            TwinEstimator.class,
            Faults.class,
            FaultyFileSystem.class,
            Class.forName("dev.recordio.testing.ConditionalUpload"),
            JobFaults.class,
            Moment.class);
    local = Files.createDirectory(temp.resolve("in"));
    FaultInputs.write(local);
    cluster =
        new MiniHadoop(temp.resolve("cluster"), Files.createDirectory(temp.resolve("printed")));
    hdfs = new FsLines(cluster, temp.resolve("fs.txt"));
    hdfs.fs("-put", local.toString(), "/");
  }

  @AfterAll
  static void stop() throws Exception {
    if (cluster != null) {
      try (MiniHadoop ending = cluster) {
        if (hdfs != null) {
          hdfs.close();
        }
      }
    }
  }

  private static Path jar(Path jar, Class<?>... classes) throws IOException {
    try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
      add(out, classes);
    }
    return jar;
  }

  /** Adds classes with those that they contain. */
  private static void add(JarOutputStream out, Class<?>... classes) throws IOException {
    for (Class<?> type : classes) {
      String name = type.getName().replace('.', '/') + ".class";
      out.putNextEntry(new JarEntry(name));
      try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
        in.transferTo(out);
      }
      add(out, type.getDeclaredClasses());
    }
  }

  /** A job that runs, with a local folder of its own. */
  private record Run(FaultedJob job, Started started, Path folder, String base) {
    boolean left(String file) {
      return Files.exists(folder.resolve(file));
    }

    /** Waits until an attempt waits; returns the names of those that do. */
    List<String> waiting() throws IOException, InterruptedException {
      List<String> names = names("*.WAIT");
      while (names.isEmpty()) {
        awaitMoment();
        names = names("*.WAIT");
      }
      return names;
    }

    List<String> names(String glob) throws IOException {
      var names = new ArrayList<String>();
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, glob)) {
        for (Path file : files) {
          if (Files.size(file) > 0) {
            names.add(file.getFileName().toString());
          }
        }
      }
      return names;
    }

    void awaitMoment() throws InterruptedException {
      assertFalse(
          started.process().waitFor(20, TimeUnit.MILLISECONDS), () -> "ended before: " + err());
    }

    /** The name of the container in which an attempt has left a file. */
    String container(String file) throws IOException {
      return Files.readString(folder.resolve(file));
    }

    void go() throws IOException {
      Files.createFile(folder.resolve(JobFaults.GO));
    }

    void assertSucceeds() throws InterruptedException {
      assertTrue(started.process().waitFor(10, TimeUnit.MINUTES), "still running");
      assertEquals(0, started.process().exitValue(), this::err);
    }

    String err() {
      try {
        return Files.readString(started.err());
      } catch (IOException e) {
        return e.toString();
      }
    }

    String in() {
      return job.writesBesideInput() ? base : "/in/" + job.input().folder();
    }

    String out() {
      return job.writesBesideInput() ? base : base + "/out";
    }
  }

  /** Starts a command on the cluster, with these moments of its maps, and more of its reduces. */
  private static Run start(FaultedJob job, String name, List<Moment> moments, String... settings)
      throws Exception {
    String base = "/" + job.title() + "-" + name;
    Path folder = Files.createDirectory(temp.resolve(base.substring(1)));
    if (job.writesBesideInput()) {
      hdfs.fs("-cp", "/in/" + job.input().folder(), base);
    } else {
      hdfs.fs("-mkdir", base);
    }
    var line = new ArrayList<String>(List.of("jar", shipped.toString()));
    var more = new ArrayList<String>();
    JobFaults.settings(folder, moments).forEach(setting -> more.add("-D" + setting));
    more.add("-Dmapreduce.application.classpath=" + cluster.lib().resolve("*") + "," + faults);
    for (String key :
        List.of(
            "mapreduce.map.java.opts",
            "mapreduce.reduce.java.opts",
            "yarn.app.mapreduce.am.command-opts")) {
      more.add("-D" + key + "=" + SHORT_LIFE);
    }
    more.add("-Drecordio.output.buffer-size=4k");
    more.add("-Drecordio.input.buffer-size=16k");
    more.addAll(List.of(settings));
    String in = job.writesBesideInput() ? base : "/in/" + job.input().folder();
    line.addAll(job.line(in, base + "/out", more.toArray(new String[0])));
    Started started =
        cluster.start(Map.of("HADOOP_CLASSPATH", faults.toString()), line.toArray(new String[0]));
    return new Run(job, started, folder, base);
  }

  /** When an attempt is in the middle of its input, or of the output that it writes itself. */
  private static Moment inMap(FaultedJob job, String name, String task, Action action) {
    String base = "/" + job.title() + "-" + name;
    if (!job.hasReducers()) {
      return new Moment(task, true, job.writes(base + "/out"), 1, "", action);
    }
    return job.writesBesideInput()
        ? new Moment(task, false, job.reads(base), 1, "", action)
        : new Moment(
            task,
            false,
            job.reads("/in/" + job.input().folder()),
            1,
            base + "/out/_temporary",
            action);
  }

  private static Containers containers() {
    return new Containers(cluster.dir());
  }

  static Stream<FaultTable.Cell> cells() {
    return FaultTable.cells(Fault::needsProcesses).stream();
  }

  @ParameterizedTest
  @MethodSource
  void cells(FaultTable.Cell cell) throws Exception {
    FaultedJob job = cell.job();
    if (ATTEMPTS.contains(cell.fault())) {
      attempt(cell);
      return;
    }
    switch (cell.fault()) {
      case NODE_MANAGER_KILLED -> nodeManagerKilled(job);
      case MASTER_KILLED -> masterKilled(job);
      case CLIENT_KILLED -> clientKilled(job);
      default -> throw new IllegalArgumentException(cell.toString());
    }
  }

  /** One run for the three faults of attempts. */
  private static void attempt(FaultTable.Cell cell) throws Exception {
    FaultedJob job = cell.job();
    Path folder = ATTEMPT_RUNS.get(job);
    if (folder == null) {
      folder = attempts(job);
      ATTEMPT_RUNS.put(job, folder);
    }
    switch (cell.fault()) {
      case MAP_ATTEMPT_DIES -> {
        assertTrue(Files.exists(folder.resolve("m_000000_0.HALT")), "the attempt did not die");
        assertTrue(Files.exists(folder.resolve("m_000000_1.began")), "no other came");
      }
      case TWIN_WINS -> {
        assertTrue(Files.exists(folder.resolve("m_000001_0.WAIT")), "the first did not wait");
        assertTrue(Files.exists(folder.resolve("m_000001_1.began")), "no other came");
        assertFalse(Files.exists(folder.resolve(JobFaults.GO)), "the first was let go");
      }
      default -> {
        assertEquals(
            cell.outcome() != Outcome.NO_REDUCERS,
            Files.exists(folder.resolve("r_000000_0.HALT")),
            "a reduce attempt died");
        assertEquals(
            cell.outcome() != Outcome.NO_REDUCERS,
            Files.exists(folder.resolve("r_000000_1.began")),
            "another one came");
      }
    }
  }

  private static Path attempts(FaultedJob job) throws Exception {
    String name = "attempts";
    String base = "/" + job.title() + "-" + name;
    Run run =
        start(
            job,
            name,
            List.of(
                inMap(job, name, "m_000000_0", Action.HALT),
                inMap(job, name, "m_00000" + TwinEstimator.TASK + "_0", Action.WAIT),
                new Moment(
                    "r_000000_0",
                    true,
                    job.writes(job.writesBesideInput() ? base : base + "/out"),
                    1,
                    "",
                    Action.HALT)),
            "-Dmapreduce.map.speculative=true",
            "-Dmapreduce.job.speculative.retry-after-no-speculate=100",
            "-Dyarn.app.mapreduce.am.job.task.estimator.class=" + TwinEstimator.class.getName());
    run.assertSucceeds();
    assertResult(run);
    return run.folder();
  }

  /** One attempt of each map task waits; the node of one dies that is not the master's. */
  private static void nodeManagerKilled(FaultedJob job) throws Exception {
    String name = "node";
    Run run = start(job, name, List.of(inMap(job, name, "m_\\d+_0", Action.WAIT)), ONE_A_NODE);
    Optional<Container> away = Optional.empty();
    while (away.isEmpty()) {
      away = waitingContainers(run).filter(c -> containers().isAwayFromMaster(c)).findFirst();
      run.awaitMoment();
    }
    String node = away.get().node();
    String killed = cluster.kill(node);
    assertTrue(killed.matches(node + " killed, and [1-9][0-9]* containers\n"), killed);
    run.go();
    run.assertSucceeds();
    assertEquals(1, masters(away.get()), "the master was on the other node");
    assertResult(run);
    cluster.restart(node);
  }

  private static Stream<Container> waitingContainers(Run run) throws Exception {
    var waiting = new ArrayList<String>();
    for (String file : run.waiting()) {
      waiting.add(run.container(file));
    }
    return containers().running().stream().filter(c -> waiting.contains(c.name()));
  }

  private static long masters(Container task) {
    return containers().ofApplication(task.application()).stream()
        .filter(name -> name.endsWith("_000001"))
        .count();
  }

  private static Container waitingContainer(Run run) throws Exception {
    Optional<Container> task = Optional.empty();
    while (task.isEmpty()) {
      task = waitingContainers(run).findFirst();
      run.awaitMoment();
    }
    return task.get();
  }

  private static void masterKilled(FaultedJob job) throws Exception {
    String name = "master";
    Run run = start(job, name, List.of(inMap(job, name, "m_000000_0", Action.WAIT)));
    Container task = waitingContainer(run);
    Container master = containers().master(task).orElseThrow();
    assertTrue(ProcessHandle.of(master.jvm()).orElseThrow().destroyForcibly(), "not killed");
    run.assertSucceeds();
    assertEquals(2, masters(task), () -> containers().ofApplication(task.application()).toString());
    assertFalse(run.left(JobFaults.GO), "the first attempt was let go");
    assertResult(run);
  }

  /** The cluster completes what it has begun. */
  private static void clientKilled(FaultedJob job) throws Exception {
    String name = "client";
    Run run = start(job, name, List.of(inMap(job, name, "m_000000_0", Action.WAIT)));
    Container task = waitingContainer(run);
    Container master = containers().master(task).orElseThrow();
    run.started().process().destroyForcibly();
    assertEquals(128 + 9, run.started().process().waitFor());
    run.go();
    ProcessHandle.of(master.jvm()).orElseThrow().onExit().get(10, TimeUnit.MINUTES);
    assertResult(run);
  }

  private static void assertResult(Run run) throws Exception {
    Path got = run.folder().resolve("result");
    hdfs.fs("-get", run.out(), got.toString());
    undisturbed(run.job()).assertSame(files(got));
  }

  private static JobFiles files(Path folder) throws IOException {
    return JobFiles.of(
            FileSystem.getLocal(LocalFiles.checked()),
            new org.apache.hadoop.fs.Path(folder.toUri()))
        .withoutHidden();
  }

  /** What one process here makes of the input, without faults. */
  private static JobFiles undisturbed(FaultedJob job) throws Exception {
    if (!UNDISTURBED.containsKey(job)) {
      Path in = local.resolve(job.input().folder());
      Path out = temp.resolve("undisturbed-" + job.title());
      if (job.writesBesideInput()) {
        Files.createDirectory(out);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(in)) {
          for (Path file : files) {
            Files.copy(file, out.resolve(file.getFileName()));
          }
        }
        in = out;
      }
      Recordio.run(
              LocalJobs.conf(temp.resolve("scratch")),
              job.line(in.toString(), out.toString()).toArray(new String[0]))
          .ended(0);
      UNDISTURBED.put(job, files(out));
    }
    return UNDISTURBED.get(job);
  }
}
