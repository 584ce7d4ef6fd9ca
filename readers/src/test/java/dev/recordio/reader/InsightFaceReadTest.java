// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.Notes;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.testing.FaceSets;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pipelines hand out the images of InsightFace sets, each once, under the numbers of images. */
class InsightFaceReadTest {
  private static final List<Long> ALL = LongStream.rangeClosed(1, 11).boxed().toList();

  @TempDir Path dir;
  private final Configuration conf = new Configuration(false);

  @BeforeEach
  void localFiles() {
    conf.set("fs.file.impl", "org.apache.hadoop.fs.LocalFileSystem");
  }

  /** An item: the id in its header, its ordinal, its position. */
  private record Read(long id, long ordinal, long position) {}

  private List<Read> read(Path input, String stages) throws IOException {
    return read(input, stages, DamageTracker.failing());
  }

  private List<Read> read(Path input, String stages, DamageTracker damage) throws IOException {
    var items = new ArrayList<Read>();
    var header = new ImageRecordHeader();
    try (Reader<Record> reader =
        Readers.open(conf, "recordio:" + LocalFiles.path(input) + stages, damage)) {
      while (reader.next()) {
        Record record = reader.get();
        header.read(record.bytes(), record.offset(), record.length(), 0);
        items.add(new Read(header.id(), record.ordinal(), record.position()));
      }
    }
    return items;
  }

  private static List<Long> ids(List<Read> items) {
    return items.stream().map(Read::id).sorted().toList();
  }

  /** Writes the records of a set in another order, with an index in that order. */
  private Path shuffled(String name, long seed) throws IOException {
    Path set = FaceSets.copy(name, dir.resolve("sound"));
    var payloads = new ArrayList<byte[]>();
    var range = List.of(new InputRange(LocalFiles.path(set), 0, Long.MAX_VALUE));
    try (var reader = new RecordSplitReader(conf, range, DamageTracker.failing())) {
      while (reader.next()) {
        byte[] payload = new byte[reader.record().payloadLength()];
        System.arraycopy(
            reader.record().buffer(), reader.record().payloadOffset(), payload, 0, payload.length);
        payloads.add(payload);
      }
    }
    Collections.shuffle(payloads, new Random(seed));
    Path file = dir.resolve(name + seed + ".rec");
    try (var writer =
        RecordFileWriter.create(
            conf, LocalFiles.path(file), LocalFiles.path(dir.resolve(name + seed + ".idx")))) {
      for (byte[] payload : payloads) {
        long id = ImageRecordHeader.id(payload, payload.length, 0);
        writer.write(id, payload, 0, payload.length);
      }
    }
    return file;
  }

  private List<Path> sets() throws IOException {
    var sets = new ArrayList<Path>();
    for (String name : FaceSets.NAMES) {
      sets.add(FaceSets.copy(name, dir));
      sets.add(shuffled(name, 1));
    }
    return sets;
  }

  @Test
  void everyWayToReadHandsOutEachImageOnceUnderItsNumber() throws IOException {
    for (Path set : sets()) {
      List<Read> inOrder = read(set, "");
      assertEquals(ALL, ids(inOrder), set.toString());
      var numbers = new TreeMap<Long, Long>();
      for (int i = 0; i < inOrder.size(); i++) {
        assertEquals(new Read(inOrder.get(i).id, i, i), inOrder.get(i), set.toString());
        numbers.put(inOrder.get(i).ordinal, inOrder.get(i).id);
      }
      List<Read> drawn = read(set, " | order(epoch,seed=3)");
      assertEquals(ALL, ids(drawn), set.toString());
      for (int i = 0; i < drawn.size(); i++) {
        assertEquals(numbers.get(drawn.get(i).ordinal), drawn.get(i).id, "the same number");
        assertEquals(i, drawn.get(i).position);
      }
      for (String halves :
          List.of(
              " | part(%d/2)",
              " | part(%d/2,rule=bytes)",
              " | part(%d/2) | order(epoch,seed=3)",
              " | shard(%d/2)",
              " | order(epoch,seed=3) | shard(%d/2)")) {
        List<Read> first = read(set, String.format(halves, 0));
        List<Read> both = new ArrayList<>(first);
        both.addAll(read(set, String.format(halves, 1)));
        assertEquals(ALL, ids(both), set + halves);
        assertTrue(halves.contains("bytes") || Math.abs(first.size() - 5) <= 1, set + halves);
        both.forEach(item -> assertEquals(numbers.get(item.ordinal), item.id, set + halves));
      }
      assertEquals(4, read(set, " | take(4)").size());
      assertEquals(7, read(set, " | order(epoch,seed=3) | skip(4)").size());
    }
  }

  @Test
  void severalFilesAreReadSideBySideAndResumed() throws IOException {
    for (String name : FaceSets.NAMES) {
      FaceSets.copy(name, dir.resolve("all"));
    }
    Path all = dir.resolve("all");
    List<Long> thrice = ALL.stream().flatMap(id -> Collections.nCopies(3, id).stream()).toList();
    for (String stages : List.of("", " | interleave(3)", " | files(2)", " | order(epoch)")) {
      assertEquals(thrice, ids(read(all, "/*.rec" + stages)), stages);
    }
    for (String stages : List.of("", " | interleave(3)", " | order(epoch)", " | part(1/2)")) {
      String spec = "recordio:" + LocalFiles.path(all) + "/*.rec" + stages;
      List<Read> whole = read(all, "/*.rec" + stages);
      for (int taken = 0; taken <= whole.size(); taken += 5) {
        assertEquals(
            whole.subList(taken, whole.size()), resumed(spec, taken), stages + " after " + taken);
      }
    }
  }

