// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.stream.Publisher;
import dev.recordio.store.manifest.Generations.Outcome;
import dev.recordio.testing.FileSystemUnderTest;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Generations and tags on a real file system, whichever it is. */
public abstract class AbstractGenerationsTest implements FileSystemUnderTest {
  private static final int ROUNDS = 50;
  private static final int WRITERS = 2;

  private Generations generations() throws IOException {
    return new Generations(conf(), path("store"));
  }

  private Manifest create() throws IOException {
    Manifest first = Manifests.first();
    generations().create(first);
    return first;
  }

  private List<String> names(String folder) throws IOException {
    var names = new ArrayList<String>();
    for (FileStatus entry : fs().listStatus(path("store/" + folder))) {
      names.add(entry.getPath().getName());
    }
    names.sort(null);
    return names;
  }

  private static String notFound(org.junit.jupiter.api.function.Executable reading) {
    return assertThrows(FileNotFoundException.class, reading).getMessage();
  }

  @Test
  void newestIsTheOneWithTheGreatestNumber() throws IOException {
    Manifest first = create();
    assertEquals(first, generations().newest());
    Manifest second = Manifests.after(first);
    assertEquals(Outcome.COMMITTED, generations().publish(second));
    write("store/_manifest/notes.txt", new byte[1]);
    write("store/_manifest/99999999999999999999.json", new byte[1]);
    assertEquals(second, generations().newest());
    assertEquals(first, generations().get(0));
    assertEquals(List.of(0L, 1L), generations().list());
  }

