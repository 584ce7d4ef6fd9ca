// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.sparse.ColumnMap;
import dev.recordio.sparse.ColumnSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import ml.dmlc.xgboost4j.java.Communicator;
import org.junit.jupiter.api.Test;

/** XGBoost's communicator between threads of this process. */
class ExchangeTest {
  /** What a worker does. */
  private interface Work<T> {
    T run(Exchange exchange) throws Exception;
  }

  private static <T> List<Future<T>> run(int workers, Work<T> work) throws Exception {
    TrainSettings settings = TrainSettings.of(Map.of()).withWorkers(workers);
    var pool = Executors.newFixedThreadPool(workers);
    try (var tracker = new Tracker(settings.withTimeoutSeconds(60), "127.0.0.1")) {
      Map<String, String> meeting = tracker.args();
      var all = new ArrayList<Callable<T>>();
      for (int task = 0; task < workers; task++) {
        var args = new HashMap<String, Object>(meeting);
        args.put("dmlc_tracker_port", Integer.parseInt(meeting.get("dmlc_tracker_port")));
        args.put("dmlc_task_id", task + "");
        all.add(
            () -> {
              Communicator.init(args);
              try {
                return work.run(new Exchange());
              } finally {
                Communicator.shutdown();
              }
            });
      }
      List<Future<T>> done = pool.invokeAll(all);
      tracker.awaitEnd();
      return done;
    } finally {
      pool.shutdown();
    }
  }

  private static byte[] bytes(int rank) {
    byte[] bytes = new byte[rank * 1_000_003]; // none, and more than one message
    new Random(rank).nextBytes(bytes);
    return bytes;
  }

  @Test
  void allGetTheBytesOfAll() throws Exception {
    for (Future<List<byte[]>> one : run(3, exchange -> exchange.all(bytes(exchange.rank())))) {
      assertEquals(3, one.get().size());
      for (int rank = 0; rank < 3; rank++) {
        assertArrayEquals(bytes(rank), one.get().get(rank));
      }
    }
  }

  @Test
  void aWorkerThatGoesAwayIsNoticed() throws Exception {
    List<Future<Object>> done =
        run(
            2,
            exchange -> {
              if (exchange.rank() == 1) {
                return null;
              }
              return exchange.all(new byte[100]);
            });
    Throwable why = null;
    for (Future<Object> one : done) {
      try {
        one.get();
      } catch (ExecutionException e) {
        why = e.getCause();
      }
    }
    assertInstanceOf(IOException.class, why);
    assertTrue(why.getMessage().startsWith("a worker of 2 is gone"), why::toString);
  }

  @Test
  void columnsOfAllMakeOneMap() throws Exception {
    List<Future<ColumnMap>> maps =
        run(
            3,
            exchange -> {
              var mine = new ColumnSet();
              for (long i = exchange.rank(); i < 10; i += 2) {
                mine.add(i << 60); // some are 2^63 and more
                mine.add(i);
              }
              return ColumnUnion.of(mine, exchange);
            });
    var expected = new ColumnSet();
    for (long i = 0; i < 10; i++) {
      expected.add(i << 60);
      expected.add(i);
    }
    for (Future<ColumnMap> map : maps) {
      assertEquals(expected.size(), map.get().size());
      for (int i = 0; i < expected.size(); i++) {
        assertEquals(expected.sorted()[i], map.get().column(i));
      }
    }
  }
}
