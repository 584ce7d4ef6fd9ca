// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.cluster.ClusterExtension;
import dev.recordio.cluster.MiniYarn;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.output.OutputClaim;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.testing.Faults;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Ctrl-C in the client of a job on YARN: the job ends before its files are removed. */
@ExtendWith(ClusterExtension.class)
@Tag("deep")
class InterruptOnYarnTest extends InterruptTest {
  private static final String STAGING = "/interrupted-jobs";

  private final MiniYarn yarn;

  InterruptOnYarnTest(MiniYarn yarn) {
    this.yarn = yarn;
  }

  @Override
  protected List<String> options() {
    return List.of("-D", "mapreduce.job.name=interrupted, says the test");
  }

  @Override
  protected Path sites() throws IOException {
    Configuration conf = yarn.conf();
    conf.set(MRJobConfig.MR_AM_STAGING_DIR, STAGING);
    // Each of Hadoop's default files is read after the previous site file: so all of them are
    // needed.
    for (String site : List.of("core", "hdfs", "mapred", "yarn")) {
      try (OutputStream out = Files.newOutputStream(dir.resolve(site + "-site.xml"))) {
        conf.writeXml(out);
      }
    }
    return dir;
  }

  @Override
  protected void assertNothingLeft() throws Exception {
    try (YarnClient client = YarnClient.createYarnClient()) {
      client.init(yarn.conf());
      client.start();
      Set<FinalApplicationStatus> states = new TreeSet<>();
      for (ApplicationReport report : client.getApplications()) {
        if (report.getName().equals("interrupted, says the test")) {
          states.add(report.getFinalApplicationStatus());
        }
      }
      assertEquals(Set.of(FinalApplicationStatus.KILLED), states);
    }
    FileStatus[] left =
        yarn.dfs().fs().globStatus(new org.apache.hadoop.fs.Path(STAGING, "*/.staging/*"));
    assertEquals(0, left == null ? 0 : left.length, () -> left[0].toString());
  }

  @Test
  void theJobIsKilledAndItsFilesGo() throws Exception {
    interrupt("INT", 130, "pack", "--from", "files", "--header", "none");
  }

  /** The job goes on, so the output stays claimed until it has ended. */
  @Test
  void theJobOfAKilledClientHasTheOutput() throws Exception {
    assertEquals(137, run("KILL", () -> {}, "pack", "--from", "files", "--header", "none"));
    Configuration conf = yarn.conf();
    new Faults().install(conf);
    var output = new org.apache.hadoop.fs.Path("faulty:" + dir.resolve("out"));
    String refused =
        assertThrows(UsageException.class, () -> OutputClaim.take(conf, output)).getMessage();
    Matcher job =
        Pattern.compile("pack of .*, (job_\\d+_\\d+)\\), since .*; wait").matcher(refused);
    assertTrue(job.find(), refused);

    // Of a client that has no cluster, or another one, nothing is certain.
    String unknown =
        assertThrows(UsageException.class, () -> OutputClaim.take(local(), output)).getMessage();
    assertTrue(unknown.endsWith("jobs on the cluster, remove faulty:" + claim()), unknown);

    Cluster cluster = new Cluster(conf);
    try {
      Job left = cluster.getJob(JobID.forName(job.group(1)));
      left.killJob();
      while (!left.isComplete()) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      }
    } finally {
      cluster.close();
    }
    OutputClaim.take(conf, output).close();
    assertFalse(Files.exists(claim()));
  }

  private static Configuration local() {
    Configuration conf = LocalJobs.conf();
    new Faults().install(conf);
    return conf;
  }
}