  @Tag("hdfs")
  @Test
  void writersRaceForEachGeneration() throws Exception {
    Manifest[] head = {create()};
    var meeting = new CyclicBarrier(WRITERS);
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try {
      for (int round = 1; round <= ROUNDS; round++) {
        var made = new ArrayList<Manifest>();
        var outcomes = new ArrayList<Future<Outcome>>();
        for (int i = 0; i < WRITERS; i++) {
          Manifest mine = Manifests.after(head[0]);
          Generations writer = generations();
          made.add(mine);
          outcomes.add(
              threads.submit(
                  () -> {
                    meeting.await();
                    return writer.publish(mine);
                  }));
        }
        int winner = outcomes.get(0).get() == Outcome.COMMITTED ? 0 : 1;
        assertEquals(Outcome.COMMITTED, outcomes.get(winner).get());
        assertEquals(Outcome.LOST, outcomes.get(1 - winner).get(), "round " + round);
        head[0] = made.get(winner);
        if (round % 10 == 0) { // reading takes longer than the race
          assertEquals(head[0], generations().newest());
        }
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(ROUNDS + 1, names("_manifest").size() - witnesses().size());
    assertEquals(List.of(), witnesses().stream().filter(Publisher::isTemporary).toList());
  }

  @Tag("hdfs")
  @Test
  void newestGenerationThatIsLostIsSaidAndNotReplaced() throws IOException {
    Manifest second = Manifests.after(create());
    generations().publish(second);
    Manifest third = Manifests.after(second);
    generations().publish(third);
    Path newest = generations().paths().manifest(2);
    byte[] lost = read(newest);
    fs().delete(newest, false);
    for (Executable reading :
        List.<Executable>of(
            () -> generations().newest(),
            () -> generations().list(),
            () -> generations().newestNumber(),
            () -> generations().create(Manifests.first()))) {
      String why = assertThrows(MalformedRecordException.class, reading).getMessage();
      assertTrue(why.contains(generations().paths().manifest(2).toString()), why);
      assertTrue(why.contains("--generation 1"), why);
    }
    assertEquals(second, generations().get(1));
    write("store/_manifest/" + newest.getName(), lost);
    assertEquals(third, generations().newest());
  }

  /** As a writer leaves it that died after its manifest was there, and an older version did. */
  @Tag("hdfs")
  @Test
  void generationWithoutAWitnessIsOneToo() throws IOException {
    Manifest second = Manifests.after(create());
    generations().publish(second);
    assertEquals(List.of("00000000000000000001.committed"), witnesses());
    fs().delete(generations().paths().witness(1), false);
    assertEquals(second, generations().newest());
    Manifest third = Manifests.after(second);
    generations().publish(third);
    assertEquals(third, generations().newest());
    assertEquals(List.of("00000000000000000002.committed"), witnesses());
  }

  private List<String> witnesses() throws IOException {
    return names("_manifest").stream().filter(name -> !name.endsWith(".json")).toList();
  }

  @Test
  void absentGenerationsSayWhy() throws IOException {
    assertTrue(notFound(() -> generations().newest()).contains("is no record store"));
    assertTrue(notFound(() -> generations().get(3)).contains("is no record store"));
    Manifest head = create();
    for (int i = 0; i < 9; i++) {
      Manifest next = Manifests.after(head);
      generations().publish(next);
      head = next;
    }
    for (long collected : new long[] {0, 1, 2, 3, 4, 6}) {
      fs().delete(generations().paths().manifest(collected), false);
    }
    String store = path("store").toString();
    assertEquals(
        "generation 3 of " + store + " was collected (the oldest kept is 5)",
        notFound(() -> generations().get(3)));
    assertEquals(
        "generation 6 of " + store + " was collected (the next one kept is 7)",
        notFound(() -> generations().get(6)));
    assertEquals(
        "no generation 12 in " + store + ": the newest is 9",
        notFound(() -> generations().get(12)));
    assertEquals(
        "no generation -1 in " + store + ": the newest is 9",
        notFound(() -> generations().get(-1)));
  }

  @Tag("hdfs")
  @Test
  void storesAreMadeInEmptyFolders() throws IOException {
    create();
    var again = assertThrows(FileAlreadyExistsException.class, this::create);
    assertTrue(again.getMessage().contains("a store already"), again.getMessage());
    Path other = write("other/data.txt", new byte[1]);
    var file = new Generations(conf(), other);
    assertThrows(FileAlreadyExistsException.class, () -> file.create(Manifests.first()));
    var full = new Generations(conf(), other.getParent());
    var e = assertThrows(FileAlreadyExistsException.class, () -> full.create(Manifests.first()));
    assertTrue(e.getMessage().endsWith("has data.txt"), e.getMessage());
    assertEquals(1, fs().listStatus(other.getParent()).length);
    // What is left of a writer that was killed.
    fs().mkdirs(path("killed/_manifest"));
    write("killed/data/0123.chunk", new byte[1]);
    Manifest first = Manifests.first();
    var killed = new Generations(conf(), path("killed"));
    killed.create(first);
    assertEquals(first, killed.newest());
  }

  @Tag("hdfs")
  @Test
  void tagsKeepNamesOfGenerations() throws IOException {
    Manifest first = create();
    Manifest second = Manifests.after(first);
    generations().publish(second);
    assertTrue(notFound(() -> generations().tagged("a")).contains("it has none"));
    generations().tag("v1.0", 0);
    generations().tag("v1.0", 0);
    generations().tag("best-so_far", 1);
    assertEquals(first, generations().tagged("v1.0"));
    assertEquals(second, generations().tagged("best-so_far"));
    assertEquals(Map.of("v1.0", 0L, "best-so_far", 1L), generations().tags().list());
    assertEquals(2, names("_tags").size());
    assertTrue(
        notFound(() -> generations().tagged("v2")).endsWith("the tags are best-so_far, v1.0"));
    var moved = assertThrows(FileAlreadyExistsException.class, () -> generations().tag("v1.0", 1));
    assertTrue(moved.getMessage().contains("store tag STORE v1.0 --delete"), moved.getMessage());
    notFound(() -> generations().tag("v2", 2));
    assertThrows(InvalidSettingException.class, () -> generations().tag("../v2", 1));
    generations().tags().delete("v1.0");
    generations().tag("v1.0", 1);
    assertEquals(second, generations().tagged("v1.0"));
    notFound(() -> generations().tags().delete("v3"));
  }

  @Test
  void tagOfACollectedGenerationSaysSo() throws IOException {
    generations().publish(Manifests.after(create()));
    generations().tag("a", 0);
    fs().delete(generations().paths().manifest(0), false);
    assertTrue(notFound(() -> generations().tagged("a")).contains("0 of"));
  }

  @Test
  void damagedFilesAreNamed() throws IOException {
    generations().publish(Manifests.after(create()));
    byte[] other = read(generations().paths().manifest(0));
    fs().delete(generations().paths().manifest(1), false);
    Path file = write("store/_manifest/00000000000000000001.json", other);
    var e = assertThrows(IOException.class, () -> generations().newest());
    assertTrue(e.getMessage().contains(file + " at offset 0"), e.getMessage());
    assertTrue(e.getMessage().contains("generation 1"), e.getMessage());
    generations().tag("a", 0);
    Path tag = path("store/_tags/a.json");
    byte[] bytes = read(tag);
    for (int i = 0; i < bytes.length; i += 7) {
      byte[] flipped = bytes.clone();
      flipped[i] ^= 1;
      write("store/_tags/a.json", flipped);
      var damaged = assertThrows(IOException.class, () -> generations().tagged("a"));
      assertTrue(damaged.getMessage().contains(tag + " at offset"), damaged.getMessage());
    }
  }
}
