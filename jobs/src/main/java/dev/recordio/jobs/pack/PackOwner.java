// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.run.local.LocalSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;

/**
 * Who writes an output: a job of a cluster, or one of a process.
 *
 * @param job the job's id; empty for nobody
 * @param host of the process that runs a local job; else empty
 * @param process the id of that process
 * @param started when that process began, in milliseconds since 1970; 0 when it is unknown
 */
record PackOwner(String job, String host, long process, long started) {
  /** Nobody. */
  static final PackOwner NOBODY = new PackOwner("", "", 0, 0);

  /** Returns the owner that runs a job here, or on a cluster. */
  static PackOwner of(Configuration conf, JobID job) {
    if (!LocalSettings.isLocal(conf)) {
      return new PackOwner(job.toString(), "", 0, 0);
    }
    ProcessHandle own = ProcessHandle.current();
    return new PackOwner(job.toString(), hostName(), own.pid(), started(own));
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "";
    }
  }

  private static long started(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  /** Whether the job is known to run still. Of a process of another host that is unknown. */
  boolean isAlive(Configuration conf) throws IOException, InterruptedException {
    if (job.isEmpty()) {
      return false;
    }
    if (host.isEmpty()) {
      return !LocalSettings.isLocal(conf) && runsOnCluster(conf);
    }
    if (!host.equals(hostName()) || process == ProcessHandle.current().pid()) {
      return false; // one process runs one job into an output: this one has ended
    }
    return ProcessHandle.of(process).filter(other -> started(other) == started).isPresent();
  }

  private boolean runsOnCluster(Configuration conf) throws IOException, InterruptedException {
    Cluster cluster = new Cluster(conf);
    try {
      Job running = cluster.getJob(JobID.forName(job));
      return running != null && !running.isComplete();
    } finally {
      cluster.close();
    }
  }

  /** Returns words for errors. */
  String words() {
    return host.isEmpty() ? job : job + ", in process " + process + " of " + host;
  }
}
