// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify.salvage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.IndexFiles;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.InputOpener;
import dev.recordio.jobs.verify.Damage;
import dev.recordio.jobs.verify.FileRuns;
import dev.recordio.jobs.verify.Finding;
import dev.recordio.jobs.verify.LeftOut;
import dev.recordio.jobs.verify.Runs;
import dev.recordio.jobs.verify.Verified;
import dev.recordio.testing.DirectLocalFileSystem;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Sampled;
import dev.recordio.wire.FramedRecord;
import dev.recordio.wire.RecordCursor;
import dev.recordio.wire.RecordIOFormat;
import dev.recordio.wire.RecordIndexLayout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Files whose payloads hold files of records, damaged in all ways: {@code salvage} makes no record
 * up, gives none the key of another, and {@code verify} finds nothing in what it writes.
 */
@Tag("deep")
class SalvageInventsNothingTest {
  private static final int DAMAGES = 25_000;
  private static final int STEP = Sampled.step(100, 5);
  private static final int FIRST_KEY = 100;

  /** What is beside the file. */
  private enum Witness {
    NONE,
    TEXT,
    BINARY,
    SUMS,
    SUMS_COMPARED
  }

  @TempDir Path dir;

  private final Configuration conf = LocalFiles.raw();
  private final Configuration writes = LocalFiles.checked();

  SalvageInventsNothingTest() {
    writes.setClass("fs.file.impl", DirectLocalFileSystem.class, FileSystem.class);
    writes.setBoolean("fs.file.impl.disable.cache", true);
  }

  /** A file as it was written. */
  private record Sound(byte[] bytes, long[] starts, List<byte[]> payloads) {}

