// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.testing.Damage;
import dev.recordio.testing.Faults;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.LocalFiles;
import dev.recordio.wire.RecordIOFormat;
import dev.recordio.wire.RecordIndexLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of several files by number, from indexes that are not in memory. */
@Tag("deep")
class RecordTableTest implements FileSystemUnderTest {
  private final Faults faults = new Faults();
  private final Faults.Rule bytes = faults.onBytes();
  private static final int OPEN_FILES = 60;

  @TempDir java.nio.file.Path folder;
  private final Configuration conf = LocalFiles.raw();
  private final List<FileStatus> files = new ArrayList<>();
  private final List<byte[]> payloads = new ArrayList<>();

  @Override
  public Configuration conf() {
    return conf;
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(folder);
  }

  /** Writes a file of records, some of several parts; with checksums in its binary index. */
  private Path file(String name, int records, boolean ordinalKeys) throws IOException {
    Path file = path(name);
    try (var writer = RecordFileWriter.create(conf, file, RecordFiles.index(file), ordinalKeys)) {
      for (int i = 0; i < records; i++) {
        byte[] payload = Damage.payload(payloads.size(), 20 + (i * 37 % 91));
        if (i % 4 == 1) {
          RecordIOFormat.putWord(payload, 8, RecordIOFormat.MAGIC);
        }
        writer.write(ordinalKeys ? i : 1000 - 3 * i, payload, 0, payload.length);
        payloads.add(payload);
      }
    }
    files.add(fs().getFileStatus(file));
    return file;
  }

  private void writeFiles() throws IOException {
    file("a.rec", 7, true);
    file("b.rec", 1, true);
    fs().delete(RecordFiles.binaryIndex(file("c.rec", 5, true)), false);
    file("d.rec", 12, false);
  }

  private RecordTable open(int stretch, int stretches) throws IOException {
    return RecordTable.open(conf, files, new RecordTable.Limits(0, stretch, stretches, OPEN_FILES));
  }

  private RecordGather gather(RecordTable table, LongStream places) {
    return new RecordGather(conf, table, places.iterator(), DamageTracker.of(conf, null));
  }

  private static byte[] payload(RecordGather gather) {
    int from = gather.payloadOffset();
    return Arrays.copyOfRange(gather.buffer(), from, from + gather.payloadLength());
  }

  private List<RecordIndex> wholeIndexes() throws IOException {
    var indexes = new ArrayList<RecordIndex>();
    for (FileStatus file : files) {
      indexes.add(RecordIndex.load(conf, file));
    }
    return indexes;
  }

  /** Asserts that the records at {@code places} are what the whole indexes say. */
  private void assertRecords(RecordTable table, List<RecordIndex> whole, long[] places)
      throws IOException {
    try (var gather = gather(table, LongStream.of(places))) {
      for (int i = 0; i < places.length; i++) {
        assertTrue(gather.next());
        int part = table.partOf(places[i]);
        int record = (int) (places[i] - table.first(part));
        RecordIndex expected = whole.get(part);
        assertEquals(i, gather.taken());
        assertEquals(places[i], gather.place());
        assertEquals(part, gather.indexNumber());
        assertEquals(files.get(part).getPath(), gather.path());
        assertArrayEquals(payloads.get((int) places[i]), payload(gather));
        RecordIndex index = gather.index();
        assertEquals(record, index.first() + gather.record());
        assertEquals(expected.offset(record), gather.offset());
        assertEquals(expected.offset(record), table.offset(places[i]));
        assertEquals(expected.end(record), table.end(places[i]));
        assertEquals(expected.key(record), index.key(gather.record()));
        assertEquals(expected.hasChecksums(), index.hasChecksums());
        if (index.hasChecksums()) {
          assertEquals(expected.checksum(record), index.checksum(gather.record()));
        }
      }
      assertFalse(gather.next());
    }
  }

  private static List<long[]> orders(int records) {
    long[] backwards = new long[records];
    Arrays.setAll(backwards, i -> records - 1 - i);
    return List.of(
        LongStream.range(0, records).toArray(),
        backwards,
        new Random(1).longs(300, 0, records).toArray());
  }

