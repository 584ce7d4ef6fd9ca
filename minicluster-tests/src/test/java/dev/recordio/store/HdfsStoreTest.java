// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.cluster.ClusterExtension;
import dev.recordio.cluster.HdfsUnderTest;
import dev.recordio.testing.Sampled;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Stores on HDFS, changed by one writer and by many processes. */
@ExtendWith(ClusterExtension.class)
class HdfsStoreTest implements HdfsUnderTest {
  private static final int WRITERS = Sampled.step(4, 8);

  @Test
  void processesThatAppendLoseNothing() throws Exception {
    WriterRace.run(conf(), path("store"), WRITERS, Sampled.step(5, 50));
  }

  @Test
  void changesEqualTheModel() throws IOException {
    Store store = Store.create(conf(), path("store"), StoreSteps.SCHEMA);
    var model = new StoreModel(StoreSteps.SCHEMA);
    for (int step = 0; step < 14; step++) {
      StoreSteps.run(step, store, model);
    }
    model.check(Store.open(conf(), path("store")).snapshot(), new Random(1));
    TestStore.requireSound(conf(), store);
  }
}
