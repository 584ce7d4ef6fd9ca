// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.output;

import dev.recordio.jobs.run.error.Printable;
import dev.recordio.jobs.run.local.LocalSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;

/**
 * Who holds a claim of an output: a process, and perhaps the job of a cluster that it has
 * submitted. Its text is what the file of the claim has, for people, too.
 *
 * @param id of the claim; no other claim ever has it
 * @param command its name
 * @param user the name that the operating system has for the user
 * @param host of the process
 * @param machine what the numbers of processes are counted in: the start of the machine and, in
 *     containers, the container; empty where the operating system does not say
 * @param process the number of the process
 * @param started when the process began, in the units of the machine; empty when it is not known
 * @param since when the claim was made
 * @param job {@value #LOCAL}, {@value #CLUSTER}, or the id of the cluster's job that writes
 */
record ClaimOwner(
    String id,
    String command,
    String user,
    String host,
    String machine,
    long process,
    String started,
    String since,
    String job) {

  /** Whether the owner still writes. */
  enum State {
    RUNS,
    ENDED,
    /** It can't be seen from here. */
    UNKNOWN
  }

  private static final String LOCAL = "local";
  private static final String CLUSTER = "cluster"; // no job yet
  private static final String END = "end\n";
  private static final Path PROC = Path.of("/proc");

  /** Returns this process as an owner from now on. */
  static ClaimOwner now(Configuration conf, String command) {
    long process = ProcessHandle.current().pid();
    return new ClaimOwner(
        newId(),
        command,
        System.getProperty("user.name", ""),
        hostName(),
        machineHere(),
        process,
        started(process),
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        LocalSettings.isLocal(conf) ? LOCAL : CLUSTER);
  }

  private static String newId() {
    return UUID.randomUUID().toString().replace("-", "");
  }

  /** Returns the same owner, whose job is now known, with another claim. */
  ClaimOwner withJob(JobID submitted) {
    return new ClaimOwner(
        newId(), command, user, host, machine, process, started, since, submitted.toString());
  }

  private static String hostName() {
    String name = read(PROC.resolve("sys/kernel/hostname")); // asks no server
    if (!name.isEmpty()) {
      return name;
    }
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "";
    }
  }

  /** Linux counts processes anew after each start, and in each container. */
  private static String machineHere() {
    String boot = read(PROC.resolve("sys/kernel/random/boot_id"));
    try {
      return boot.isEmpty() ? "" : boot + " " + Files.readSymbolicLink(PROC.resolve("self/ns/pid"));
    } catch (IOException | UnsupportedOperationException e) {
      return boot;
    }
  }

  /**
   * Returns when a process began; empty when there is none. On Linux in ticks since the start of
   * the machine: Java's own time of day is another one after the clock was set.
   */
  private static String started(long process) {
    if (!Files.isReadable(PROC.resolve("self/stat"))) {
      return ProcessHandle.of(process)
          .flatMap(handle -> handle.info().startInstant())
          .map(Instant::toString)
          .orElse("");
    }
    String stat = read(PROC.resolve(process + "/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
    boolean ended = fields.length < 20 || fields[0].equals("Z") || fields[0].equals("X");
    return ended ? "" : fields[19];
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** Returns what {@link #parse} reads. */
  String text() {
    return "# A command of recordio writes what this file is named after. When the command has ended,"
        + " this file may be removed.\n"
        + line("id", id)
        + line("command", command)
        + line("user", user)
        + line("host", host)
        + line("machine", machine)
        + line("process", Long.toString(process))
        + line("started", started)
        + line("since", since)
        + line("job", job)
        + END;
  }

  private static String line(String key, String value) {
    return key + ": " + Printable.of(value) + "\n";
  }

  /** Returns an owner from its text; null when that is none, or not whole. */
  static ClaimOwner parse(String text) {
    var values = new HashMap<String, String>();
    for (String line : text.split("\n")) {
      String[] pair = line.split(": ", 2);
      values.put(pair[0], pair.length == 2 ? pair[1] : "");
    }
    String id = value(values, "id");
    String process = value(values, "process");
    if (!text.endsWith("\n" + END)
        || !id.matches("[0-9a-f]{32}")
        || !process.matches("\\d{1,18}")) {
      return null;
    }
    return new ClaimOwner(
        id,
        value(values, "command"),
        value(values, "user"),
        value(values, "host"),
        value(values, "machine"),
        Long.parseLong(process),
        value(values, "started"),
        value(values, "since"),
        value(values, "job"));
  }

  private static String value(Map<String, String> values, String key) {
    return values.getOrDefault(key, "");
  }

  /**
   * Returns whether the owner still writes. It is said to have ended only where that is certain: of
   * another machine, container or user processes can't be seen, and a cluster may have forgotten a
   * job, or be another one.
   */
  State state(Configuration conf) throws InterruptedException {
    if (started.isEmpty() || !host.equals(hostName()) || !machine.equals(machineHere())) {
      return State.UNKNOWN;
    }
    if (started.equals(started(process))) {
      return State.RUNS;
    }
    if (!user.equals(System.getProperty("user.name", ""))) {
      return State.UNKNOWN; // a system may hide the processes of others
    }
    if (job.equals(LOCAL)) {
      return State.ENDED;
    }
    return job.equals(CLUSTER) || LocalSettings.isLocal(conf) ? State.UNKNOWN : jobState(conf);
  }

  private State jobState(Configuration conf) throws InterruptedException {
    try {
      Cluster cluster = new Cluster(conf);
      try {
        // Asks for no single job: of one that has ended, that would need a history server.
        for (JobStatus known : cluster.getAllJobStatuses()) {
          if (known.getJobID().toString().equals(job)) {
            return known.isJobComplete() ? State.ENDED : State.RUNS;
          }
        }
        return State.UNKNOWN;
      } finally {
        cluster.close();
      }
    } catch (IOException e) {
      return State.UNKNOWN;
    }
  }

  /** Whether jobs of a cluster write, which go on without the process. */
  boolean isOfCluster() {
    return !job.equals(LOCAL);
  }

  /** Returns words for errors. */
  String words() {
    return command
        + " of "
        + user
        + "@"
        + host
        + " (process "
        + process
        + (job.equals(LOCAL) ? "" : job.equals(CLUSTER) ? ", with jobs on a cluster" : ", " + job)
        + "), since "
        + since;
  }
}
