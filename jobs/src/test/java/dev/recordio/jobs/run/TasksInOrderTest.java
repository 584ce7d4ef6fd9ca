// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.run.TasksInOrder.Task;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class TasksInOrderTest {
  private final Set<Integer> begun = new ConcurrentSkipListSet<>();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void eachRunsOnce(int threads) throws Exception {
    Set<Integer> twice = ConcurrentHashMap.newKeySet();
    var tasks = new ArrayList<Task>();
    for (int i = 0; i < 100; i++) {
      int number = i;
      tasks.add(
          () -> {
            if (!begun.add(number)) {
              twice.add(number);
            }
          });
    }
    var inOrder = new TasksInOrder(tasks);
    inOrder.run(threads);
    inOrder.awaitEnd();
    assertEquals(100, begun.size());
    assertEquals(Set.of(), twice);
  }

  @Test
  void afterAFailureNoneBegins() {
    var failure = new IOException("of task 2");
    var tasks = new ArrayList<Task>();
    for (int i = 0; i < 5; i++) {
      int number = i;
      tasks.add(
          () -> {
            begun.add(number);
            if (number == 2) {
              throw failure;
            }
          });
    }
    assertSame(failure, assertThrows(IOException.class, () -> new TasksInOrder(tasks).run(1)));
    assertEquals(Set.of(0, 1, 2), begun);
  }

  @Test
  void ofSeveralFailuresTheFirstInOrderIsReported() {
    var failed = new CountDownLatch(1);
    var first = new StackOverflowError("of task 0, later");
    List<Task> tasks =
        List.of(
            () -> {
              failed.await();
              throw first;
            },
            () -> {
              failed.countDown();
              throw new IOException("of task 1, earlier");
            });
    assertSame(first, assertThrows(StackOverflowError.class, () -> new TasksInOrder(tasks).run(2)));
  }

  @Test
  void aTaskThatOnlyAnotherOnesFailureInterruptsIsNotTheReason() {
    var failed = new CountDownLatch(1);
    var reason = new IOException("of task 1");
    List<Task> tasks =
        List.of(
            () -> {
              failed.await();
              throw new InterruptedIOException("task 1 failed: of task 1");
            },
            () -> {
              failed.countDown();
              throw reason;
            });
    assertSame(reason, assertThrows(IOException.class, () -> new TasksInOrder(tasks).run(2)));
  }

  @Test
  void stoppedTasksOfAllThreadsEnd() throws Exception {
    var running = new CountDownLatch(3);
    Set<Thread> interrupted = ConcurrentHashMap.newKeySet();
    Task stuck =
        () -> {
          running.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            interrupted.add(Thread.currentThread());
            throw e;
          }
        };
    var inOrder = new TasksInOrder(List.of(stuck, stuck, stuck, () -> begun.add(3)));
    var caller =
        new Thread(
            () -> {
              try {
                inOrder.run(3);
              } catch (Exception e) {
                assertTrue(e instanceof InterruptedException, e.toString());
              } finally {
                inOrder.awaitEnd();
              }
            });
    caller.start();
    running.await();
    inOrder.stop();
    caller.interrupt();
    caller.join();
    assertEquals(3, interrupted.size());
    assertFalse(begun.contains(3));
    assertTrue(interrupted.stream().noneMatch(Thread::isAlive));
  }
}
