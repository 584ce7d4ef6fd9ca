// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.store.Store;
import dev.recordio.store.StoreModel;
import dev.recordio.store.StoreSteps;
import dev.recordio.store.verify.StoreFinding;
import dev.recordio.store.verify.StoreVerify;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole changes of stores on an object store, through S3A: nothing is ever copied. */
class S3aStoreTest {
  private static final int WRITERS = 2;
  private static final int APPENDS = 6;

  @TempDir static Path temp;
  private static ObjectStore objects;
  private static LostAnswers between;

  @BeforeAll
  static void start() throws Exception {
    objects = new ObjectStore(temp.resolve("store.log"));
    between = new LostAnswers(URI.create(objects.conf().get("fs.s3a.endpoint")));
  }

  @AfterAll
  static void stop() throws Exception {
    if (between != null) {
      between.close();
    }
    if (objects != null) {
      objects.close();
    }
  }

  @AfterEach
  void nothingWasCopied() {
    assertEquals(0, between.copies());
  }

  private static Configuration conf() {
    Configuration conf = objects.conf();
    conf.set("fs.s3a.endpoint", between.endpoint());
    conf.set("fs.s3a.retry.interval", "5ms");
    return conf;
  }

  private static void requireSound(Store store) throws IOException {
    List<StoreFinding> findings = new ArrayList<>();
    new StoreVerify(conf(), store.generations(), findings::add).verifyAll();
    assertEquals(List.of(), findings);
  }

  @Test
  void changesEqualTheModelThoughAnswersAreLost() throws IOException {
    var path = new org.apache.hadoop.fs.Path(ObjectStore.uri("stores/model"));
    Store store = Store.create(conf(), path, StoreSteps.SCHEMA);
    var model = new StoreModel(StoreSteps.SCHEMA);
    for (int step = 0; step < 12; step++) {
      between.lose(step % 4 == 3 ? 1 : 0);
      StoreSteps.run(step, store, model);
    }
    model.check(Store.open(conf(), path).snapshot(), new Random(1));
    assertEquals(12, store.snapshot().generation());
    requireSound(store);
  }

  @Test
  void writersThatAppendLoseNothing() throws Exception {
    var path = new org.apache.hadoop.fs.Path(ObjectStore.uri("stores/race"));
    Store.create(conf(), path, StoreSteps.SCHEMA);
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try {
      var ended = new ArrayList<Future<?>>();
      for (int writer = 0; writer < WRITERS; writer++) {
        Store mine = Store.open(conf(), path);
        ended.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < APPENDS; i++) {
                    StoreSteps.append(mine, new StoreModel(StoreSteps.SCHEMA), 2);
                  }
                  return null;
                }));
      }
      for (Future<?> writer : ended) {
        writer.get();
      }
    } finally {
      threads.shutdownNow();
    }
    Store store = Store.open(conf(), path);
    assertEquals(WRITERS * APPENDS, store.snapshot().generation());
    assertEquals(2 * WRITERS * APPENDS, store.snapshot().length());
    requireSound(store);
  }
}
