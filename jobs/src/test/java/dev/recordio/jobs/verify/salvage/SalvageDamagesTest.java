// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify.salvage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.jobs.verify.Damage;
import dev.recordio.jobs.verify.DamagedFiles;
import dev.recordio.jobs.verify.FileRuns;
import dev.recordio.jobs.verify.LeftOut;
import dev.recordio.jobs.verify.Runs;
import dev.recordio.testing.Sampled;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Seeded damages of ten kinds: what salvage keeps of a file. */
@Tag("deep")
class SalvageDamagesTest extends DamagedFiles {
  private static final int DAMAGES = 1000;
  private static final int STEP = Sampled.step(7, 1);

  /** With checksums all that is untouched is kept; without an index, what can be proved. */
  @Test
  void salvageKeepsWhatIsUntouchedAndNothingElse() throws IOException {
    for (int i = 0; i < DAMAGES; i += STEP) {
      var random = new Random(i);
      int file = i / Damage.values().length % FILES.size();
      String name = FILES.get(file);
      Sound original = sound.get(file);
      Damage damage = Damage.values()[i % Damage.values().length];
      byte[] damaged = damage.of(original.bytes(), random, original.starts());
      Files.write(dir.resolve(name + ".rec"), damaged);
      Files.write(dir.resolve("alone.rec"), damaged);
      SalvagePlan.Kept kept = kept(name, random, true);
      Runs alone = kept("alone", random, false).runs();
      String context = "seed " + i + ", " + damage + " of " + name;
      int first = Arrays.mismatch(original.bytes(), damaged);
      var expected =
          new ArrayList<>(List.of(untouched(damage, original, damaged, kept.displaced())));
      for (Displaced.Piece piece : kept.displaced().pieces()) {
        // What was copied may be as a record that was lost.
        int from = (int) piece.begin();
        int to = (int) piece.end();
        byte[] there = Arrays.copyOfRange(damaged, from, to);
        from -= (int) piece.distance();
        to -= (int) piece.distance();
        assertArrayEquals(Arrays.copyOfRange(original.bytes(), from, to), there, context);
        expected.add(kept.displaced().runs());
      }
      expected.add(emptyAsBefore(original, damaged, kept.runs()));
      assertEquals(Runs.union(expected).toString(), kept.runs().toString(), context);
      // Other kinds change bytes of payloads, a length by its padding, or a cflag that makes a part
      // a record: without an
      // index
      // nothing shows that.
      boolean inPadding =
          damage == Damage.LENGTH && first >= 0 && sameEnd(original.bytes(), damaged, first);
      if (EnumSet.of(Damage.LENGTH, Damage.SWALLOW, Damage.CUT).contains(damage) && !inPadding) {
        checkInside(alone, original, damaged, context);
      }
      Files.write(dir.resolve(name + ".rec"), original.bytes());
    }
  }

  /** Returns the places of empty records at which such ones are kept: moved ones, perhaps. */
  private static Runs emptyAsBefore(Sound original, byte[] damaged, Runs kept) {
    var empty = new Runs();
    for (int r = 0; r + 1 < original.starts().length; r++) {
      int from = (int) original.starts()[r];
      int to = (int) original.starts()[r + 1];
      if (to == from + RecordIOFormat.HEADER_BYTES
          && kept.contain(from, to)
          && Arrays.equals(original.bytes(), from, to, damaged, from, to)) {
        empty.add(from, to);
      }
    }
    return empty;
  }

  /**
   * Returns where in a damaged file the records are that the damage left alone. One of the same
   * bytes that is kept elsewhere with its key counts instead.
   */
  private static Runs untouched(
      Damage damage, Sound original, byte[] damaged, Displaced displaced) {
    var untouched = new Runs();
    int longer = damaged.length - original.bytes().length;
    int first = Arrays.mismatch(original.bytes(), damaged);
    int begun = 0;
    for (int r = 0; r + 1 < original.starts().length; r++) {
      int from = (int) original.starts()[r];
      int count = (int) original.starts()[r + 1] - from;
      int moved = first < 0 || from + count <= first || damage == Damage.CUT ? 0 : longer;
      if (damage == Damage.TEXT) {
        byte[] upToFirst = Arrays.copyOf(original.bytes(), from + 1);
        moved = Damage.asText(upToFirst, longer > 0).length - upToFirst.length;
      }
      int at = from + moved;
      // An empty one that is elsewhere has nothing that proves it but a header after it.
      boolean isProved =
          moved == 0
              || count > RecordIOFormat.HEADER_BYTES
              || at + count == damaged.length
              || RecordIOFormat.word(damaged, at + count) == RecordIOFormat.MAGIC;
      boolean isElsewhere =
          displaced.pieces().stream()
              .anyMatch(
                  piece ->
                      from >= piece.place()
                          && from + count <= piece.end() - piece.distance()
                          && at != from + piece.distance());
      if (isProved
          && !isElsewhere
          && at >= begun
          && at + count <= damaged.length
          && Arrays.equals(original.bytes(), from, from + count, damaged, at, at + count)) {
        untouched.add(at, at + count);
        begun = at + count;
      }
    }
    return untouched;
  }

  private SalvagePlan.Kept kept(String name, Random random, boolean checksums) throws IOException {
    var plan = new SalvagePlan();
    FileRuns runs = runs(name, random, checksums);
    var displaced = new Displaced();
    if (runs.isInDoubt()) {
      FileStatus file = status(name);
      conf.setInt(RecordIOConf.INPUT_BUFFER_SIZE.key(), 16 << random.nextInt(12));
      displaced = DisplacedTask.search(conf, file, runs.doubt(name), () -> {});
    }
    plan.add(name, runs, displaced, new LeftOut());
    SalvagePlan.Kept kept = plan.kept().get(0);
    long length = Files.size(dir.resolve(name + ".rec"));
    assertEquals(length, kept.runs().bytes() + kept.doubtful().bytes() + plan.bytesLost(), name);
    return kept;
  }

  /** Checks that what is kept without an index are bytes of the original file. */
  private static void checkInside(Runs kept, Sound original, byte[] damaged, String context) {
    String whole = new String(original.bytes(), StandardCharsets.ISO_8859_1);
    for (int i = 0; i < kept.count(); i++) {
      int from = (int) kept.begin(i);
      int count = (int) kept.end(i) - from;
      String piece = new String(damaged, from, count, StandardCharsets.ISO_8859_1);
      assertTrue(whole.contains(piece), context + " keeps " + kept);
    }
  }
}