  private List<Read> resumed(String spec, int taken) throws IOException {
    ReaderState state;
    try (Reader<Record> reader = Readers.open(conf, spec)) {
      for (int i = 0; i < taken; i++) {
        assertTrue(reader.next());
      }
      state = reader.state();
    }
    var items = new ArrayList<Read>();
    var header = new ImageRecordHeader();
    try (Reader<Record> reader = Readers.open(conf, spec)) {
      reader.restore(state);
      while (reader.next()) {
        Record record = reader.get();
        header.read(record.bytes(), record.offset(), record.length(), 0);
        items.add(new Read(header.id(), record.ordinal(), record.position()));
      }
    }
    return items;
  }

  @Test
  void theSettingDecidesWhereThereIsNoIndex() throws IOException {
    Path set = FaceSets.copy("train", dir);
    DamageTracker damage = DamageTracker.failing();
    read(set, "", damage);
    assertEquals(5, damage.leftOut());
    damage = DamageTracker.failing();
    read(set, " | order(epoch)", damage);
    assertEquals(5, damage.leftOut());
    RecordIOConf.INPUT_DIALECT.set(conf, "plain");
    assertEquals(16, read(set, "").size());
    assertEquals(16, read(set, " | order(epoch)").size());
    Files.delete(dir.resolve("train.idx"));
    RecordIOConf.INPUT_DIALECT.set(conf, "auto");
    assertEquals(16, read(set, "").size(), "nothing says what it is");
    RecordIOConf.INPUT_DIALECT.set(conf, "insightface");
    assertEquals(ALL, ids(read(set, "")));
    assertEquals(ALL, ids(read(set, " | order(epoch,seed=1)")));
    assertEquals(ALL, ids(read(set, " | interleave(2)")));
  }

  @Test
  void aFlatSetIsNotLookedAtTwice() throws IOException {
    byte[] payload = new byte[32];
    Path flat = dir.resolve("flat.rec");
    try (var writer =
        RecordFileWriter.create(
            conf, LocalFiles.path(flat), LocalFiles.path(dir.resolve("flat.idx")))) {
      for (int i = 0; i < 5; i++) {
        ImageRecordHeader.write(payload, 0, i, 0, new float[] {i + 0.5f, 9}, 2); // no bounds
        writer.write(i, payload, 0, 32);
      }
    }
    assertEquals(5, read(flat, "").size());
    assertEquals(5, read(flat, " | order(epoch)").size());
  }

  /** Attributes of two values: the image with key 0 is a file of no bytes. */
  @ParameterizedTest
  @CsvSource({"1,0,false", "1,1,false", "0,1,false", "25,1,true", "3,9,true", "5,5,true"})
  void anEmptyImageWithTwoLabelsMakesNoSet(float first, float second, boolean isSaid)
      throws IOException {
    Path flat = dir.resolve("attributes.rec");
    try (var writer =
        RecordFileWriter.create(
            conf, LocalFiles.path(flat), LocalFiles.path(dir.resolve("attributes.idx")))) {
      for (int i = 0; i < 4; i++) {
        byte[] payload = new byte[32 + 3 * i];
        ImageRecordHeader.write(payload, 0, i, 0, new float[] {first, second}, 2);
        writer.write(i, payload, 0, payload.length);
      }
    }
    var notes = new LinkedHashSet<String>();
    try (Notes.Listening listening = Notes.listen(notes::add)) {
      assertEquals(List.of(0L, 1L, 2L, 3L), ids(read(flat, "")));
      assertEquals(List.of(0L, 1L, 2L, 3L), ids(read(flat, " | order(epoch,seed=1)")));
    }
    assertEquals(isSaid ? 1 : 0, notes.size(), notes.toString());
    assertTrue(notes.stream().allMatch(note -> note.contains("attributes.rec")), notes + "");
    RecordIOConf.INPUT_DIALECT.set(conf, "insightface");
    assertThrows(MalformedRecordException.class, () -> read(flat, ""), "as the user says");
  }

  /** Without records of identities nothing but the keys can agree with key 0. */
  @ParameterizedTest
  @ValueSource(floats = {11, 13})
  void oneRecordThatTheKeysDisagreeWithMakesNoSet(float bound) throws IOException {
    Path set = FaceSets.copy("noident", dir);
    Files.write(set, FaceSets.withLabel("noident", 0, 0, bound));
    var notes = new LinkedHashSet<String>();
    try (Notes.Listening listening = Notes.listen(notes::add)) {
      assertEquals(12, read(set, "").size());
    }
    assertEquals(1, notes.size(), notes.toString());
    RecordIOConf.INPUT_DIALECT.set(conf, "insightface");
    var e = assertThrows(MalformedRecordException.class, () -> read(set, ""));
    assertTrue(e.what().contains("InsightFace"), e.getMessage());
  }

  static List<FaceSets.Contradiction> contradictions() {
    return FaceSets.contradictions();
  }

  @ParameterizedTest
  @MethodSource("contradictions")
  void aSetThatContradictsItselfIsAnErrorThatNamesTheFile(FaceSets.Contradiction wrong)
      throws IOException {
    Path set = FaceSets.copy(wrong.name(), dir);
    Files.write(set, wrong.set());
    var e = assertThrows(MalformedRecordException.class, () -> read(set, ""));
    assertTrue(e.path().endsWith(wrong.name() + ".rec"), e.getMessage());
    assertTrue(e.what().contains("InsightFace"), e.getMessage());
  }
}
