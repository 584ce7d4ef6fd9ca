// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.run.output.OutputClaim;
import dev.recordio.testing.Faults;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Local files under the scheme "faulty", where shards can be made but not filled. */
public final class FullDisk {
  static final String MESSAGE = "no space left, says the test";

  private FullDisk() {}

  /** Makes it known. The claim of the output comes first, and would have the same error. */
  public static Configuration install(Configuration conf) {
    var faults = new Faults();
    faults
        .on(Faults.Call.WRITE)
        .does(
            write -> {
              if (!write.file().getName().contains(OutputClaim.SUFFIX)) {
                throw new IOException(MESSAGE);
              }
            });
    return faults.install(conf);
  }
}