  @Test
  void everyPlaceIsFoundWithStretchesOfEveryLength() throws IOException {
    writeFiles();
    List<RecordIndex> whole = wholeIndexes();
    for (int stretch = 1; stretch <= 13; stretch++) {
      for (int stretches : new int[] {1, 2, 5, 100}) {
        for (long[] places : orders(25)) {
          try (RecordTable table = open(stretch, stretches)) {
            assertEquals(25, table.total());
            assertEquals(5, table.entriesInMemory(), "of the file without a binary index");
            assertRecords(table, whole, places);
            assertTrue(table.entriesInMemory() <= 5 + stretch * stretches);
          }
        }
      }
    }
  }

  @Test
  void smallInputsAreLoadedWhole() throws IOException {
    writeFiles();
    try (var table = RecordTable.open(conf, files)) {
      assertEquals(25, table.entriesInMemory());
      assertRecords(table, wholeIndexes(), orders(25).get(2));
    }
    // By the sizes of the files there could be more records than there are.
    try (var table = RecordTable.open(conf, files, new RecordTable.Limits(25, 4, 8, OPEN_FILES))) {
      assertEquals(25, table.entriesInMemory());
    }
    try (var table = RecordTable.open(conf, files, new RecordTable.Limits(19, 4, 8, OPEN_FILES))) {
      assertEquals(5, table.entriesInMemory());
    }
  }

  @Test
  void runsOfRecordsThatWerePlannedElsewhereAreFound() throws IOException {
    writeFiles();
    RecordIndex a = wholeIndexes().get(0);
    RecordIndex d = wholeIndexes().get(3);
    var runs =
        List.of(
            new RecordTable.Run(d.file(), d.source(), 2, 7, d.offset(2), d.end(8)),
            new RecordTable.Run(a.file(), a.source(), 3, 4, a.offset(3), a.end(6)));
    for (int stretch = 1; stretch <= 8; stretch++) {
      var limits = new RecordTable.Limits(0, stretch, 2, OPEN_FILES);
      try (var table = RecordTable.ofRuns(conf, runs, limits);
          var gather = gather(table, LongStream.range(0, 11))) {
        assertEquals(0, table.entriesInMemory());
        for (int i = 0; i < 11; i++) {
          assertTrue(gather.next());
          assertArrayEquals(payloads.get(i < 7 ? 13 + 2 + i : 3 + i - 7), payload(gather));
          RecordIndex whole = i < 7 ? d : a;
          int record = i < 7 ? 2 + i : 3 + i - 7;
          assertEquals(whole.offset(record), gather.offset());
          assertEquals(whole.key(record), gather.index().key(gather.record()));
          assertEquals(whole.end(record), table.end(i));
        }
      }
    }
    for (RecordTable.Run changed :
        List.of(
            new RecordTable.Run(d.file(), d.source(), 2, 7, d.offset(3), d.end(8)),
            new RecordTable.Run(d.file(), d.source(), 2, 7, d.offset(2), d.end(9)),
            new RecordTable.Run(d.file(), d.source(), 7, 7, d.offset(7), d.end(11)))) {
      var limits = new RecordTable.Limits(0, 4, 2, OPEN_FILES);
      var e =
          assertThrows(
              MalformedRecordException.class,
              () -> RecordTable.ofRuns(conf, List.of(changed), limits));
      assertTrue(e.getMessage().contains("d.ridx"), e.getMessage());
      assertTrue(e.getMessage().contains("changed meanwhile"), e.getMessage());
    }
  }

  @Test
  void placesBeyondTheRecordsAreErrors() throws IOException {
    writeFiles();
    try (RecordTable table = open(4, 2);
        var gather = gather(table, LongStream.of(0, 25))) {
      assertThrows(IndexOutOfBoundsException.class, () -> table.offset(-1));
      assertThrows(IndexOutOfBoundsException.class, () -> table.offset(25));
      assertEquals(0, table.offset(0));
      assertThrows(IndexOutOfBoundsException.class, gather::next);
      assertThrows(IndexOutOfBoundsException.class, gather::next);
      gather.restart(LongStream.of(24).iterator());
      assertTrue(gather.next());
      assertArrayEquals(payloads.get(24), payload(gather));
    }
  }

