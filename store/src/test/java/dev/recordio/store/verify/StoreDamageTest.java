// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.Store;
import dev.recordio.store.StoreModel;
import dev.recordio.store.StoreSteps;
import dev.recordio.store.verify.StoreVerify.StoreFinding;
import dev.recordio.testing.Faults;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Sampled;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage to any file of a store is found, and reading never gives wrong values. */
@Tag("deep")
class StoreDamageTest {
  private static final int CASES_A_FILE = Sampled.step(2, 1 << 20);

  private final Configuration conf = LocalFiles.raw();
  private final Random random = new Random(3);
  private final StoreModel model = new StoreModel(StoreSteps.SCHEMA);
  private org.apache.hadoop.fs.Path path;
  private long generations;

  @TempDir Path folder;

  @BeforeEach
  void create() throws IOException {
    new Faults().installUploads(conf);
    path = new org.apache.hadoop.fs.Path(Faults.SCHEME, "", folder.resolve("store").toString());
    Store store = Store.create(conf, path, StoreSteps.SCHEMA);
    StoreSteps.append(store, model, 40);
    StoreSteps.append(store, model, 9);
    StoreSteps.update(store, model);
    store.tag("updated", 3);
    StoreSteps.delete(store, model, false);
    StoreSteps.delete(store, model, true);
    generations = store.snapshot().generation() + 1;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("store"))) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !file.toString().endsWith(".committed")) // it is empty
          .sorted()
          .toList();
    }
  }

  private List<StoreFinding> findings() throws IOException {
    var findings = new ArrayList<StoreFinding>();
    new StoreVerify(conf, Store.open(conf, path).generations(), findings::add).verifyAll();
    return findings;
  }

  @Test
  void soundStoreHasNoFindings() throws IOException {
    var findings = new ArrayList<StoreFinding>();
    var generations = Store.open(conf, path).generations();
    StoreVerify.Summary all = new StoreVerify(conf, generations, findings::add).verifyAll();
    assertEquals(List.of(), findings);
    assertEquals(this.generations, all.generations());
    long bytes = 0;
    long chunks = 0;
    for (Path file : files()) {
      boolean json = file.toString().endsWith(".json");
      bytes += json ? 0 : Files.size(file);
      chunks += file.toString().endsWith(".chunk") ? 1 : 0;
    }
    assertEquals(chunks, all.chunks());
    assertEquals(files().size(), all.generations() + all.tables() + all.chunks() + 1);
    assertEquals(bytes, all.bytes());
    long values = model.records().stream().filter(r -> r != null).mapToLong(r -> r.size()).sum();
    assertEquals(values, all.values());
    for (long i = 0; i < this.generations; i++) {
      new StoreVerify(conf, generations, findings::add).verify(i);
    }
    assertEquals(List.of(), findings);
  }

  @Test
  void eachFlippedByteIsFoundAndNeverRead() throws IOException {
    int refused = 0;
    for (Path file : files()) {
      byte[] sound = Files.readAllBytes(file);
      int step = Math.max(1, sound.length / CASES_A_FILE);
      for (int at = random.nextInt(step); at < sound.length; at += step) {
        byte[] damaged = sound.clone();
        damaged[at] ^= (byte) (1 << random.nextInt(8));
        Files.write(file, damaged);
        String what = file + ", byte " + at + " of " + sound.length;
        List<StoreFinding> findings = findings();
        assertFalse(findings.isEmpty(), what);
        boolean named = false;
        for (StoreFinding finding : findings) {
          named |= finding.file().endsWith(file.getFileName().toString());
          named |= file.toString().contains("_tags");
          assertTrue(finding.offset() <= sound.length, what + ": " + finding);
          assertEquals(1, finding.what().lines().count(), what + ": " + finding);
        }
        assertTrue(named, what + ": " + findings);
        refused += reads(what) ? 0 : 1;
      }
      Files.write(file, sound);
    }
    assertTrue(refused > 20, refused + " reads were refused");
    assertEquals(List.of(), findings());
  }

  /** Reads all values; returns whether that works, and then gives what was written. */
  private boolean reads(String what) throws IOException {
    boolean works = reads(Store.open(conf, path), what);
    // Hadoop's own local file system: files in memory are read in another way.
    var mapped = Store.open(LocalFiles.raw(), LocalFiles.path(folder.resolve("store")));
    assertEquals(works, reads(mapped, what), what);
    return works;
  }

  private boolean reads(Store store, String what) {
    try {
      model.check(store.snapshot(), random);
      return true;
    } catch (MalformedRecordException e) {
      assertTrue(e.getMessage().contains(" at offset "), what + ": " + e);
      return false;
    } catch (IOException e) {
      throw new AssertionError(what, e);
    }
  }

  @Test
  void cutAndMissingFilesAreFound() throws IOException {
    for (Path file : files()) {
      byte[] sound = Files.readAllBytes(file);
      String name = file.getFileName().toString();
      int length = sound.length - 1 - (random.nextBoolean() ? 0 : random.nextInt(sound.length));
      Files.write(file, java.util.Arrays.copyOf(sound, length));
      assertFalse(findings().isEmpty(), file + " cut to " + length);
      readsOrRefuses(file + " cut to " + length);
      Files.delete(file);
      boolean needed = !name.endsWith(".json"); // without a manifest: a generation fewer
      List<StoreFinding> findings = findings();
      assertEquals(
          needed,
          findings.stream()
              .anyMatch(f -> f.file().endsWith(name) && f.what().equals("missing file")),
          file + ": " + findings);
      boolean isNewest = name.equals(String.format("%020d.json", generations - 1));
      assertEquals(
          isNewest,
          findings.stream().anyMatch(f -> f.what().startsWith("the newest generation is missing")),
          file + ": " + findings);
      readsOrRefuses(file + " is missing");
      Files.write(file, sound);
    }
  }

  private void readsOrRefuses(String what) throws IOException {
    readsOrRefuses(Store.open(conf, path), what);
    readsOrRefuses(Store.open(LocalFiles.raw(), LocalFiles.path(folder.resolve("store"))), what);
  }

  private void readsOrRefuses(Store store, String what) throws IOException {
    try {
      var snapshot = store.snapshot();
      if (snapshot.generation() == generations - 1) {
        model.check(snapshot, random);
      }
    } catch (FileNotFoundException e) {
      assertEquals(1, e.getMessage().lines().count(), what + ": " + e.getMessage());
    } catch (IOException e) {
      assertTrue(e.getMessage().matches(".* at offset .*"), what + ": " + e.getMessage());
    }
  }

  @Test
  void newerVersionsAreNamed() throws IOException {
    for (Path file : files()) {
      if (!file.toString().endsWith(".json")) {
        byte[] sound = Files.readAllBytes(file);
        byte[] newer = sound.clone();
        newer[4] = 2;
        Files.write(file, newer);
        assertTrue(
            findings().stream()
                .anyMatch(f -> f.what().startsWith("unknown version: expected version 1")),
            file + ": " + findings());
        Files.write(file, sound);
      }
    }
  }

  @Test
  void absentStoresAndGenerationsAreNotDamage() throws IOException {
    var generations = Store.open(conf, path).generations();
    var verify = new StoreVerify(conf, generations, finding -> {});
    assertThrows(FileNotFoundException.class, () -> verify.verify(99));
    var other = new org.apache.hadoop.fs.Path(path, "data");
    var none = new StoreVerify(conf, Store.open(conf, other).generations(), finding -> {});
    assertThrows(FileNotFoundException.class, none::verifyAll);
  }
}