  private static byte[] random(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Frames a payload as one part, as a writer does that does not escape. */
  private static byte[] part(byte[] payload) {
    byte[] framed = new byte[8 + (int) RecordIOFormat.align(payload.length)];
    RecordIOFormat.putWord(framed, 0, RecordIOFormat.MAGIC);
    RecordIOFormat.putWord(framed, 4, payload.length);
    System.arraycopy(payload, 0, framed, 8, payload.length);
    return framed;
  }

  /** Returns a payload with records in it: at any offset, so that some of them are escaped. */
  private static byte[] nest(Random random, List<byte[]> before) {
    var payload = new ByteArrayOutputStream();
    payload.writeBytes(random(random, random.nextInt(12)));
    for (int i = 1 + random.nextInt(6); i > 0; i--) {
      boolean isCopy = random.nextBoolean() && !before.isEmpty();
      byte[] inner =
          isCopy ? before.get(random.nextInt(before.size())) : random(random, random.nextInt(40));
      payload.writeBytes(part(inner));
    }
    payload.writeBytes(random(random, random.nextInt(8)));
    return payload.toByteArray();
  }

  private Sound write(Random random, Path file) throws IOException {
    var payloads = new ArrayList<byte[]>();
    boolean isOneLength = random.nextInt(4) == 0;
    for (int i = 4 + random.nextInt(30); i > 0; i--) {
      byte[] payload =
          random.nextInt(3) == 0 ? nest(random, payloads) : random(random, 1 + random.nextInt(90));
      payloads.add(isOneLength ? Arrays.copyOf(payload, 100) : payload);
    }
    try (var writer = RecordFileWriter.create(writes, hadoop(file), null)) {
      for (byte[] payload : payloads) {
        writer.write(0, payload, 0, payload.length);
      }
    }
    byte[] bytes = Files.readAllBytes(file);
    return new Sound(bytes, starts(bytes), payloads);
  }

  /** Returns where the records begin that follow each other from the begin on, and their end. */
  private static long[] starts(byte[] bytes) {
    var starts = LongStream.builder();
    var walk = new RecordCursor();
    walk.start(0, bytes.length);
    walk.window(bytes.clone(), 0, bytes.length, 0);
    long end = 0;
    for (; walk.next() == RecordCursor.Step.RECORD; end = walk.end()) {
      starts.add(walk.begin());
    }
    return starts.add(end).build().toArray();
  }

  private static org.apache.hadoop.fs.Path hadoop(Path file) {
    return new org.apache.hadoop.fs.Path(file.toUri());
  }

  private void index(Sound sound, Path file, Witness witness) throws IOException {
    if (witness == Witness.NONE) {
      return;
    }
    boolean hasSums = witness == Witness.SUMS || witness == Witness.SUMS_COMPARED;
    int flags = RecordIndexLayout.KEYS | (hasSums ? RecordIndexLayout.PAYLOAD_CHECKSUMS : 0);
    FileSystem fs = hadoop(file).getFileSystem(writes);
    boolean binary = witness != Witness.TEXT;
    var layout = new RecordIndexLayout(flags);
    try (var index = new IndexFiles(writes, fs, hadoop(file), binary, layout, "test")) {
      for (int i = 0; i < sound.payloads().size(); i++) {
        var crc = new CRC32C();
        crc.update(sound.payloads().get(i));
        index.entry(
            FIRST_KEY + i, sound.starts()[i], sound.payloads().get(i).length, (int) crc.getValue());
      }
      index.finish(sound.bytes().length, 0);
      index.commit();
    }
  }

  /** Damages that move records, besides those of {@link Damage}. */
  private static byte[] moved(Sound sound, Random random) {
    int record = random.nextInt(sound.payloads().size() - 1); // an .idx knows no end of the last
    int begin = (int) sound.starts()[record];
    int end = (int) sound.starts()[record + 1];
    int at = begin + random.nextInt(end - begin);
    int lost = random.nextBoolean() ? 1 + random.nextInt(12) : 1 + random.nextInt(200);
    return switch (random.nextInt(6)) {
      case 0 -> spliced(sound, at, Math.min(sound.bytes().length, at + lost), new byte[0]);
      case 1 -> spliced(sound, at, at, random(random, lost));
      case 2 -> spliced(sound, begin, begin + 8, new byte[0]); // a header
      case 3 -> spliced(sound, begin, end, new byte[0]); // a record
      case 4 -> // a block twice
          spliced(sound, begin, begin, Arrays.copyOfRange(sound.bytes(), 0, begin));
      default ->
          spliced(
              sound,
              at,
              at,
              Arrays.copyOfRange(
                  sound.bytes(), begin / 2, Math.min(sound.bytes().length, begin / 2 + lost)));
    };
  }

  private static byte[] spliced(Sound sound, int from, int to, byte[] inserted) {
    var bytes = new ByteArrayOutputStream();
    bytes.write(sound.bytes(), 0, from);
    bytes.writeBytes(inserted);
    bytes.write(sound.bytes(), to, sound.bytes().length - to);
    return bytes.toByteArray();
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private Verified verify(Path file, boolean checksums, boolean asked) throws IOException {
    var cuts = new TreeSet<>(Set.of(0L));
    return Verified.of(conf, status(file), cuts, checksums, asked);
  }

  private FileStatus status(Path file) throws IOException {
    return hadoop(file).getFileSystem(conf).getFileStatus(hadoop(file));
  }

  private SalvagePlan plan(Path file, boolean asked) throws IOException {
    FileRuns runs = verify(file, asked, asked).runs();
    if (runs.needsChecksums()) {
      runs = verify(file, true, false).runs();
    }
    Displaced displaced =
        runs.isInDoubt()
            ? DisplacedTask.search(conf, status(file), runs.doubt(file.toString()), () -> {})
            : new Displaced();
    var plan = new SalvagePlan();
    plan.add(file.toString(), runs, displaced, new LeftOut());
    return plan;
  }

  /** Passes records with their keys, and checks that verify finds nothing in a file of them. */
  private List<Kept> read(Path file, Runs runs, OldKeys keys, String context) throws IOException {
    var records = new ArrayList<Kept>();
    Path copy = file.resolveSibling("copy.rec");
    FileStatus status = hadoop(file).getFileSystem(conf).getFileStatus(hadoop(file));
    try (ChunkReader in = new InputOpener(conf).chunks(status);
        var writer = RecordFileWriter.create(writes, hadoop(copy), null)) {
      var reader = new RunRecords(in, runs);
      while (reader.next()) {
        FramedRecord record = reader.record();
        writer.append(0, record);
        int at = record.payloadOffset();
        byte[] payload = Arrays.copyOfRange(record.payload(), at, at + record.payloadLength());
        long offset = reader.offset();
        records.add(new Kept(keys == null ? records.size() : keys.of(offset), offset, payload));
      }
    }
    List<Finding> findings = verify(copy, false, false).findings();
    assertEquals(List.of(), findings, context);
    Files.delete(copy);
    return records;
  }

  private record Kept(long key, long offset, byte[] payload) {}

  @ParameterizedTest
  @EnumSource
  void ofNestedRecords(Witness witness) throws IOException {
    for (int seed = witness.ordinal(); seed < DAMAGES; seed += STEP) {
      var random = new Random(seed);
      Path folder = Files.createDirectory(dir.resolve("s" + seed));
      Path file = folder.resolve("a.rec");
      Sound sound = write(random, file);
      index(sound, file, witness);
      boolean moves = random.nextBoolean();
      Damage damage = Damage.values()[random.nextInt(Damage.values().length)];
      byte[] damaged =
          moves ? moved(sound, random) : damage.of(sound.bytes(), random, sound.starts());
      Files.write(file, damaged);
      String context = witness + ", seed " + seed + ", " + (moves ? "moved" : damage);
      SalvagePlan plan = plan(file, witness == Witness.SUMS_COMPARED);
      SalvagePlan.Kept kept = plan.kept().get(0);
      long bytes = kept.runs().bytes() + kept.doubtful().bytes() + plan.bytesLost();
      assertEquals(damaged.length, bytes, context);
      FileStatus status = hadoop(file).getFileSystem(conf).getFileStatus(hadoop(file));
      try (OldKeys keys = kept.keyed() ? OldKeys.open(conf, status, kept.displaced()) : null) {
        List<Kept> records = read(file, kept.runs(), keys, context);
        if (kept.keyed()) {
          checkKeys(sound, damaged, records, witness, context);
        } else {
          checkOnce(sound, damage, damaged, records, context);
        }
      }
      read(file, kept.doubtful(), null, context);
      FileUtils.deleteDirectory(folder.toFile());
    }
  }

  /**
   * Each record is one that was written, once unless it was copied; or it has changed in place, or
   * begins in bytes that were inserted, or headers and magic words are sound up to there from the
   * begin on, so that there is no damage.
   */
  private static void checkOnce(
      Sound sound, Damage damage, byte[] damaged, List<Kept> records, String context) {
    Map<String, Integer> left = new HashMap<>();
    sound.payloads().forEach(payload -> left.merge(text(payload), 1, Integer::sum));
    boolean isCopied = damage == Damage.COPY || damaged.length > sound.bytes().length;
    for (Kept record : records) {
      Integer ofPayload = left.get(text(record.payload()));
      boolean isOne = ofPayload != null && (ofPayload > 0 || isCopied);
      left.merge(text(record.payload()), -1, Integer::sum);
      assertTrue(
          isOne
              || isInPlace(sound, damaged, record.offset())
              || isInserted(sound, damaged, record.offset())
              || Arrays.binarySearch(starts(damaged), record.offset()) >= 0,
          context + ", record " + record.key() + " of " + records.size());
    }
  }

  /**
   * Each record is under its own key, or it has changed in place; where lengths are all that an
   * index has, it may be under the key of another of its length, or under a new one.
   */
  private static void checkKeys(
      Sound sound, byte[] damaged, List<Kept> records, Witness witness, String context) {
    var keys = new HashSet<Long>();
    for (Kept kept : records) {
      int record = (int) kept.key() - FIRST_KEY;
      byte[] payload = kept.payload();
      String what = context + ", record " + record + " of " + records.size();
      boolean isNew = record >= sound.payloads().size();
      boolean isSame = !isNew && Arrays.equals(sound.payloads().get(record), payload);
      boolean isKept = witness != Witness.SUMS_COMPARED && isInPlace(sound, damaged, kept.offset());
      boolean isOfLength =
          (witness == Witness.TEXT || witness == Witness.BINARY)
              && sound.payloads().stream().anyMatch(one -> Arrays.equals(one, payload));
      assertTrue(isSame || isKept || isOfLength, what);
      assertTrue(keys.add(kept.key()), what);
    }
  }

  private static boolean isInserted(Sound sound, byte[] damaged, long offset) {
    int first = Arrays.mismatch(sound.bytes(), damaged);
    return offset >= first && offset < first + damaged.length - sound.bytes().length;
  }

  /** Whether a record begins where one did: its other bytes may have changed in any way. */
  private static boolean isInPlace(Sound sound, byte[] damaged, long offset) {
    long longer = damaged.length - sound.bytes().length;
    return Arrays.binarySearch(sound.starts(), offset) >= 0
        || Arrays.binarySearch(sound.starts(), offset - longer) >= 0;
  }
}
