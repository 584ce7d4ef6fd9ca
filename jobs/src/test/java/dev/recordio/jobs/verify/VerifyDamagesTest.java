// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.RidxReader;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.RecordOpener;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Sampled;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Seeded damages of ten kinds to files that libdmlc wrote, cut into ranges anywhere. */
class VerifyDamagesTest {
  private static final int DAMAGES = 1000;
  private static final int STEP = Sampled.step(7, 1);
  private static final List<String> FILES = List.of("plain", "magic", "mixed", "empty-records");

  /** A file as it was written. */
  private record Sound(byte[] bytes, long[] starts) {}

  @TempDir Path dir;

  private final Configuration conf = new Configuration();
  private final Configuration readers =
      new VerifySettings(false, false, false, false, false).readers(conf);
  private final RecordOpener opener = new RecordOpener(readers);
  private final List<Sound> sound = new ArrayList<>();

  @BeforeEach
  void copyFiles() throws IOException {
    for (String name : FILES) {
      try (InputStream in = getClass().getResourceAsStream("/fixtures/recordio/" + name + ".rec")) {
        Files.write(dir.resolve(name + ".rec"), in.readAllBytes());
      }
      String file = dir.resolve(name + ".rec").toString();
      assertEquals(0, Recordio.run(conf, "index", "-q", "--checksums", file).code());
      sound.add(new Sound(Files.readAllBytes(Path.of(file)), starts(name)));
    }
  }

  private long[] starts(String name) throws IOException {
    var index = new org.apache.hadoop.fs.Path(dir.resolve(name + ".ridx").toUri());
    try (RidxReader reader = RidxReader.open(conf, index)) {
      long[] starts = new long[(int) reader.count() + 1];
      for (int i = 0; reader.next(); i++) {
        starts[i] = reader.offset();
      }
      starts[starts.length - 1] = reader.recordsLength();
      return starts;
    }
  }

  private List<RangeReport> reports(String name, Random random, boolean checksums)
      throws IOException {
    var path = new org.apache.hadoop.fs.Path(dir.resolve(name + ".rec").toUri());
    FileStatus status = path.getFileSystem(conf).getFileStatus(path);
    var cuts = new TreeSet<>(Set.of(0L));
    for (int i = random.nextInt(4); i > 0 && status.getLen() > 0; i--) {
      cuts.add(random.nextLong(status.getLen()));
    }
    var settings = new VerifySettings(checksums, false, false, false, false);
    var reports = new ArrayList<RangeReport>();
    for (long from : cuts) {
      Long next = cuts.higher(from);
      var range = new InputRange(path, from, (next == null ? status.getLen() : next) - from);
      reports.add(report(settings, status, range));
    }
    return reports;
  }

  private RangeReport report(VerifySettings settings, FileStatus status, InputRange range)
      throws IOException {
    RangeReport report = null;
    for (boolean whole : new boolean[] {false, true}) {
      try (var verifier =
          new RangeVerifier(readers, settings, opener, new LeftOut(), status, range, true, whole)) {
        while (verifier.next()) {
          // Each record is compared.
        }
        report = verifier.finish();
        if (!verifier.needsWholeIndex()) {
          break;
        }
      }
    }
    return report;
  }

  private FileVerdict verify(String name, Random random, boolean checksums) throws IOException {
    return FileVerdict.of(reports(name, random, checksums));
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
      var expected = new ArrayList<>(List.of(untouched(damage, original, damaged)));
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

  /** Returns where in a damaged file the records are that the damage left alone. */
  private static Runs untouched(Damage damage, Sound original, byte[] damaged) {
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
      if (isProved
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
    var runs = new FileRuns(reports(name, random, checksums), checksums, checksums, true);
    var displaced = new Displaced();
    if (runs.isInDoubt()) {
      var path = new org.apache.hadoop.fs.Path(dir.resolve(name + ".rec").toUri());
      FileStatus file = path.getFileSystem(conf).getFileStatus(path);
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

  /** Whether a length word was changed to one that differs in the padding alone. */
  private static boolean sameEnd(byte[] bytes, byte[] damaged, int first) {
    int at = first & -4;
    return first >= 0
        && RecordIOFormat.align(RecordIOFormat.partLength(RecordIOFormat.word(bytes, at)))
            == RecordIOFormat.align(RecordIOFormat.partLength(RecordIOFormat.word(damaged, at)));
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
