// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.faults;

/** What happens while a job runs: a line of the table. */
public enum Fault {
  /** The JVM of a map attempt ends in the middle of its work. */
  MAP_ATTEMPT_DIES("map attempt dies", true),
  /** The JVM of a reduce attempt ends in the middle of its output. */
  REDUCE_ATTEMPT_DIES("reduce attempt dies", true),
  /** A speculative attempt commits while the first one is in the middle of its output. */
  TWIN_WINS("speculative twin wins", true),
  /** A NodeManager dies with the containers of some tasks. */
  NODE_MANAGER_KILLED("NodeManager killed", true),
  /** The application master dies while tasks run. */
  MASTER_KILLED("application master killed", true),
  /** A DataNode dies that a task is reading from. */
  DATA_NODE_KILLED_READING("DataNode killed while reading", false),
  /** A DataNode dies that a task is writing to. */
  DATA_NODE_KILLED_WRITING("DataNode killed while writing", false),
  /** The command's own process dies. */
  CLIENT_KILLED("client killed", true),
  /** There is no space left for the output. */
  DISK_FULL("output disk full", false),
  /** The user may no longer write where the output goes. */
  PERMISSION_LOST("permission lost", false),
  /** Another file takes the place of an input file. */
  INPUT_REPLACED("input file replaced in mid-job", false),
  /** The second half of an input file is cut off. */
  INPUT_TRUNCATED("input truncated in mid-job", false),
  /** The replica that a task reads has bytes that its checksums do not fit. */
  CORRUPT_REPLICA("corrupt replica", false),
  /** The NameNode ends and starts again. */
  NAME_NODE_RESTARTED("NameNode restarted", false);

  private final String title;
  private final boolean processes;

  Fault(String title, boolean processes) {
    this.title = title;
    this.processes = processes;
  }

  /** Returns the first cell of its line. */
  public String title() {
    return title;
  }

  /** Whether it happens to what a job writes. */
  public boolean isOfWriting() {
    return this == DATA_NODE_KILLED_WRITING || this == DISK_FULL || this == PERMISSION_LOST;
  }

  /** Whether it needs processes that can be killed; the others happen to a file system. */
  public boolean needsProcesses() {
    return processes;
  }
}
