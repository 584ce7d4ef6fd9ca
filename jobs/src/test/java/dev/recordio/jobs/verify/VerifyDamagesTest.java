// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Seeded damages of ten kinds to files that libdmlc wrote, cut into ranges anywhere. */
@Tag("deep")
class VerifyDamagesTest extends DamagedFiles {
  private static final int DAMAGES = 1000;
  private static final int STEP = Sampled.step(7, 1);

  private FileVerdict verify(String name, Random random, boolean checksums) throws IOException {
    return runs(name, random, checksums).verdict();
  }

  @Test
  void findsEveryDamageAndNamesNoOtherRecord() throws IOException {
    int[] found = new int[Damage.values().length];
    for (int i = 0; i < DAMAGES; i += STEP) {
      var random = new Random(i);
      int file = i / Damage.values().length % FILES.size();
      String name = FILES.get(file);
      Sound original = sound.get(file);
      Damage damage = Damage.values()[i % Damage.values().length];
      byte[] damaged = damage.of(original.bytes(), random, original.starts());
      Files.write(dir.resolve(name + ".rec"), damaged);
      FileVerdict verdict = verify(name, random, true);
      String context = "seed " + i + ", " + damage + " of " + name + ": " + verdict.findings();
      int first = Arrays.mismatch(original.bytes(), damaged);
      if (first < 0) {
        assertTrue(verdict.findings().isEmpty(), context);
      } else if (damaged.length == original.bytes().length) {
        found[damage.ordinal()]++;
        checkInPlace(original, damaged, verdict, context);
      } else {
        found[damage.ordinal()]++;
        checkFirst(original, first, verdict, context);
      }
      Files.write(dir.resolve(name + ".rec"), original.bytes());
    }
    for (Damage damage : Damage.values()) {
      assertTrue(
          found[damage.ordinal()] > 30 / STEP, damage + " changed " + found[damage.ordinal()]);
    }
  }

  private static void checkInPlace(
      Sound original, byte[] damaged, FileVerdict verdict, String context) {
    var hit = new TreeSet<Integer>();
    var named = new TreeSet<Integer>();
    for (int i = 0; i + 1 < original.starts().length; i++) {
      int from = (int) original.starts()[i];
      int to = (int) original.starts()[i + 1];
      if (!Arrays.equals(original.bytes(), from, to, damaged, from, to)) {
        hit.add(i);
      }
    }
    for (Finding finding : verdict.findings()) {
      assertTrue(finding.hasKey(), context);
      int record = (int) finding.key();
      named.add(record);
      assertTrue(finding.offset() >= original.starts()[record], context);
      assertTrue(finding.offset() <= original.starts()[record + 1], context);
    }
    assertEquals(hit, named, context);
    assertEquals(original.starts().length - 1 - hit.size(), verdict.sound(), context);
  }

  private static void checkFirst(Sound original, int first, FileVerdict verdict, String context) {
    assertFalse(verdict.findings().isEmpty(), context);
    long begin = recordOf(original, first);
    int record = Arrays.binarySearch(original.starts(), begin);
    long offset = verdict.findings().get(0).offset();
    assertTrue(offset >= begin, context);
    assertTrue(offset <= original.starts()[record + 1], context);
  }

  /** Returns where the record begins that has a byte of a file, or is its last one. */
  private static long recordOf(Sound original, int at) {
    int record = 0;
    while (record + 2 < original.starts().length && original.starts()[record + 1] <= at) {
      record++;
    }
    return original.starts()[record];
  }

  /** Lines in the order of the file are read for each range, others as a whole. */
  @Test
  void theTextIndexAloneNamesRecordsWithWrongLengths() throws IOException {
    for (int i = 0; i < DAMAGES / 2; i += STEP) {
      var random = new Random(i);
      int file = i % FILES.size();
      Sound original = sound.get(file);
      Damage damage = i / FILES.size() % 2 == 0 ? Damage.LENGTH : Damage.SWALLOW;
      byte[] damaged = damage.of(original.bytes(), random, original.starts());
      Files.write(dir.resolve("text.rec"), damaged);
      List<String> lines =
          new ArrayList<>(Files.readAllLines(dir.resolve(FILES.get(file) + ".idx")));
      if (i % 3 == 0) {
        Collections.shuffle(lines, random);
      }
      Files.deleteIfExists(dir.resolve(".text.idx.crc"));
      Files.write(dir.resolve("text.idx"), lines);
      FileVerdict verdict = verify("text", random, false);
      String context = "seed " + i + ", " + damage + ": " + verdict.findings();
      int first = Arrays.mismatch(original.bytes(), damaged);
      if (first < 0 || sameEnd(original.bytes(), damaged, first)) {
        assertTrue(verdict.findings().isEmpty(), context);
      } else {
        assertEquals(1, verdict.findings().size(), context);
        Finding finding = verdict.findings().get(0);
        assertEquals(recordOf(original, first), original.starts()[(int) finding.key()], context);
        assertEquals(original.starts().length - 2, verdict.sound(), context);
      }
    }
  }

  /** Without an index damage shows where headers or magic words do. */
  @Test
  void withoutAnIndexDamageToHeadersIsFoundWhereItIs() throws IOException {
    int found = 0;
    for (int i = 0; i < DAMAGES / 2; i += STEP) {
      var random = new Random(i);
      int file = i % FILES.size();
      String name = FILES.get(file);
      Sound original = sound.get(file);
      Damage damage = Damage.values()[i / FILES.size() % Damage.values().length];
      byte[] damaged = damage.of(original.bytes(), random, original.starts());
      Files.write(dir.resolve("alone.rec"), damaged);
      FileVerdict verdict = verify("alone", random, false);
      String context = "seed " + i + ", " + damage + " of " + name + ": " + verdict.findings();
      int first = Arrays.mismatch(original.bytes(), damaged);
      if (!verdict.findings().isEmpty()) {
        found++;
        assertTrue(first >= 0, context);
        if (damage == Damage.COPY) {
          // What was copied may be whole records, which only an index knows to be wrong.
          assertTrue(recordOf(original, first) <= verdict.findings().get(0).offset(), context);
        } else {
          checkFirst(original, first, verdict, context);
        }
      }
      boolean isHeader =
          damage == Damage.LENGTH || damage == Damage.SWALLOW || damage == Damage.CUT;
      boolean inPadding = damage == Damage.LENGTH && sameEnd(original.bytes(), damaged, first);
      assertTrue(
          !verdict.findings().isEmpty()
              || !isHeader
              || first < 0
              || inPadding
              || ends(original, damaged),
          context);
    }
    assertTrue(found > DAMAGES / 4 / STEP, "found " + found);
  }

  /** Whether a file was cut between two records, which shows in no header. */
  private static boolean ends(Sound original, byte[] damaged) {
    return Arrays.binarySearch(original.starts(), damaged.length) >= 0
        && damaged.length < original.bytes().length;
  }

  @Test
  void findsNothingInSoundFiles() throws IOException {
    for (int i = 0; i < 100; i++) {
      String name = FILES.get(i % FILES.size());
      FileVerdict verdict = verify(name, new Random(i), true);
      assertTrue(verdict.findings().isEmpty(), () -> verdict.findings().toString());
      assertEquals(sound.get(i % FILES.size()).starts().length - 1, verdict.sound());
    }
  }
}
