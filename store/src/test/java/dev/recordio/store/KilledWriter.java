// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Changes some stores without end, each by a thread: the step of a store is the number of its
 * generation. A line is printed before each. For a test that kills this process.
 */
public final class KilledWriter {
  private KilledWriter() {}

  /**
   * Changes stores.
   *
   * @param args their folders
   */
  public static void main(String[] args) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (String folder : args) {
      threads.add(new Thread(() -> change(new Path(folder))));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void change(Path folder) {
    try {
      Store store = Store.open(new Configuration(), folder);
      int step = (int) store.snapshot().generation();
      StoreModel model = model(step);
      while (true) {
        System.out.println(step);
        StoreSteps.run(step++, store, model);
      }
    } catch (IOException e) {
      e.printStackTrace();
      System.exit(1);
    }
  }

  /** Returns the model of a store after so many steps. */
  static StoreModel model(int steps) throws IOException {
    var model = new StoreModel(StoreSteps.SCHEMA);
    for (int step = 0; step < steps; step++) {
      StoreSteps.run(step, null, model);
    }
    return model;
  }
}