  @Test
  void otherPlacesNeedNoFileOpenedAgain() throws IOException {
    file("a.rec", 7, true);
    file("b.rec", 12, true);
    watch();
    try (RecordTable table = open(4, 100);
        var gather = gather(table, LongStream.range(0, 19))) {
      int opened = 0;
      for (int epoch = 0; epoch < 3; epoch++) {
        for (int i = 0; i < 10; i++) { // and not to the end
          assertTrue(gather.next());
          assertEquals(i, gather.taken());
          assertArrayEquals(payloads.get(epoch == 0 ? i : 18 - i), payload(gather));
        }
        assertEquals(epoch == 0 ? faults.opened() : opened, faults.opened());
        opened = faults.opened();
        gather.restart(LongStream.range(0, 19).map(i -> 18 - i).iterator());
      }
      assertEquals(4, faults.open());
    }
    assertEquals(0, faults.open());
  }

  @Test
  void entriesThatStayInMemoryAreReadOnce() throws IOException {
    file("a.rec", 300, true);
    file("b.rec", 300, true);
    RecordIOConf.GATHER_BATCH_SIZE.set(conf, 700); // many look-ups
    try (RecordTable table = open(4, 150);
        var gather = gather(table, LongStream.range(0, 600))) {
      for (int epoch = 0; epoch < 2; epoch++) {
        while (gather.next()) {
          assertArrayEquals(payloads.get((int) gather.place()), payload(gather));
        }
        assertEquals(600, table.entriesInMemory());
        assertTrue(table.bytesRead() <= 16 * (600 + 150), table.bytesRead() + " bytes");
        gather.restart(LongStream.range(0, 600).map(i -> 599 - i).iterator());
      }
    }
  }

  private void watch() throws IOException {
    for (int i = 0; i < files.size(); i++) {
      Path watched = faults.over(conf, files.get(i).getPath());
      files.set(i, watched.getFileSystem(conf).getFileStatus(watched));
    }
  }

