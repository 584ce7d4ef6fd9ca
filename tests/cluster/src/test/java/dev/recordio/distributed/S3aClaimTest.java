// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.run.output.OutputClaim;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.ObjectStore;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Claims of outputs on an object store that knows no conditional uploads. */
class S3aClaimTest {
  @TempDir java.nio.file.Path temp;
  @AutoClose private ObjectStore store;
  @AutoClose private LostAnswers between;

  private final Path folder = new Path(ObjectStore.uri("claims"));
  private final Path output = new Path(folder, "out");

  @BeforeEach
  void start() throws Exception {
    store = new ObjectStore(temp.resolve("store.log"));
    between = new LostAnswers(URI.create(store.conf().get("fs.s3a.endpoint")));
    between.knowNoConditions();
  }

  private Configuration conf() {
    Configuration conf = store.conf();
    conf.set("fs.s3a.endpoint", between.endpoint());
    return conf;
  }

  private Recordio pack() throws Exception {
    java.nio.file.Path file = java.nio.file.Files.writeString(temp.resolve("a.txt"), "a file");
    return Recordio.run(
        conf(), "pack", "-q", "--header", "none", file.toUri().toString(), output.toString());
  }

  @Test
  void anOutputIsClaimedAndWrittenAllTheSame() throws Exception {
    try (OutputClaim held = OutputClaim.take(conf(), output)) {
      Recordio refused = pack();
      assertEquals(2, refused.code(), refused.err());
      assertTrue(refused.err().contains("another command writes there: "), refused.err());
    }
    Recordio packed = pack();
    assertEquals(0, packed.code(), packed.err());
    FileSystem fs = folder.getFileSystem(conf());
    FileStatus[] left = fs.listStatus(folder);
    assertEquals(1, left.length);
    assertEquals("out", left[0].getPath().getName());
  }
}
