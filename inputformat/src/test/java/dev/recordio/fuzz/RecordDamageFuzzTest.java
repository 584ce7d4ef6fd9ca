// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.LocalFilesUnderTest;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/**
 * Damaged files. What must hold, whatever was done to a file:
 *
 * <ul>
 *   <li>An error is a MalformedRecordException with the file's path, an offset in the file, what
 *       was expected and what was found.
 *   <li>A record that is handed out, and holds no byte that the damage changed, inserted or moved
 *       out of alignment, is a record that was written, with its payload. (The format has no
 *       checksum: a record that holds such bytes may be handed out.)
 *   <li>A record that was written, and that no damage hit, is handed out, unless one that was hit
 *       is handed out and has swallowed it: FORMAT.md, "A length that is wrong by whole parts".
 *   <li>The bytes of the records handed out and the bytes counted as damaged are those of the file.
 *   <li>Under "fail" the error is at the first stretch that "skip" skips, and the records before it
 *       are the same.
 *   <li>A single magic word or cflag that was changed is never silently read.
 *   <li>Splits hand out no record twice, and report damage if one reader of the whole does.
 * </ul>
 */
class RecordDamageFuzzTest implements LocalFilesUnderTest {
  private static final int[] BUFFERS = {16, 20, 64, 100, 4096};

  /** A record that was handed out. */
  private record Read(long begin, long end, byte[] payload) {}

  /** The outcome of reading ranges: the records, the error that ended it, what was skipped. */
  private record Outcome(
      List<Read> records, MalformedRecordException error, long damaged, long damagedBytes) {}

  private final Fuzz fuzz = Fuzz.of(RecordDamageFuzzTest.class);
  private final Configuration conf = LocalFiles.raw();

  @Override
  public Configuration conf() {
    return conf;
  }

  @Test
  void errorsAreReportedAndWhatIsSoundIsRead() throws IOException {
    fuzz.until("damaged files", 10_237, this::damage);
    assertTrue(
        !fuzz.isWhole() || fuzz.counted("errors") * 2 > fuzz.counted("damaged files"),
        "most is seen");
  }

  private void damage(SplittableRandom random) throws IOException {
    HostileFile sound = HostileFile.of(random, 30);
    var file = new DamagedFile(sound);
    int damages = random.nextInt(3) == 0 ? 1 + random.nextInt(6) : 1;
    for (int i = 0; i < damages; i++) {
      file.damage(random);
    }
    fuzz.count("damaged files", 1);
    fuzz.count("damages", damages);
    RecordIOConf.INPUT_BUFFER_SIZE.set(conf, BUFFERS[random.nextInt(BUFFERS.length)]);
    Path path = write("damaged.rec", file.bytes());
    long length = file.bytes().length;
    var whole = new InputRange(path, 0, length);
    Outcome skipped = read(List.of(whole), "skip", RecordLook.VIEW);
    checkRecords(file, skipped.records);
    checkSurvivors(file, skipped.records);
    checkEveryByte(file, skipped);
    checkLook(path, length, file, skipped, RecordLook.VALUE);
    checkLook(path, length, file, skipped, RecordLook.FRAMED);
    checkHeaders(whole, file);
    checkFail(whole, file, skipped);
    if (damages == 1 && isHeaderHit(sound.bytes(), file.bytes())) {
      assertTrue(skipped.damaged > 0, () -> "a damaged header was not seen: " + file);
      fuzz.count("damaged magic words and cflags", 1);
    }
    long[] cuts = RecordSplitsFuzzTest.cuts(random, length, 1 + random.nextInt(8));
    checkSplits(path, cuts, file, skipped);
  }

  private Outcome read(List<InputRange> split, String policy, RecordLook look) throws IOException {
    RecordIOConf.CORRUPT_POLICY.set(conf, policy);
    RecordIOConf.CORRUPT_MAX_FRACTION.set(conf, 1);
    RecordIOConf.CORRUPT_MIN_COUNT.set(conf, 1 << 30);
    DamageTracker damage = DamageTracker.of(conf, null);
    var records = new ArrayList<Read>();
    try (RecordSplitReader reader = look.open(conf, split, damage)) {
      while (look.next(reader)) {
        records.add(
            new Read(reader.record().offset(), reader.record().position(), look.payload(reader)));
      }
    } catch (MalformedRecordException e) {
      return new Outcome(records, e, damage.damagedRecords(), damage.damagedBytes());
    }
    return new Outcome(records, null, damage.damagedRecords(), damage.damagedBytes());
  }

  /** What holds no damage was written, and nothing is handed out twice. */
  private void checkRecords(DamagedFile file, List<Read> records) {
    long end = 0;
    for (Read record : records) {
      assertTrue(
          record.begin >= end, () -> "bytes of two records at " + record.begin + ": " + file);
      end = record.end;
      HostileFile.Written written = file.written(record.begin, record.end);
      if (written != null) {
        assertArrayEquals(written.payload(), record.payload, file::toString);
        fuzz.count("records read", 1);
      } else {
        fuzz.count("records with damage in them read", 1);
      }
    }
  }

  /** What was not hit is handed out, or is within a record that was hit and is handed out. */
  private void checkSurvivors(DamagedFile file, List<Read> records) {
    for (int begin : file.survivors()) {
      boolean found =
          records.stream()
              .anyMatch(record -> record.begin == begin || swallows(record, begin, file));
      assertTrue(found, () -> "the sound record at " + begin + " is lost: " + file);
    }
  }