  private void damage(Path file, long offset) throws IOException {
    byte[] bytes = read(file);
    bytes[(int) offset] ^= 4;
    long time = fs().getFileStatus(file).getModificationTime();
    write(file.getName(), bytes);
    fs().setTimes(file, time, -1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 16})
  void damagedRecordsAreSkippedAndCounted(int at) throws IOException {
    writeFiles();
    List<RecordIndex> whole = wholeIndexes();
    for (int place : new int[] {0, 2, 15, 24}) {
      int part = place < 7 ? 0 : 3;
      damage(files.get(part).getPath(), whole.get(part).offset(place - (part == 0 ? 0 : 13)) + at);
    }
    RecordIOConf.CORRUPT_POLICY.set(conf, "skip");
    RecordIOConf.CORRUPT_MAX_FRACTION.set(conf, "1");
    RecordIOConf.GATHER_BATCH_SIZE.set(conf, 300);
    long[] places = {2, 24, 24, 23, 2, 4, 4, 15, 1, 0, 9, 0};
    long[] sound = {3, 5, 6, 8, 10};
    for (int stretch = 1; stretch < 14; stretch++) {
      DamageTracker damage = DamageTracker.of(conf, null);
      try (RecordTable table = open(stretch, 3);
          var gather = new RecordGather(conf, table, LongStream.of(places).iterator(), damage)) {
        for (long taken : sound) {
          assertTrue(gather.next());
          assertEquals(taken, gather.taken());
          assertEquals(places[(int) taken], gather.place());
          assertArrayEquals(payloads.get((int) places[(int) taken]), payload(gather));
        }
        assertFalse(gather.next());
        assertEquals(7, damage.damagedRecords());
      }
    }
    RecordIOConf.CORRUPT_POLICY.set(conf, "fail");
    try (RecordTable table = open(4, 3);
        var gather = gather(table, LongStream.of(3, 2))) {
      assertTrue(gather.next());
      var e = assertThrows(MalformedRecordException.class, gather::next);
      assertEquals(whole.get(0).offset(2), e.offset());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void damagedRecordThatIsTooLongToReadUnseenIsCounted(int before) throws IOException {
    Path file = path("long.rec");
    try (var writer = RecordFileWriter.create(conf, file, RecordFiles.index(file), true)) {
      for (int i = 0; i < 5; i++) {
        payloads.add(Damage.payload(i, i == 2 ? 5 << 20 : 40));
        writer.write(i, payloads.get(i), 0, payloads.get(i).length);
      }
    }
    files.add(fs().getFileStatus(file));
    damage(file, 96);
    RecordIOConf.CORRUPT_POLICY.set(conf, "skip");
    RecordIOConf.CORRUPT_MAX_FRACTION.set(conf, "1");
    long[] places = {0, 1, 4, 2, 2, 3};
    try (RecordTable table = open(2, 2);
        var gather = gather(table, Arrays.stream(places).skip(3 - before))) {
      for (int taken = 0; taken < before; taken++) {
        assertTrue(gather.next());
        assertEquals(taken, gather.taken());
      }
      assertTrue(gather.next());
      assertEquals(before + 2, gather.taken());
      assertArrayEquals(payloads.get(3), payload(gather));
      assertFalse(gather.next());
    }
  }

  /** What is wrong with a binary index of which most entries are not read at first. */
  private enum Wrong {
    OFFSET(0, "damaged binary index"),
    LENGTH(8, "damaged binary index"),
    ALIGNMENT(0, "damaged binary index"),
    CHECKSUM(12, "damaged binary index");

    private final int at;
    private final String what;

    Wrong(int at, String what) {
      this.at = at;
      this.what = what;
    }

    private void make(byte[] entries, int entry) {
      entries[entry + at] ^= (byte) (this == ALIGNMENT ? 1 : 64);
      if (this == LENGTH) {
        entries[entry + at + 1] ^= 64;
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Wrong.class)
  void damagedEntriesAreErrorsThatNameTheIndex(Wrong wrong) throws IOException {
    Path file = file("a.rec", 40, true);
    Path ridx = RecordFiles.binaryIndex(file);
    byte[] bytes = read(ridx);
    wrong.make(bytes, RecordIndexLayout.HEADER_BYTES + 11 * 16);
    write(ridx.getName(), bytes);
    RecordIOConf.CORRUPT_POLICY.set(conf, "skip");
    for (int stretch = 1; stretch < 40; stretch++) {
      try (RecordTable table = open(stretch, 3);
          var gather = gather(table, LongStream.range(0, 40))) {
        assertEquals(0, table.entriesInMemory());
        var e =
            assertThrows(
                MalformedRecordException.class,
                () -> {
                  while (gather.next()) {
                    assertArrayEquals(payloads.get((int) gather.place()), payload(gather));
                  }
                });
        assertTrue(e.getMessage().contains("a.ridx"), e.getMessage());
        assertTrue(
            e.getMessage().startsWith(wrong.what) || e.getMessage().contains("a multiple of 4"),
            e.getMessage());
      }
    }
  }

  @Test
  void indexThatDoesNotFitIsPassedOverAsEver() throws IOException {
    Path a = file("a.rec", 7, true);
    file("b.rec", 40, true);
    Path ridx = RecordFiles.binaryIndex(a);
    byte[] good = read(ridx);
    byte[] bad = good.clone();
    bad[RecordIndexLayout.HEADER_BYTES] = 4; // the first record at offset 4
    write(ridx.getName(), bad);
    try (RecordTable table = open(4, 3)) {
      assertEquals(7, table.entriesInMemory());
      assertEquals(47, table.total());
      assertRecords(table, wholeIndexes(), orders(47).get(2));
    }
    fs().delete(RecordFiles.index(a), false);
    fs().delete(ridx, false);
    try (RecordTable table = open(4, 3)) {
      assertEquals(7, table.entriesInMemory(), "the headers were read");
    }
    write(ridx.getName(), good);
    try (RecordTable table = open(4, 3)) {
      assertEquals(0, table.entriesInMemory());
    }
  }

  @Test
  void textIndexThatIsNewerMustAgree() throws IOException {
    Path file = file("a.rec", 40, false);
    Path idx = RecordFiles.index(file);
    long newer = fs().getFileStatus(RecordFiles.binaryIndex(file)).getModificationTime() + 1000;
    String lines = readText(idx);
    fs().setTimes(idx, newer, -1);
    try (RecordTable table = open(4, 3)) {
      assertEquals(0, table.entriesInMemory());
    }
    for (String other :
        List.of(
            lines.replaceFirst("1000", "1001"),
            lines.substring(0, lines.lastIndexOf('\n', lines.length() - 2) + 1),
            lines + "7\t4000\n",
            "garbage")) {
      write(idx.getName(), other.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      fs().setTimes(idx, newer, -1);
      try (RecordTable table = open(4, 3)) {
        assertEquals(40, table.entriesInMemory(), "loaded whole, which decides");
        RecordIndex expected = RecordIndex.load(conf, files.get(0));
        try (var gather = gather(table, LongStream.of(3))) {
          assertTrue(gather.next());
          assertEquals(expected.source(), gather.index().source());
        }
      }
    }
  }

  @Test
  void fileThatIsReplacedIsAnErrorAndNeverAWrongRecord() throws IOException {
    Path file = file("a.rec", 40, true);
    RecordIOConf.CORRUPT_POLICY.set(conf, "skip");
    try (RecordTable table = open(4, 3)) {
      var shifted = new ArrayList<>(payloads.subList(1, 40));
      shifted.add(payloads.get(0));
      write(file.getName(), Damage.file(shifted));
      try (var gather = gather(table, LongStream.range(5, 40))) {
        var e = assertThrows(MalformedRecordException.class, gather::next);
        assertTrue(e.getMessage().startsWith("the index does not fit the file"), e.getMessage());
        assertTrue(e.getMessage().contains("a.ridx"), e.getMessage());
      }
    }
  }

  @Test
  void everyReadMayFailAndBeTriedAgain() throws IOException {
    file("a.rec", 30, true);
    file("b.rec", 30, true);
    watch();
    RecordIOConf.GATHER_THREADS.set(conf, 1);
    RecordIOConf.GATHER_BATCH_SIZE.set(conf, 700);
    long[] places = orders(60).get(2);
    boolean failed = true;
    int failures = 0;
    for (int at = 0; failed; at += at < 40 ? 1 : 17) {
      bytes.never();
      failed = false;
      try (RecordTable table = open(4, 3)) {
        int next = 0;
        try (var gather = gather(table, LongStream.of(places))) {
          bytes.breaks(Faults.Kind.THROWS_ONCE, at);
          while (next < places.length) {
            try {
              assertTrue(gather.next());
              assertEquals(next, gather.taken());
              assertArrayEquals(payloads.get((int) places[next]), payload(gather));
              next++;
            } catch (IOException e) {
              assertFalse(failed);
              assertTrue(e.getMessage().contains("injected fault"), e.getMessage());
              assertTrue(e.getMessage().contains("faulty:/"), e.getMessage());
              failed = true;
              failures++;
            }
          }
          assertFalse(gather.next());
        }
      }
      assertEquals(0, faults.open());
    }
    assertTrue(failures > 40, failures + " failures");
  }

  @Test
  void failuresOfOpeningAreThoseOfTheFirstFile() throws IOException {
    for (int i = 0; i < 20; i++) {
      file("f" + i + ".rec", 3, true);
    }
    for (int i : new int[] {3, 4, 17}) {
      fs().delete(files.get(i).getPath(), false);
    }
    for (int round = 0; round < 20; round++) {
      var e = assertThrows(java.io.FileNotFoundException.class, () -> open(4, 3));
      assertTrue(e.getMessage().contains("f3.rec"), e.getMessage());
    }
  }

  @Test
  void emptyTable() throws IOException {
    try (RecordTable table = open(4, 3);
        var gather = gather(table, LongStream.empty())) {
      assertEquals(0, table.total());
      assertFalse(gather.next());
    }
  }
}
