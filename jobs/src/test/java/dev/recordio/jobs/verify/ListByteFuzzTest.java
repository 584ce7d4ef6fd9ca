// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.fuzz.ByteFuzzTest;
import dev.recordio.fuzz.ByteTarget;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.testing.LocalJobs;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.io.TempDir;

/** Lists of findings, which salvage leaves out. */
class ListByteFuzzTest extends ByteFuzzTest {
  @TempDir Path folder;

  @Override
  protected List<ByteTarget> targets() {
    Configuration conf = LocalJobs.conf(folder);
    return List.of(
        ByteTarget.ofFile(
                "findings-list",
                5_000,
                folder.resolve("list.tsv"),
                file -> {
                  VerifyConf.SALVAGE_LIST.set(conf, file.toString());
                  LeftOut.of(conf).has("a.rec", 0, 10, 7);
                })
            .refuses(BadInputException.class));
  }
}
