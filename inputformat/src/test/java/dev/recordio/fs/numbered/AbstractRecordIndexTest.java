// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.ReadRecord;
import dev.recordio.wire.RecordIOFormat;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read from good and bad indexes, and records read by number. */
public abstract class AbstractRecordIndexTest implements FileSystemUnderTest {
  private static final String INDEX = "indexed.idx";

  private List<ReadRecord> expected;
  private Path rec;

  @BeforeEach
  void writeRecords() throws IOException {
    expected = ExpectedRecords.of("indexed");
    rec = copy("indexed.rec");
  }

  private FileStatus status() throws IOException {
    return fs().getFileStatus(rec);
  }

  private RecordIndex load() throws IOException {
    return RecordIndex.load(conf(), status());
  }

  private static List<String> goodLines() {
    return new String(ExpectedRecords.bytes(INDEX), StandardCharsets.UTF_8).lines().toList();
  }

  private void writeIndex(List<String> lines) throws IOException {
    write(INDEX, (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Asserts that the index lists the records of the file, and its source. */
  private RecordIndex assertRight(RecordIndex.Source source, RecordIndex index) {
    assertEquals(source, index.source());
    assertEquals(expected.size(), index.count());
    for (int i = 0; i < index.count(); i++) {
      assertEquals(expected.get(i).offset(), index.offset(i), "record " + i);
      assertEquals(
          i + 1 < index.count() ? expected.get(i + 1).offset() : 42344, index.end(i), "end " + i);
    }
    return index;
  }

  private static List<Long> keys(RecordIndex index) {
    var keys = new ArrayList<Long>();
    for (int i = 0; i < index.count(); i++) {
      keys.add(index.key(i));
    }
    return keys;
  }

  /** Asserts that the index is ignored, and that reading it reports why. */
  private void assertPassedOver(String why) throws IOException {
    var e = assertThrows(MalformedRecordException.class, () -> RecordIndex.read(conf(), status()));
    assertTrue(e.getMessage().contains(why), e.getMessage());
    assertRight(RecordIndex.Source.HEADERS, load());
  }

  private static List<Long> numbers(long count) {
    return LongStream.range(0, count).boxed().toList();
  }

  @Test
  void indexOfLinesInOrderIsTaken() throws IOException {
    copy(INDEX);
    RecordIndex index = assertRight(RecordIndex.Source.TEXT, load());
    assertEquals(numbers(121), keys(index));
    assertFalse(index.hasChecksums());
    assertEquals(7, index.firstFrom(index.offset(7)));
    assertEquals(8, index.firstFrom(index.offset(7) + 1));
    assertEquals(121, index.firstFrom(index.offset(120) + 1));
    RecordIndex part = index.part(5, 8);
    assertEquals(List.of(5L, 6L, 7L), keys(part));
    assertEquals(index.offset(5), part.offset(0));
    assertEquals(index.end(7), part.end(2));
  }

  @Test
  void unsortedLinesAreSorted() throws IOException {
    write(INDEX, ExpectedRecords.bytes("indexed-unsorted.idx"));
    RecordIndex index = assertRight(RecordIndex.Source.TEXT, load());
    assertEquals(numbers(121), keys(index));
  }

  @Test
  void keysMayRepeat() throws IOException {
    var lines = new ArrayList<String>();
    for (String line : goodLines()) {
      lines.add("17\t" + line.split("\t")[1]);
    }
    writeIndex(lines);
    RecordIndex index = assertRight(RecordIndex.Source.TEXT, load());
    assertEquals(List.of(17L), keys(index).stream().distinct().toList());
  }

  @Test
  void withoutAnIndexTheHeadersAreRead() throws IOException {
    assertThrows(FileNotFoundException.class, () -> RecordIndex.read(conf(), status()));
    RecordIndex index = assertRight(RecordIndex.Source.HEADERS, load());
    assertEquals(numbers(121), keys(index));
  }

  @Test
  void emptyIndexIsPassedOver() throws IOException {
    write(INDEX, new byte[0]);
    assertPassedOver("the index does not fit the file");
  }

  @Test
  void garbageLineIsPassedOverWithTheWholeIndex() throws IOException {
    var lines = new ArrayList<>(goodLines());
    lines.set(50, "garbage");
    writeIndex(lines);
    assertPassedOver("indexed.idx at offset 408, line 51: expected a key in decimal digits");
  }

  @Test
  void offsetBeyondTheFileIsPassedOver() throws IOException {
    var lines = new ArrayList<>(goodLines());
    lines.add("121\t42344");
    writeIndex(lines);
    assertPassedOver("indexed.rec at offset 42344: expected an offset below 42344");
  }

  @Test
  void offsetThatIsNoMultipleOfFourIsPassedOver() throws IOException {
    var lines = new ArrayList<>(goodLines());
    lines.set(3, "3\t1153");
    writeIndex(lines);
    assertPassedOver("indexed.rec at offset 1153");
  }

  @Test
  void indexOfAnotherFileIsPassedOver() throws IOException {
    var lines = new ArrayList<String>();
    for (ReadRecord record : ExpectedRecords.of("magic")) {
      if (record.offset() < 42344) {
        lines.add(lines.size() + "\t" + record.offset());
      }
    }
    writeIndex(lines);
    assertPassedOver("the index belongs to another file, or lacks records");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 5, 100, 1000})
  void truncatedIndexIsPassedOver(int bytes) throws IOException {
    byte[] whole = ExpectedRecords.bytes(INDEX);
    write(INDEX, Arrays.copyOf(whole, whole.length - bytes - 1));
    assertPassedOver("index");
  }

  @Test
  void indexThatMissesTheFirstRecordsIsPassedOver() throws IOException {
    writeIndex(goodLines().subList(10, 121));
    assertPassedOver("indexed.rec at offset 0: expected an entry for the record there");
  }

  private static List<String> linesWithKeys(LongUnaryOperator key) {
    var lines = new ArrayList<String>();
    for (String line : goodLines()) {
      lines.add(key.applyAsLong(lines.size()) + "\t" + line.split("\t")[1]);
    }
    return lines;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 31, 119})
  void aLineThatWasLostAmongKeysInOrderIsNoticed(int lost) throws IOException {
    List<String> lines = linesWithKeys(i -> 50 + i);
    lines.remove(lost);
    writeIndex(lines);
    assertPassedOver("the index does not fit the file");
  }

  @Test
  void keysWithGapsAreTakenWhenNoRecordIsMissing() throws IOException {
    writeIndex(linesWithKeys(i -> i + i / 100));
    RecordIndex index = assertRight(RecordIndex.Source.TEXT, load());
    assertEquals(101, index.key(100));
  }

  @Test
  void twoLinesForOneRecordArePassedOver() throws IOException {
    var lines = new ArrayList<>(goodLines());
    lines.add("500\t1152");
    writeIndex(lines);
    assertPassedOver("indexed.rec at offset 1152: expected one entry");
  }

  @Tag("hdfs")
  @Test
  void staleIndexIsPassedOver() throws IOException {
    copy(INDEX);
    byte[] shorter = Arrays.copyOf(ExpectedRecords.bytes("indexed.rec"), 1152 + 1100);
    write("indexed.rec", shorter);
    expected = expected.subList(0, 4);
    RecordIndex index = load();
    assertEquals(RecordIndex.Source.HEADERS, index.source());
    assertEquals(4, index.count());
    assertEquals(2252, index.end(3));
  }

  @Tag("hdfs")
  @Test
  void indexThatIsOlderThanAFileOfTheSameLengthIsReadInFull() throws IOException {
    writeWithBinaryIndex(true);
    byte[] bytes = read(rec);
    int cut = 20;
    int offset = (int) expected.get(cut).offset();
    while (RecordIOFormat.word(bytes, offset + 4) < 100) { // or of several parts
      offset = (int) expected.get(++cut).offset();
    }
    int rest = (int) RecordIOFormat.align(expected.get(cut).length()) - 16 - 8;
    RecordIOFormat.putWord(bytes, offset + 4, 16);
    RecordIOFormat.putWord(bytes, offset + 24, RecordIOFormat.MAGIC);
    RecordIOFormat.putWord(bytes, offset + 28, rest); // so one record becomes two
    write("indexed.rec", bytes);
    long written = fs().getFileStatus(RecordFiles.binaryIndex(rec)).getModificationTime();
    fs().setTimes(rec, written + 1000, -1);
    var e = assertThrows(MalformedRecordException.class, () -> RecordIndex.read(conf(), status()));
    assertEquals(offset, e.offset(), e.getMessage());
    RecordIndex index = load();
    assertEquals(RecordIndex.Source.HEADERS, index.source());
    assertEquals(122, index.count());
  }

  @Test
  void compressedFileHasNoNumbers() throws IOException {
    rec = write("a.rec.gz", new byte[40]);
    var e = assertThrows(IOException.class, this::load);
    assertTrue(e.getMessage().startsWith("records of a compressed file can't"), e.getMessage());
  }

  @Test
  void damagedFileWithoutAnIndexHasNoNumbers() throws IOException {
    byte[] bytes = ExpectedRecords.bytes("indexed.rec");
    bytes[(int) expected.get(30).offset()] ^= 1;
    write("indexed.rec", bytes);
    var e = assertThrows(MalformedRecordException.class, this::load);
    assertEquals(expected.get(30).offset(), e.offset());
  }

  private List<byte[]> payloads() throws IOException {
    var payloads = new ArrayList<byte[]>();
    var in = new ByteArrayInputStream(ExpectedRecords.bytes("indexed.rec"));
    try (var reader = RecordInputs.open(conf(), in, "indexed.rec", DamageTracker.failing())) {
      while (reader.next()) {
        int from = reader.payloadOffset();
        payloads.add(Arrays.copyOfRange(reader.buffer(), from, from + reader.payloadLength()));
      }
    }
    return payloads;
  }

  private byte[] writeWithBinaryIndex(boolean ordinalKeys) throws IOException {
    fs().delete(rec, false);
    Configuration conf = conf();
    try (var writer = RecordFileWriter.create(conf, rec, RecordFiles.index(rec), ordinalKeys)) {
      List<byte[]> payloads = payloads();
      for (int i = 0; i < payloads.size(); i++) {
        writer.write(ordinalKeys ? i : 1000 - i, payloads.get(i), 0, payloads.get(i).length);
      }
    }
    return read(RecordFiles.binaryIndex(rec));
  }

  @Test
  void binaryIndexComesFirst() throws IOException {
    writeWithBinaryIndex(false);
    write(INDEX, "garbage".getBytes(StandardCharsets.UTF_8));
    RecordIndex index = assertRight(RecordIndex.Source.BINARY, load());
    assertEquals(1000, index.key(0));
    assertEquals(880, index.key(120));
    assertTrue(index.hasChecksums());
    var loader = new RecordIndexLoader(conf(), status());
    RecordIndex part =
        loader.part(RecordIndex.Source.BINARY, 20, 10, index.offset(20), index.end(29));
    assertEquals(keys(index.part(20, 30)), keys(part));
    assertEquals(index.checksum(25), part.checksum(5));
  }

  @Test
  void binaryIndexThatDoesNotFitIsPassedOverForTheTextOne() throws IOException {
    byte[] ridx = writeWithBinaryIndex(true);
    for (int at : new int[] {0, 20, 500, ridx.length - 10}) {
      byte[] damaged = ridx.clone();
      damaged[at] ^= 4;
      write("indexed.ridx", damaged);
      assertRight(RecordIndex.Source.TEXT, load());
    }
    write("indexed.ridx", Arrays.copyOf(ridx, ridx.length / 2));
    assertRight(RecordIndex.Source.TEXT, load());
    fs().delete(RecordFiles.index(rec), false);
    assertRight(RecordIndex.Source.HEADERS, load());
  }

  @Tag("hdfs")
  @Test
  void partsAreLoadedFromEverySource() throws IOException {
    copy(INDEX);
    RecordIndex whole = load();
    var loader = new RecordIndexLoader(conf(), status());
    for (RecordIndex.Source source : List.of(RecordIndex.Source.TEXT, RecordIndex.Source.HEADERS)) {
      RecordIndex part = loader.part(source, 100, 21, whole.offset(100), whole.end(120));
      assertEquals(keys(whole.part(100, 121)), keys(part));
      var e =
          assertThrows(
              MalformedRecordException.class,
              () -> loader.part(source, 100, 20, whole.offset(100), whole.end(120)));
      assertTrue(e.getMessage().contains("changed meanwhile"), e.getMessage());
    }
  }

  private List<ReadRecord> gather(Configuration conf, RecordIndex index, LongStream places)
      throws IOException {
    DamageTracker damage = DamageTracker.of(conf, null);
    PrimitiveIterator.OfLong each = places.iterator();
    try (var gather = new RecordGather(conf, List.of(index), each, damage)) {
      var records = new ArrayList<ReadRecord>();
      while (gather.next()) {
        int from = gather.payloadOffset();
        records.add(
            ReadRecord.of(
                gather.path().getName(),
                gather.offset(),
                gather.buffer(),
                from,
                gather.payloadLength()));
      }
      assertEquals(damage.soundRecords(), records.size());
      return records;
    }
  }

  @Tag("hdfs")
  @Test
  void recordsComeInTheOrderAskedAndAgainWhenAskedAgain() throws IOException {
    copy(INDEX);
    Configuration conf = conf();
    RecordIOConf.GATHER_BATCH_SIZE.set(conf, 4000); // several batches
    long[] places = {120, 0, 1, 1, 60, 5, 120, 7, 100, 99, 98, 97, 0};
    assertEquals(
        LongStream.of(places).mapToObj(place -> expected.get((int) place)).toList(),
        gather(conf, load(), LongStream.of(places)));
    assertEquals(expected, gather(conf, load(), LongStream.range(0, 121)));
    assertEquals(List.of(), gather(conf, load(), LongStream.empty()));
    assertThrows(IndexOutOfBoundsException.class, () -> gather(conf, load(), LongStream.of(121)));
  }

  @Test
  void recordThatTheIndexMissesIsAnErrorAndNeverAWrongRecord() throws IOException {
    List<String> lines = linesWithKeys(i -> i * 37 % 121);
    lines.remove(31);
    writeIndex(lines);
    assertPassedOver("indexed.idx");
    assertThrows(MalformedRecordException.class, () -> RecordIndex.loadForKeys(conf(), status()));
    RecordIndex index = RecordIndex.readForKeys(conf(), status());
    assertEquals(RecordIndex.Source.TEXT, index.source());
    var e =
        assertThrows(
            MalformedRecordException.class, () -> gather(conf(), index, LongStream.range(0, 120)));
    assertTrue(e.getMessage().startsWith("the index does not fit the file"), e.getMessage());
    assertEquals(expected.get(30).offset(), e.offset());
  }

  @Test
  void payloadWithAnotherChecksumIsDamageAndCanBePassedOver() throws IOException {
    writeWithBinaryIndex(true);
    byte[] bytes = read(rec);
    bytes[(int) expected.get(2).offset() + 20] ^= 1;
    write("indexed.rec", bytes);
    RecordIndex index = assertRight(RecordIndex.Source.BINARY, load());
    var e =
        assertThrows(
            MalformedRecordException.class, () -> gather(conf(), index, LongStream.range(0, 121)));
    assertTrue(e.getMessage().contains("own CRC32C"), e.getMessage());
    assertEquals(expected.get(2).offset(), e.offset());
    Configuration skip = conf();
    RecordIOConf.CORRUPT_POLICY.set(skip, "skip");
    var rest = new ArrayList<>(expected);
    rest.remove(2);
    assertEquals(rest, gather(skip, index, LongStream.range(0, 121)));
  }
}
