// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.store.manifest.AbstractGenerationsTest;
import dev.recordio.store.manifest.Generations;
import dev.recordio.store.manifest.Generations.Outcome;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifests;
import dev.recordio.testing.ObjectStore;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Generations on an object store, through S3A, which creates their manifests conditionally. */
class S3aGenerationsTest extends AbstractGenerationsTest {
  @TempDir static Path temp;
  @AutoClose private static ObjectStore store;
  @AutoClose private static LostAnswers between;

  private final String folder;

  S3aGenerationsTest(TestInfo test) {
    folder = "generations/" + test.getTestMethod().orElseThrow().getName();
  }

  @BeforeAll
  static void start() throws Exception {
    store = new ObjectStore(temp.resolve("store.log"));
    between = new LostAnswers(URI.create(store.conf().get("fs.s3a.endpoint")));
  }

  @AfterEach
  void nothingWasCopied() {
    assertEquals(0, between.copies());
  }

  @Override
  public Configuration conf() {
    Configuration conf = store.conf();
    conf.set("fs.s3a.endpoint", between.endpoint());
    conf.set("fs.s3a.retry.interval", "5ms");
    return conf;
  }

  @Override
  public org.apache.hadoop.fs.Path testDir() {
    return new org.apache.hadoop.fs.Path(ObjectStore.uri(folder));
  }

  /** The upload is done; S3A tries again, and is refused because of its own first upload. */
  @Test
  void lostAnswerIsRecognised() throws IOException {
    var generations = new Generations(conf(), path("store"));
    Manifest first = Manifests.first();
    generations.create(first);
    Manifest mine = Manifests.after(first);
    int refused = between.refused();
    between.lose(1);
    assertEquals(Outcome.COMMITTED, generations.publish(mine));
    assertEquals(refused + 1, between.refused());
    assertEquals(mine, generations.newest());
    between.lose(1);
    assertEquals(Outcome.LOST, generations.publish(Manifests.after(first)));
    assertEquals(mine, generations.newest());
  }

  /** S3 may answer so while two uploads of an object are under way, and wants another try. */
  @Test
  void conflictIsTriedAgain() throws IOException {
    var generations = new Generations(conf(), path("store"));
    Manifest first = Manifests.first();
    generations.create(first);
    Manifest mine = Manifests.after(first);
    between.conflict(1);
    assertEquals(Outcome.COMMITTED, generations.publish(mine));
    assertEquals(mine, generations.newest());
    between.conflict(1);
    assertEquals(Outcome.LOST, generations.publish(Manifests.after(first)));
    assertEquals(mine, generations.newest());
  }

  @Test
  void withoutTheCapabilityStoresAreOnlyRead() throws IOException {
    var writing = new Generations(conf(), path("store"));
    Manifest first = Manifests.first();
    writing.create(first);
    Configuration conf = conf();
    conf.setBoolean("fs.s3a.create.conditional.enabled", false);
    conf.setBoolean("fs.s3a.impl.disable.cache", true);
    var reading = new Generations(conf, path("store"));
    assertEquals(first, reading.newest());
    var e =
        assertThrows(InvalidSettingException.class, () -> reading.publish(Manifests.after(first)));
    assertTrue(e.getMessage().contains("recordio.store.publish"), e.getMessage());
  }
}
