// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.reader.Ordering;
import dev.recordio.reader.Placed;
import dev.recordio.reader.Source;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Stage.Resumption;
import dev.recordio.reader.source.RecordSource;
import dev.recordio.reader.source.SideBySideSource;
import dev.recordio.reader.stage.Stages.FilterStage;
import dev.recordio.testing.Faults;
import dev.recordio.testing.Sampled;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class SideBySideTest {
  private static final int[] COUNTS = {5, 1, 9, 3, 1, 6};

  /** What is read. */
  enum Input {
    INDEXED,
    BARE,
    ROWS
  }

  @TempDir static java.nio.file.Path folder;

  private final Map<Input, List<FileStatus>> listed = new EnumMap<>(Input.class);
  private Inputs inputs;

  @BeforeEach
  void write() throws IOException {
    inputs = new Inputs(folder);
    if (!java.nio.file.Files.exists(folder.resolve("rows0"))) {
      for (int i = 0; i < COUNTS.length; i++) {
        inputs.records("indexed" + i, COUNTS[i], 40, true);
        inputs.records("bare" + i, COUNTS[i], 40, false);
        inputs.rows("rows" + i, COUNTS[i]);
      }
    }
  }

  @AfterEach
  void nothingIsLeft() {
    inputs.requireNothingOpen("");
  }

  private List<FileStatus> files(Input input) throws IOException {
    List<FileStatus> known = listed.get(input);
    if (known != null) {
      return known; // listing them would end the faults
    }
    var paths = new Path[COUNTS.length];
    for (int i = 0; i < paths.length; i++) {
      paths[i] = new Path(folder + "/" + input.name().toLowerCase(java.util.Locale.ROOT) + i);
    }
    listed.put(input, inputs.watched(paths));
    return listed.get(input);
  }

  private Stage<? extends Placed> plain(Input input) throws IOException {
    return input == Input.ROWS ? inputs.rowSource(files(input)) : inputs.source(files(input));
  }

  private Stage<? extends Placed> source(Input input, int k, boolean threads) throws IOException {
    return wrap(plain(input), k, threads);
  }

  private static <T extends Placed> Stage<T> wrap(Stage<T> plain, int k, boolean threads) {
    return threads
        ? SideBySideSource.roundRobin(plain, k, PrefetchStage::ofFile)
        : SideBySideSource.interleave(plain, k);
  }

  /** The sequence, as position, ordinal and number in the file. */
  private static List<String> model(int k) {
    Deque<int[]> files = new ArrayDeque<>(); // first ordinal, items, next item
    int first = 0;
    for (int count : COUNTS) {
      files.add(new int[] {first, count, 0});
      first += count;
    }
    var slots = new ArrayList<int[]>();
    for (int i = 0; i < k && !files.isEmpty(); i++) {
      slots.add(files.poll());
    }
    var all = new ArrayList<String>();
    for (int slot = 0; !slots.isEmpty(); ) {
      int[] file = slots.get(slot);
      if (file[2] < file[1]) {
        all.add(all.size() + "/" + (file[0] + file[2]++));
        slot = (slot + 1) % slots.size();
      } else if (files.isEmpty()) {
        slots.remove(slot);
        slot = slot == slots.size() ? 0 : slot;
      } else {
        slots.set(slot, files.poll());
      }
    }
    return all;
  }

  private static List<String> places(Stage<? extends Placed> stage) throws IOException {
    var all = new ArrayList<String>();
    while (stage.next()) {
      all.add(stage.get().position() + "/" + stage.get().ordinal());
    }
    return all;
  }

  @ParameterizedTest
  @EnumSource
  void theTurnIsFixedInOneThreadAndInSeveral(Input input) throws IOException {
    var byOrdinal = new HashMap<Long, String>();
    try (Stage<? extends Placed> stage = plain(input)) {
      while (stage.next()) {
        byOrdinal.put(stage.get().ordinal(), bytes(stage.get()));
      }
    }
    for (int k = 1; k <= COUNTS.length + 1; k++) {
      for (boolean threads : new boolean[] {false, true}) {
        try (Stage<? extends Placed> stage = source(input, k, threads)) {
          for (int epoch = 0; epoch < 2; epoch++) {
            assertEquals(model(k), places(stage), k + " files");
            stage.reset();
          }
          while (stage.next()) {
            assertEquals(byOrdinal.get(stage.get().ordinal()), bytes(stage.get()));
          }
        }
      }
    }
  }

  private static String bytes(Placed item) {
    return Trace.item(item).replaceFirst("^.*?@", "");
  }

  @ParameterizedTest
  @EnumSource
  void workersShareItAndItGoesOnAnywhere(Input input) throws IOException {
    for (boolean threads : new boolean[] {false, true}) {
      for (int workers = 1; workers < 4; workers += 2) {
        for (int worker = 0; worker < workers; worker++) {
          var expected = new ArrayList<String>();
          List<String> all = model(3);
          for (int i = worker; i < all.size(); i += workers) {
            expected.add(all.get(i));
          }
          try (Stage<? extends Placed> stage = source(input, 3, threads)) {
            stage.sources().get(0).source().share(worker, workers);
            assertEquals(expected, places(stage));
            for (int k = 0; k <= expected.size(); k += 3) {
              stage.resume(new long[] {4, k}, 0);
              assertEquals(expected.subList(k, expected.size()), places(stage));
              assertEquals(4, stage.epoch());
            }
          }
        }
      }
    }
  }

  @Test
  void takeAndSkipCountInTheSequence() throws IOException {
    try (Stage<? extends Placed> stage = source(Input.INDEXED, 3, false)) {
      stage.sources().get(0).source().skip(4);
      stage.sources().get(0).source().take(5);
      assertEquals(model(3).subList(4, 9), places(stage));
      assertEquals("recordio:f | interleave(3) | skip(4) | take(5)", stage.identity());
    }
  }

  @ParameterizedTest
  @EnumSource
  void asTheyComeEachItemComesOnce(Input input) throws IOException {
    for (int workers = 1; workers < 4; workers++) {
      var ordinals = new TreeSet<Long>();
      for (int worker = 0; worker < workers; worker++) {
        try (Stage<? extends Placed> stage = anyOrder(plain(input))) {
          stage.sources().get(0).source().share(worker, workers);
          var positions = new TreeSet<Long>();
          var last = new HashMap<Path, Long>();
          while (stage.next()) {
            Placed item = stage.get();
            assertTrue(positions.add(item.position()) && ordinals.add(item.ordinal()));
            assertEquals(worker, item.position() % workers);
            Long before = last.put(item.path(), item.ordinal());
            assertTrue(before == null || before < item.ordinal(), "a file is in order");
          }
          assertEquals(Resumption.By.NOBODY, stage.resumption().by());
          var error = assertThrows(UnsupportedOperationException.class, stage::state);
          assertTrue(error.getMessage().startsWith("files(threads=3,order=any) can't be resumed"));
        }
      }
      assertEquals(25, ordinals.size());
    }
  }

  private static <T extends Placed> Stage<T> anyOrder(Stage<T> plain) {
    return SideBySideSource.any(plain, 3);
  }

  @ParameterizedTest
  @EnumSource
  void aFailingReadEndsItWithItsErrorAfterTheItemsBefore(Input input) throws IOException {
    List<String> sound;
    files(input);
    inputs.bytes.never();
    try (Stage<?> stage = source(input, 3, false)) {
      sound = Trace.rest(stage);
    }
    long reads = inputs.bytes.count();
    int failed = 0;
    for (Faults.Kind kind : Faults.Kind.values()) {
      for (long n = 0; n < reads; n += Sampled.step(3, 1) * (1 + reads / 12)) {
        for (int way = 0; way < 3; way++) {
          inputs.bytes.breaks(kind, n);
          try (Stage<?> stage = way == 2 ? anyOrder(plain(input)) : source(input, 3, way == 1)) {
            List<String> found = Trace.rest(stage);
            int items = found.size() - 1;
            if (found.get(items).contains("Exception")) {
              failed++;
              assertTrue(found.get(items).matches("(?s).*(fault|end).*"), found.get(items));
            }
            if (way < 2) {
              assertEquals(sound.subList(0, items), found.subList(0, items));
            }
          }
          inputs.requireNothingOpen(kind + " at " + n + ", way " + way);
        }
      }
    }
    assertTrue(Sampled.step(3, 1) * failed > 20, failed + " failures");
  }

  @Test
  void asTheyComeAnErrorStays() throws IOException {
    List<FileStatus> one = files(Input.BARE).subList(2, 3);
    int failed = 0;
    for (int n = 0; n < 6; n++) {
      inputs.bytes.breaks(Faults.Kind.THROWS_ONCE, n);
      var ordinals = new TreeSet<Long>();
      try (Stage<? extends Placed> stage = anyOrder(inputs.source(one))) {
        IOException error = null;
        try {
          while (stage.next()) {
            assertTrue(ordinals.add(stage.get().ordinal()), "each item once");
          }
        } catch (IOException e) {
          error = e;
          failed++;
        }
        if (error != null) {
          assertSame(error, assertThrows(IOException.class, stage::next));
        }
      }
    }
    assertTrue(failed > 0);
  }

  @ParameterizedTest
  @EnumSource
  void closeEndsItAnywhere(Input input) throws Exception {
    for (int n = 0; n < 25; n += 4) {
      for (int way = 0; way < 3; way++) {
        try (Stage<?> stage = way == 2 ? anyOrder(plain(input)) : source(input, 3, way == 1)) {
          for (int i = 0; i < n; i++) {
            assertTrue(stage.next());
          }
          assertTrue(inputs.faults.open() <= 3 + 1, "three files, and one that is counted");
        }
        inputs.requireNothingOpen("closed after " + n + ", way " + way);
      }
    }
  }

  @Test
  void whatCannotBeReadSideBySideIsRefused() throws IOException {
    Stage<? extends Placed> taken = plain(Input.BARE);
    taken.sources().get(0).source().take(3);
    assertThrows(InvalidSettingException.class, () -> wrap(taken, 2, true));
    Stage<? extends Placed> filtered = new FilterStage<>(plain(Input.BARE), item -> true);
    assertThrows(InvalidSettingException.class, () -> wrap(filtered, 2, true));
    assertThrows(InvalidSettingException.class, () -> source(Input.ROWS, 65, true));
    assertThrows(InvalidSettingException.class, () -> source(Input.ROWS, 0, false));
    Source<?> source = source(Input.INDEXED, 2, false).sources().get(0).source();
    var error = assertThrows(InvalidSettingException.class, () -> source.order(permuted()));
    assertTrue(error.getMessage().contains("interleave(2)"), error.getMessage());
    Stage<? extends Placed> any = anyOrder(plain(Input.BARE));
    any.sources().get(0).source().take(3);
    any.sources().get(0).source().share(0, 2);
    assertThrows(InvalidSettingException.class, any::next);
  }

  private static Ordering permuted() {
    return new Ordering() {
      @Override
      public dev.recordio.order.RecordOrder of(long n, long epoch) {
        throw new AssertionError();
      }

      @Override
      public boolean isSequential() {
        return false;
      }

      @Override
      public String toString() {
        return "order(permutation)";
      }
    };
  }

  @Test
  void damageOfAllFilesIsCountedTogether() throws IOException {
    Path bad = inputs.records("bad", 9, 40, false);
    java.nio.file.Path local = folder.resolve("bad");
    byte[] bytes = java.nio.file.Files.readAllBytes(local);
    bytes[24] ^= 1; // in the header of the third record
    java.nio.file.Files.write(local, bytes);
    inputs.conf.set("recordio.input.corrupt-record.policy", "skip");
    inputs.conf.set("recordio.input.corrupt-record.max-fraction", "0.3");
    List<FileStatus> files = new ArrayList<>(inputs.watched(bad));
    files.addAll(files(Input.BARE));
    DamageTracker plain = DamageTracker.of(inputs.conf, null);
    try (Stage<?> stage = new RecordSource(inputs.conf, "recordio:f", files, plain)) {
      Trace.rest(stage);
    }
    assertEquals(1, plain.damagedRecords());
    for (boolean threads : new boolean[] {false, true}) {
      DamageTracker damage = DamageTracker.of(inputs.conf, null);
      try (var source = new RecordSource(inputs.conf, "recordio:f", files, damage);
          var stage = wrap(source, 3, threads)) {
        List<String> steps = Trace.rest(stage);
        assertTrue(steps.get(steps.size() - 1).startsWith("end "), steps.get(steps.size() - 1));
      }
      assertEquals(plain.soundRecords(), damage.soundRecords());
      assertEquals(plain.damagedBytes(), damage.damagedBytes());
      assertEquals(1, damage.damagedRecords());
    }
  }
}
