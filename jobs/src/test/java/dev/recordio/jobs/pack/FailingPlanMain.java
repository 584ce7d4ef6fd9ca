// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.pack.source.PackConf;
import java.io.FileNotFoundException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Prepares a job whose second input is missing, in a JVM whose temporary files can be checked. */
final class FailingPlanMain {
  private FailingPlanMain() {}

  /** Takes a folder to pack and an output. */
  public static void main(String[] args) throws Exception {
    var conf = new Configuration();
    conf.set("hadoop.tmp.dir", System.getProperty("java.io.tmpdir"));
    PackConf.HEADER.set(conf, "none");
    var inputs = List.of(new Path(args[0]), new Path(args[0], "missing"));
    try (var job = new PackJob(conf, inputs, new Path(args[1]))) {
      throw new AssertionError("planned " + job.plan());
    } catch (FileNotFoundException e) {
      System.out.println(e.getMessage());
    }
    Runtime.getRuntime().halt(0); // no hook that would clean up after the job
  }
}
