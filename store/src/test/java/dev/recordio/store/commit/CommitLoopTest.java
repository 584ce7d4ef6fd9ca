// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.store.manifest.Generations;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifests;
import dev.recordio.testing.LocalFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitLoopTest {
  @TempDir java.nio.file.Path folder;

  private Generations generations;
  private Manifest first;

  @BeforeEach
  void create() throws IOException {
    generations = open();
    first = Manifests.first();
    generations.create(first);
  }

  private Generations open() throws IOException {
    return new Generations(LocalFiles.checked(), new Path(LocalFiles.path(folder), "store"));
  }

  /** A record more; remembers what it was asked. */
  private static class Record extends Change {
    final List<Long> checked = new ArrayList<>();
    final List<Long> applied = new ArrayList<>();
    final List<Long> lost = new ArrayList<>();
    boolean independent;
    long age;
    boolean filesAreGone;

    Record() {
      super(null, null);
    }

    @Override
    public boolean isIndependent() {
      return independent;
    }

    @Override
    public void check(Manifest other) throws IOException {
      checked.add(other.generation());
    }

    @Override
    void apply(Manifest.Builder next, Manifest head) {}

    @Override
    public Manifest apply(Manifest head) throws IOException {
      applied.add(head.generation());
      return Manifests.after(head);
    }

    @Override
    public void lost(Manifest manifest) {
      lost.add(manifest.generation());
    }

    @Override
    public long ageMillis() {
      return age;
    }

    @Override
    public void requireFiles() throws IOException {
      if (filesAreGone) {
        throw new FileNotFoundException("data/0.chunk");
      }
    }
  }

  /** Loses to another writer as often as it is told to. */
  private class Slow extends Record {
    private int slow;

    Slow(int slow) {
      this.slow = slow;
    }

    @Override
    void apply(Manifest.Builder next, Manifest head) {}

    @Override
    public Manifest apply(Manifest head) throws IOException {
      if (slow > 0) {
        slow--;
        generations.publish(Manifests.after(head));
      }
      return super.apply(head);
    }
  }

  private CommitLoop loop(int attempts, List<Integer> pauses) {
    return new CommitLoop(generations, attempts, pauses::add);
  }

  @Test
  void changeIsPutOnTheNewestGeneration() throws IOException {
    var pauses = new ArrayList<Integer>();
    var change = new Slow(3);
    Manifest made = loop(100, pauses).commit(first, change);
    assertEquals(4, made.generation());
    assertEquals(made, generations.newest());
    assertEquals(4, made.length(), "nothing is lost");
    assertEquals(List.of(1L, 2L, 3L), change.checked, "each once, in order");
    assertEquals(List.of(0L, 1L, 2L, 3L), change.applied);
    assertEquals(List.of(1L, 2L, 3L), change.lost);
    assertEquals(List.of(1, 2, 3), pauses);
  }

  @Test
  void independentChangeReadsOnlyTheNewest() throws IOException {
    var change = new Slow(3);
    change.independent = true;
    Manifest second = Manifests.after(first);
    generations.publish(second);
    generations.publish(Manifests.after(second));
    java.nio.file.Files.delete(
        java.nio.file.Path.of(generations.paths().manifest(1).toUri().getPath()));
    assertEquals(6, loop(100, new ArrayList<>()).commit(first, change).generation());
    assertEquals(List.of(), change.checked);
  }

  @Test
  void contradictionIsAConflict() {
    var change =
        new Slow(2) {
          @Override
          public void check(Manifest other) throws IOException {
            if (other.generation() == 2) {
              throw new StoreConflictException("id 17 changed", other.generation());
            }
          }
        };
    var e =
        assertThrows(
            StoreConflictException.class, () -> loop(100, new ArrayList<>()).commit(first, change));
    assertEquals("conflict: id 17 changed in generation 2", e.getMessage());
    assertEquals(2, e.generation());
  }

  @Test
  void collectedGenerationIsAConflict() throws IOException {
    Manifest second = Manifests.after(first);
    generations.publish(second);
    generations.publish(Manifests.after(second));
    java.nio.file.Files.delete(
        java.nio.file.Path.of(generations.paths().manifest(1).toUri().getPath()));
    var e =
        assertThrows(
            StoreConflictException.class,
            () -> loop(100, new ArrayList<>()).commit(first, new Record()));
    assertEquals(1, e.generation());
    assertEquals(2, generations.newest().generation());
  }

  @Test
  void attemptsEnd() throws IOException {
    var change = new Slow(5);
    var e = assertThrows(IOException.class, () -> loop(5, new ArrayList<>()).commit(first, change));
    assertTrue(e.getMessage().contains("5 times"), e.getMessage());
    assertTrue(e.getMessage().contains("recordio.store.commit.attempts"), e.getMessage());
    assertEquals(5, generations.newest().length(), "only the others' records");
  }

  @Test
  void oldWriterLooksForItsFiles() throws IOException {
    var young = new Record();
    young.filesAreGone = true;
    young.age = first.graceMillis() / 2;
    loop(1, new ArrayList<>()).commit(first, young);
    var old = new Record();
    old.filesAreGone = true;
    old.age = first.graceMillis() / 2 + 1;
    var e = assertThrows(IOException.class, () -> loop(1, new ArrayList<>()).commit(first, old));
    assertTrue(e.getMessage().contains("data/0.chunk"), e.getMessage());
    assertEquals(1, generations.newest().generation());
    old.filesAreGone = false;
    loop(1, new ArrayList<>()).commit(first, old);
  }

  @Test
  void otherStoreAtThePlaceIsNotChanged() throws IOException {
    Manifest second = Manifests.after(first);
    generations.publish(second);
    org.apache.commons.io.FileUtils.deleteDirectory(folder.resolve("store").toFile());
    Manifest other = Manifests.first();
    generations.create(other);
    assertThrows(IOException.class, () -> loop(1, new ArrayList<>()).commit(second, new Record()));
    generations.publish(Manifests.after(other));
    assertThrows(IOException.class, () -> loop(1, new ArrayList<>()).commit(first, new Record()));
    assertEquals(1, generations.newest().generation());
  }

  @Test
  void manyWritersLoseNothing() throws Exception {
    int writers = 4;
    int each = 25;
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      var made = new ArrayList<Future<List<Long>>>();
      for (int i = 0; i < writers; i++) {
        made.add(
            threads.submit(
                () -> {
                  Generations own = open();
                  var mine = new ArrayList<Long>();
                  for (int n = 0; n < each; n++) {
                    var loop = new CommitLoop(LocalFiles.checked(), own);
                    mine.add(loop.commit(own.newest(), new Record()).generation());
                  }
                  return mine;
                }));
      }
      var numbers = new TreeSet<Long>();
      for (Future<List<Long>> mine : made) {
        numbers.addAll(mine.get());
      }
      assertEquals(writers * each, numbers.size(), "each generation has one writer");
      assertEquals(writers * each, numbers.last());
      assertEquals(writers * each, generations.newest().length());
    } finally {
      threads.shutdownNow();
    }
  }
}
