// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.stream.Publisher;
import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.manifest.Generations;
import dev.recordio.store.manifest.IdRanges;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.Builder;
import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.manifest.Manifest.Operation;
import dev.recordio.store.manifest.Manifest.RowsRef;
import dev.recordio.store.manifest.Manifests;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.store.manifest.StorePaths;
import dev.recordio.store.write.DeltaWriter;
import dev.recordio.store.write.RowTableWriter;
import dev.recordio.store.write.StoreWriting;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GarbageCollectionTest {
  private static final long DAY = 86_400_000L;

  @TempDir Path folder;

  private final Configuration conf = LocalFiles.raw();
  private Generations generations;
  private StorePaths paths;
  private Manifest head;

  @BeforeEach
  void create() throws IOException {
    generations =
        new Generations(conf, new org.apache.hadoop.fs.Path(LocalFiles.path(folder), "s"));
    paths = generations.paths();
    head = Manifests.first();
    generations.create(head);
  }

  private static Path local(org.apache.hadoop.fs.Path path) {
    return Path.of(path.toUri().getPath());
  }

  private static void age(org.apache.hadoop.fs.Path file, double days) throws IOException {
    long time = System.currentTimeMillis() - (long) (days * DAY);
    Files.setLastModifiedTime(local(file), FileTime.fromMillis(time));
  }

  private String file(org.apache.hadoop.fs.Path path, double days) throws IOException {
    Files.write(local(path), new byte[10]);
    age(path, days);
    return path.getName().replaceAll("\\..*", "");
  }

  private String table(double days) throws IOException {
    return file(paths.table(StorePaths.newId()), days);
  }

  private String chunk(double days) throws IOException {
    return file(paths.chunk(StorePaths.newId()), days);
  }

  /** Returns a table of rows that names chunks, a record each. */
  private RowsRef rows(double days, String... names) throws IOException {
    var chunks = new ChunkList();
    var files = new StoreWriting(conf, paths);
    try (var table = new RowTableWriter(files, new int[] {0}, chunks)) {
      for (String name : names) {
        int chunk = chunks.number(name);
        chunks.setLength(chunk, 148);
        table.add(chunk, 16, new int[] {96});
      }
      RowsRef ref = table.finish(0);
      age(paths.table(ref.file()), days);
      return ref;
    }
  }

  private DeltaRef delta(double days, String name) throws IOException {
    var chunks = new ChunkList();
    int chunk = chunks.number(name);
    chunks.setLength(chunk, 148);
    try (var table = DeltaWriter.ofPlaces(new StoreWriting(conf, paths), chunks)) {
      table.add(1, chunk, 16, 96);
      DeltaRef ref = table.finish(100);
      age(paths.table(ref.file()), days);
      return ref;
    }
  }

  /** Commits what {@code next} has become. */
  private Manifest commit(Builder next, double days) throws IOException {
    next.operation = new Operation(Operation.APPEND, 1);
    return publish(next, days);
  }

  private Manifest publish(Builder next, double days) throws IOException {
    head = next.build(StorePaths.newId(), 1);
    generations.publish(head);
    age(paths.manifest(head.generation()), days);
    return head;
  }

  private GarbageCollection.Result gc(int keep, long olderThan) throws IOException {
    return new GarbageCollection(conf, generations, false, file -> {}).collect(keep, olderThan);
  }

  private TreeSet<String> names() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      var names = new TreeSet<String>();
      files.filter(Files::isRegularFile).forEach(file -> names.add(file.getFileName() + ""));
      return names;
    }
  }

  private boolean exists(org.apache.hadoop.fs.Path file) {
    return Files.exists(local(file));
  }

  @Test
  void newestYoungAndTaggedGenerationsStay() throws IOException {
    age(paths.manifest(0), 30);
    for (double days : new double[] {20, 15, 10, 9, 8, 6, 5}) {
      commit(head.next(), days);
    }
    generations.tag("release", 1);
    GarbageCollection.Result result = gc(1, -1);
    // 5 is 8 days old, but was the newest until 6 days ago.
    assertEquals(List.of(1L, 5L, 6L, 7L), generations.list());
    assertEquals(List.of(0L, 2L, 3L, 4L), result.generations());
    assertEquals(List.of(1L, 5L, 6L, 7L), result.kept());
    assertEquals(4, result.files());
    assertEquals(List.of(), gc(2, -1).generations());
    assertEquals(List.of(5L), gc(2, 0).generations());
    generations.tags().delete("release");
    assertEquals(List.of(1L, 6L), gc(1, 0).generations());
    assertEquals(List.of(7L), generations.list());
    assertEquals(head, generations.newest());
    assertThrows(InvalidSettingException.class, () -> gc(0, 0));
  }

  @Test
  void everythingThatAKeptGenerationNamesStays() throws IOException {
    var next = head.next();
    next.length = 100;
    next.setRows(0, List.of(rows(30, chunk(30), chunk(30))));
    next.addDelta(0, delta(30, chunk(30)));
    next.deletions.add(new DeltaRef(table(30), 10, 1, 2, 2, 100));
    var delta = new DeltaRef(table(30), 10, 1, 3, 3, 100);
    next.operation = new Operation(Operation.UPDATE, 1, List.of(delta), IdRanges.NONE);
    publish(next, 30);
    TreeSet<String> before = names();
    assertEquals(8 + 2, before.size(), "and the witness");
    gc(1, -1);
    before.remove("00000000000000000000.json");
    assertEquals(before, names());
    // Now another generation takes their place.
    next = head.next();
    next.setRows(0, List.of());
    next.setDeltas(0, List.of());
    next.deletions.clear();
    commit(next, 10);
    gc(1, -1);
    assertEquals(1 + 1, names().size(), names()::toString);
  }

  @Test
  void chunkGoesWithItsLastPiece() throws IOException {
    String dead = chunk(30);
    String live = chunk(30);
    RowsRef rows = rows(30, dead, live);
    var next = head.next();
    next.length = 2;
    next.setRows(0, List.of(rows));
    commit(next, 30);
    next = head.next();
    next.setRows(0, List.of(rows.slice(1, 2)));
    commit(next, 20);
    gc(2, -1);
    assertTrue(exists(paths.chunk(dead)), "an earlier generation has it");
    assertEquals(2, gc(1, -1).files());
    assertFalse(exists(paths.chunk(dead)));
    assertTrue(exists(paths.chunk(live)));
  }

  @Test
  void nothingOfALostGenerationIsRemovedAndOldWitnessesAre() throws IOException {
    commit(head.next(), 30);
    var next = head.next();
    String lost = table(30);
    next.setRows(0, List.of(new RowsRef(lost, 10, 0, 0, 100)));
    next.length = 100;
    commit(next, 20);
    file(paths.witness(0), 30); // of a writer that died before it removed it
    Files.move(local(paths.manifest(2)), folder.resolve("lost"));
    TreeSet<String> before = names();
    assertThrows(MalformedRecordException.class, () -> gc(1, 0));
    assertEquals(before, names());
    Files.move(folder.resolve("lost"), local(paths.manifest(2)));
    gc(1, 0);
    assertTrue(exists(paths.table(lost)) && exists(paths.witness(2)));
    assertFalse(exists(paths.witness(0)));
  }

  @Test
  void filesOfKilledWritersGoAndThoseOfLiveOnesStay() throws IOException {
    String young = table(6.9);
    String writing = chunk(3);
    table(7.1);
    chunk(8);
    var temporary = Publisher.temporary(paths.manifest(1));
    file(temporary, 8);
    var now = Publisher.temporary(paths.manifest(1));
    file(now, 1);
    var notes = new org.apache.hadoop.fs.Path(paths.chunks(), "notes.txt");
    file(notes, 100);
    var stray =
        new org.apache.hadoop.fs.Path(paths.chunks(), StorePaths.newId() + StorePaths.TABLE_SUFFIX);
    file(stray, 100);
    GarbageCollection.Result result = gc(1, -1);
    assertEquals(3, result.files());
    assertEquals(30, result.bytes());
    for (var kept :
        List.of(paths.table(young), paths.chunk(writing), now, notes, stray, paths.manifest(0))) {
      assertTrue(exists(kept), kept::toString);
    }
    assertEquals(6 + 1, names().size(), names()::toString);
  }

  @Test
  void commitDuringTheCollectionKeepsItsFiles() throws IOException {
    String slow = table(30);
    String killed = table(30);
    commit(head.next(), 20);
    var gc =
        new GarbageCollection(
            conf,
            generations,
            false,
            file -> {
              if (file.getPath().equals(paths.manifest(0))) {
                var next = head.next();
                next.length = 1;
                next.setRows(0, List.of(new RowsRef(slow, 10, 0, 0, 1)));
                commit(next, 0);
              }
            });
    assertEquals(2, gc.collect(1, -1).files());
    assertTrue(exists(paths.table(slow)));
    assertFalse(exists(paths.table(killed)));
    assertEquals(List.of(1L, 2L), generations.list());
  }

  @Test
  void dryRunNamesWhatTheRealOneRemoves() throws IOException {
    table(30);
    chunk(30);
    commit(head.next(), 20);
    commit(head.next(), 10);
    StoreConf.PUBLISH.set(conf, "refuse");
    var reading = new Generations(conf, paths.store());
    TreeSet<String> before = names();
    var listed = new ArrayList<String>();
    var dry =
        new GarbageCollection(conf, reading, true, file -> listed.add(file.getPath().getName()));
    GarbageCollection.Result result = dry.collect(1, -1);
    assertEquals(before, names());
    assertThrows(
        InvalidSettingException.class,
        () -> new GarbageCollection(conf, reading, false, file -> {}).collect(1, -1));
    assertEquals(before, names());
    assertEquals(result, gc(1, -1));
    before.removeAll(names());
    assertEquals(before, new TreeSet<>(listed));
    assertEquals(
        List.of("00000000000000000000.json", "00000000000000000001.json"), listed.subList(0, 2));
  }

  @Test
  void generationThatCannotBeReadEndsItBeforeAnythingIsRemoved() throws IOException {
    chunk(30);
    commit(head.next(), 20);
    var next = head.next();
    RowsRef rows = rows(10, chunk(0));
    next.length = 1;
    next.setRows(0, List.of(rows));
    commit(next, 10);
    Path file = local(paths.table(rows.file()));
    byte[] bytes = Files.readAllBytes(file);
    TreeSet<String> before = names();
    var dry = new GarbageCollection(conf, generations, true, removed -> {});
    for (int i = 16; i < bytes.length; i++) { // the header is only read by verify
      byte[] flipped = bytes.clone();
      flipped[i] ^= 4;
      Files.write(file, flipped);
      assertThrows(IOException.class, () -> dry.collect(1, -1), "offset " + i);
    }
    assertThrows(IOException.class, () -> gc(1, -1));
    assertEquals(before, names());
    Files.delete(file);
    before.remove(file.getFileName().toString());
    assertThrows(IOException.class, () -> gc(1, -1));
    assertEquals(before, names());
    Files.write(file, bytes);
    Files.write(local(paths.manifest(2)), new byte[10]);
    before.add(file.getFileName().toString());
    assertThrows(IOException.class, () -> gc(1, -1));
    assertEquals(before, names());
  }

  @Test
  void folderThatIsNoStoreIsLeftAlone() throws IOException {
    chunk(30);
    Files.delete(local(paths.manifest(0)));
    TreeSet<String> before = names();
    assertThrows(MalformedRecordException.class, () -> gc(1, 0));
    assertEquals(before, names());
    Files.delete(local(paths.witness(0)));
    before = names();
    assertThrows(java.io.FileNotFoundException.class, () -> gc(1, 0));
    assertEquals(before, names());
  }

  /**
   * Random histories: what stays is what the kept generations name, and nothing else that is old.
   */
  @Test
  void randomHistoriesKeepWhatIsNamed() throws IOException {
    var random = new SplittableRandom(17);
    var tables = new ArrayList<List<String>>(List.of(List.of()));
    int commits = 40;
    for (int i = 1; i <= commits; i++) {
      double days = commits - i + 0.5;
      var rows = new ArrayList<RowsRef>();
      for (RowsRef old : head.groups().get(0).rows()) {
        if (random.nextInt(4) > 0) {
          rows.add(new RowsRef(old.file(), 10, rows.size(), 0, 1));
        }
      }
      rows.add(new RowsRef(table(days + 0.1), 10, rows.size(), 0, 1));
      var next = head.next();
      next.length = rows.size();
      next.setRows(0, rows);
      commit(next, days);
      tables.add(rows.stream().map(RowsRef::file).toList());
      table(days); // of a writer that lost or was killed
      if (random.nextInt(6) == 0) {
        generations.tag("t" + i, i);
      }
    }
    var tagged = generations.tags().list().values();
    int keep = 3;
    int grace = 9;
    gc(keep, grace * DAY);
    var named = new TreeSet<String>();
    for (int i = 0; i <= commits; i++) {
      boolean stays = i > commits - keep || tagged.contains((long) i) || commits - i < grace + 1;
      assertEquals(stays, generations.list().contains((long) i), "generation " + i);
      if (stays) {
        tables.get(i).forEach(id -> named.add(id + StorePaths.TABLE_SUFFIX));
      }
    }
    try (Stream<Path> left = Files.list(local(paths.tables()))) {
      for (Path file : left.toList()) {
        long age = System.currentTimeMillis() - Files.getLastModifiedTime(file).toMillis();
        String name = file.getFileName().toString();
        assertTrue(named.remove(name) || age < grace * DAY, name);
      }
    }
    assertEquals(new TreeSet<>(), named, "named, but gone");
  }
}
