// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import dev.recordio.jobs.pairs.AbstractPairsTest;
import dev.recordio.testing.ObjectStore;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AutoClose;

/**
 * Pairs of commands on an object store, through S3A: with its magic committer and with Hadoop's own
 * in turn. Conditional uploads reach the store one after the other ({@link LostAnswers}).
 */
class S3aPairsTest extends AbstractPairsTest {
  /** Of the files to pack: each costs requests. */
  private static final int FILES = 12;

  private int runs;
  @AutoClose private ObjectStore store;
  @AutoClose private LostAnswers between;

  @Override
  protected void prepare(java.nio.file.Path local) throws Exception {
    store = new ObjectStore(temp.resolve("store.log"));
    between = new LostAnswers(URI.create(store.conf().get("fs.s3a.endpoint")));
    for (File file : local.resolve("files").toFile().listFiles()) {
      if (file.getName().compareTo(String.format("%03d", FILES)) >= 0) {
        Files.delete(file.toPath());
      }
    }
  }

  @Override
  public Configuration conf() {
    Configuration conf = store.conf();
    conf.set("fs.s3a.endpoint", between.endpoint());
    if (++runs % 2 == 0) {
      conf.set("fs.s3a.committer.name", "magic");
      conf.set(
          "mapreduce.outputcommitter.factory.scheme.s3a",
          "org.apache.hadoop.fs.s3a.commit.S3ACommitterFactory");
    }
    return conf;
  }

  @Override
  public Path testDir() {
    return new Path(ObjectStore.uri("pairs"));
  }
}
