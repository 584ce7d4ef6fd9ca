// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.output;

import dev.recordio.jobs.testing.LocalJobs;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Claims an output, says so, and waits until it is killed. */
public final class ClaimMain {
  private ClaimMain() {}

  /** The argument is the output. */
  public static void main(String[] args) throws Exception {
    Configuration conf = LocalJobs.conf();
    OutputClaim.setCommand(conf, "pack");
    OutputClaim.take(conf, new Path(args[0]));
    System.out.println("claimed");
    System.in.read();
  }
}