  /**
   * Whether a record that was hit has another one in it, by a length that no reader can know to be
   * wrong: a header follows, or the file's end.
   */
  private static boolean swallows(Read record, int begin, DamagedFile file) {
    byte[] bytes = file.bytes();
    int end = (int) record.end;
    boolean followed =
        end == bytes.length
            || end + 4 <= bytes.length && RecordIOFormat.word(bytes, end) == RecordIOFormat.MAGIC;
    return record.begin < begin
        && begin < end
        && followed
        && file.written(record.begin, end) == null;
  }

  private static void checkEveryByte(DamagedFile file, Outcome skipped) {
    assertEquals(null, skipped.error, file::toString);
    long handedOut = skipped.records.stream().mapToLong(record -> record.end - record.begin).sum();
    assertEquals(file.bytes().length, handedOut + skipped.damagedBytes, file::toString);
    assertEquals(skipped.damaged == 0, skipped.damagedBytes == 0, file::toString);
  }

  /** Another way to read the records returns the same ones. */
  private void checkLook(
      Path path, long length, DamagedFile file, Outcome expected, RecordLook look)
      throws IOException {
    Outcome outcome = read(List.of(new InputRange(path, 0, length)), "skip", look);
    assertSame(expected.records, outcome.records, file);
    assertEquals(expected.damaged, outcome.damaged, file::toString);
    assertEquals(expected.damagedBytes, outcome.damagedBytes, file::toString);
  }

  private static void assertSame(List<Read> expected, List<Read> records, DamagedFile file) {
    assertEquals(expected.size(), records.size(), file::toString);
    for (int i = 0; i < records.size(); i++) {
      assertEquals(expected.get(i).begin, records.get(i).begin, file::toString);
      assertArrayEquals(expected.get(i).payload, records.get(i).payload, file::toString);
    }
  }

  /** Headers by themselves show less, but no records that were not written. */
  private void checkHeaders(InputRange whole, DamagedFile file) throws IOException {
    Outcome outcome = read(List.of(whole), "fail", RecordLook.HEADERS);
    checkError(outcome.error, whole.path(), file);
    checkRecords(file, outcome.records);
  }

  private void checkFail(InputRange whole, DamagedFile file, Outcome skipped) throws IOException {
    for (RecordLook look : List.of(RecordLook.VIEW, RecordLook.VALUE)) {
      Outcome failed = read(List.of(whole), "fail", look);
      checkError(failed.error, whole.path(), file);
      assertEquals(skipped.damaged > 0, failed.error != null, file::toString);
      assertSame(skipped.records.subList(0, failed.records.size()), failed.records, file);
      if (failed.error != null) {
        long read = failed.records.stream().mapToLong(record -> record.end - record.begin).sum();
        assertEquals(read, failed.error.offset(), () -> "offset of " + failed.error + file);
      }
    }
  }

  private void checkError(MalformedRecordException error, Path path, DamagedFile file) {
    if (error == null) {
      return;
    }
    fuzz.count("errors", 1);
    assertEquals(path.toString(), error.path(), file::toString);
    assertTrue(
        error.offset() >= 0 && error.offset() <= file.bytes().length,
        () -> error.offset() + " is not in the file: " + file);
    assertTrue(error.getMessage().contains(" at offset " + error.offset()), error::getMessage);
    assertFalse(error.what().isEmpty(), error::getMessage);
    assertFalse(error.expected().isEmpty(), error::getMessage);
    assertFalse(error.found().isEmpty(), error::getMessage);
  }

  private void checkSplits(Path path, long[] cuts, DamagedFile file, Outcome whole)
      throws IOException {
    var records = new ArrayList<Read>();
    long damaged = 0;
    boolean failed = false;
    for (int i = 1; i < cuts.length; i++) {
      var range = List.of(new InputRange(path, cuts[i - 1], cuts[i] - cuts[i - 1]));
      Outcome skipped = read(range, "skip", RecordLook.VIEW);
      assertEquals(null, skipped.error, file::toString);
      checkRecords(file, skipped.records);
      for (Read record : skipped.records) {
        assertTrue(
            records.isEmpty() || records.get(records.size() - 1).begin < record.begin,
            () -> "a record of two splits at " + record.begin + ": " + file);
        records.add(record);
      }
      damaged += skipped.damaged;
      Outcome error = read(range, "fail", RecordLook.VALUE);
      checkError(error.error, path, file);
      failed |= error.error != null;
      fuzz.count("splits", 1);
    }
    checkSurvivors(file, records);
    String where = "in splits at " + Arrays.toString(cuts) + ": " + file;
    assertTrue(damaged > 0 || whole.damaged == 0, () -> "damage is not seen " + where);
    assertTrue(failed || whole.damaged == 0, () -> "damage is no error " + where);
  }

  /** Whether the one word that differs is the magic of a header, or differs only in the cflag. */
  private static boolean isHeaderHit(byte[] sound, byte[] damaged) {
    int at = Arrays.mismatch(sound, damaged) & -4;
    if (at < 0 || sound.length != damaged.length || at + 8 > sound.length) {
      return false;
    }
    if (Arrays.mismatch(sound, at + 4, sound.length, damaged, at + 4, damaged.length) >= 0) {
      return false;
    }
    int was = RecordIOFormat.word(sound, at);
    int is = RecordIOFormat.word(damaged, at);
    boolean magic = was == RecordIOFormat.MAGIC;
    boolean cflag =
        at > 0
            && RecordIOFormat.word(sound, at - 4) == RecordIOFormat.MAGIC
            && (was ^ is) << 3 == 0;
    return magic || cflag;
  }
}
