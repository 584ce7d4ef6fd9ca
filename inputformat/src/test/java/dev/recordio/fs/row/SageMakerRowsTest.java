// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.testing.Damage;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.RowText;
import dev.recordio.testing.SageMakerFiles;
import dev.recordio.testing.Sampled;
import dev.recordio.wire.RecordIOFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of SageMaker's records as rows: wherever they are cut, and where they are malformed. */
class SageMakerRowsTest implements FileSystemUnderTest {
  private static final float MAGIC = Float.intBitsToFloat(RecordIOFormat.MAGIC);

  @TempDir java.nio.file.Path folder;

  @Override
  public Configuration conf() {
    Configuration conf = LocalFiles.raw();
    conf.set("libsvm.format", "sagemaker");
    return conf;
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(folder);
  }

  private static List<String> rows(Configuration conf, List<InputRange> ranges) throws IOException {
    var rows = new ArrayList<String>();
    var block = new CsrBlock();
    try (RowReader reader = RowInputs.open(conf, ranges)) {
      while (reader.next(block)) {
        List<String> texts = RowText.of(block);
        for (int i = 0; i < block.rows(); i++) {
          rows.add(block.positions()[i] + " of " + reader.path().getName() + ": " + texts.get(i));
        }
        assertEquals(ranges.get(reader.range()).path(), reader.path());
      }
      assertEquals(1, reader.progress());
      assertEquals(rows.size(), reader.lines());
      assertEquals(rows.size(), reader.traits().rows());
      assertFalse(reader.next(block), "the end stays the end");
    }
    return rows;
  }

  private List<String> rows(Path file, long start, long end) throws IOException {
    return rows(conf(), List.of(new InputRange(file, start, end - start)));
  }

  private List<String> rows(String fixture) throws IOException {
    byte[] bytes = SageMakerFiles.fixture(fixture);
    return rows(write(fixture, bytes), 0, bytes.length);
  }

  @Test
  void fixturesAreTheRowsOfTheirText() throws Exception {
    assertEquals(
        List.of(
            "0 of sparse.pbr: 1.0 1.0 0 0:1.0 3:0.5 126:-2.25",
            "64 of sparse.pbr: 0.0 1.0 0",
            "112 of sparse.pbr: 1.0 1.0 0 5:-1.80469888E9",
            "168 of sparse.pbr: -1.5 1.0 0 1:-1.80469888E9 2:-1.80469888E9 100:3.0E38",
            "232 of sparse.pbr: 0.0 1.0 0 2:1.4E-45 7:-0.0"),
        rows("sparse.pbr"));
    assertEquals(
        "88 of dense_f64.pbr: 1.0 1.0 0 0:1.0 1:0.1 2:0.0 3:2.0", rows("dense_f64.pbr").get(1));
    assertEquals("120 of int32.pbr: 2.0 1.0 0 0:-1.0 4:7.0", rows("int32.pbr").get(2));
  }

  /** Rows full of magics, and rows whose values, and whose metadata, are files of records. */
  private static byte[] fullOfMagics() {
    var messages = new ArrayList<byte[]>();
    byte[] small = SageMakerFiles.message(9, 40, 1, 2);
    var inner = new ArrayList<byte[]>();
    for (int i = 0; i < 11; i++) {
      inner.add(small);
    }
    float[] whole = SageMakerFiles.asValues(SageMakerFiles.file(inner));
    for (int i = 0; i < 3; i++) {
      messages.add(SageMakerFiles.message(i, 1000, MAGIC, MAGIC, MAGIC, MAGIC, MAGIC));
      messages.add(SageMakerFiles.message(i, 1000, MAGIC, 0f, MAGIC, Float.MIN_VALUE * 20, 1, 1));
      messages.add(SageMakerFiles.message(i, 1000, whole));
      byte[] file = SageMakerFiles.file(inner.subList(0, 4 * i + 1));
      messages.add(SageMakerFiles.message(i, 1000));
      messages.add(withMetadata(SageMakerFiles.message(i, 1000, 1), file));
    }
    return SageMakerFiles.file(messages);
  }

  /** Adds metadata to a message such that they are aligned, and end with it. */
  private static byte[] withMetadata(byte[] message, byte[] metadata) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(message);
    int head = metadata.length < 128 ? 2 : 3;
    switch ((out.size() + head) % 4) { // fields of numbers that are not known fill up
      case 1 -> out.writeBytes(new byte[] {0x50, (byte) 0x80, 0});
      case 2 -> out.writeBytes(new byte[] {0x50, 1});
      case 3 -> out.writeBytes(new byte[] {0x50, 1, 0x50, (byte) 0x80, 0});
      default -> {}
    }
    out.write(0x22);
    if (metadata.length >= 128) {
      out.write(metadata.length & 0x7F | 0x80);
      out.write(metadata.length >> 7);
    } else {
      out.write(metadata.length);
    }
    out.writeBytes(metadata);
    return out.toByteArray();
  }

  @Test
  void rowsFullOfMagicsAreReadOnceWhereverTheFileIsCut() throws Exception {
    byte[] bytes = fullOfMagics();
    Path file = write("magic.pbr", bytes);
    List<String> all = rows(file, 0, bytes.length);
    assertEquals(15, all.size());
    assertTrue(bytes.length > 1500 && bytes.length < 6000, "length " + bytes.length);
    for (int cut = 1; cut < bytes.length; cut += Sampled.step(9, 1)) { // of all offsets
      var both = new ArrayList<>(rows(file, 0, cut));
      both.addAll(rows(file, cut, bytes.length));
      assertEquals(all, both, "cut at " + cut);
    }
    for (int parts : new int[] {2, 7, 50, 300}) {
      var joined = new ArrayList<String>();
      List<FileStatus> files = RowInputs.list(conf(), List.of(file), null);
      for (List<InputRange> part : RowInputs.parts(conf(), files, parts)) {
        joined.addAll(part.isEmpty() ? List.of() : rows(conf(), part));
      }
      assertEquals(all, joined, parts + " parts");
    }
  }

  @Test
  void blocksHaveRowsOfOneFileAndNotTooMany() throws Exception {
    var many = new ArrayList<byte[]>();
    for (int i = 0; i < 3000; i++) {
      many.add(SageMakerFiles.message(i, 5, 1, 2));
    }
    byte[] bytes = SageMakerFiles.file(many);
    Path a = write("a.pbr", bytes);
    Path b = write("b.pbr", SageMakerFiles.file(many.subList(0, 3)));
    Path empty = write("empty.pbr", new byte[0]);
    var ranges = new ArrayList<InputRange>();
    for (Path file : List.of(b, empty, a, b)) {
      ranges.add(new InputRange(file, 0, fs().getFileStatus(file).getLen()));
    }
    var sizes = new ArrayList<Integer>();
    var block = new CsrBlock();
    try (RowReader reader = RowInputs.open(conf(), ranges)) {
      while (reader.next(block)) {
        sizes.add(block.rows());
      }
      assertEquals(5, reader.traits().columns());
    }
    assertEquals(List.of(3, 1024, 1024, 952, 3), sizes);
    List<String> rows = rows(conf(), ranges);
    assertEquals("0 of b.pbr: 0.0 1.0 0 0:1.0 1:2.0", rows.get(3003));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bytes.pbr | 20 | a tensor of numbers | bytes | 0",
        "bad_shape.pbr | 92 | a key below the shape, which is 127 | 127 | 1",
        "cut.pbr | 232 | at most 47 bytes up to the end of the file |"
            + " a part of 51 bytes at offset 232 | 4",
      })
  void malformedRecordIsAnErrorAfterTheRowsBeforeIt(
      String fixture, long offset, String expected, String found, int rowsBefore) throws Exception {
    byte[] bytes = SageMakerFiles.fixture(fixture);
    Path file = write(fixture, bytes);
    for (String mode : new String[] {"strict", "lenient", "dmlc"}) {
      Configuration conf = conf();
      conf.set("libsvm.mode", mode);
      var block = new CsrBlock();
      try (RowReader reader =
          RowInputs.open(conf, List.of(new InputRange(file, 0, bytes.length)))) {
        if (rowsBefore > 0) {
          assertTrue(reader.next(block));
          assertEquals(rowsBefore, block.rows());
        }
        for (int again = 0; again < 2; again++) {
          var e = assertThrows(MalformedRecordException.class, () -> reader.next(block));
          assertEquals(file.toString(), e.path());
          assertEquals(offset, e.offset(), e.getMessage());
          assertEquals(expected, e.expected());
          assertEquals(found, e.found());
          assertEquals(0, block.rows());
          if (rowsBefore == 0) {
            break; // whether it is asked for again is up to the caller
          }
        }
      }
    }
  }

  @Test
  void shapeThatDiffersIsAnErrorInEveryFileOfTheRange() throws Exception {
    byte[] five = SageMakerFiles.frame(SageMakerFiles.message(1, 5, 1));
    byte[] six = SageMakerFiles.frame(SageMakerFiles.message(1, 6, 1));
    Path a = write("a.pbr", five);
    Path b = write("b.pbr", six);
    var ranges = List.of(new InputRange(a, 0, five.length), new InputRange(b, 0, six.length));
    var e = assertThrows(MalformedRecordException.class, () -> rows(conf(), ranges));
    assertEquals("shape that differs", e.what());
    assertEquals(b.toString(), e.path());
    assertEquals(8, e.offset());
    assertEquals("the shape of the records before, 5", e.expected());
    assertEquals("6", e.found());
  }

  @Test
  void featuresAreTheMostColumnsOfTheShape() throws Exception {
    byte[] bytes = SageMakerFiles.fixture("sparse.pbr");
    Path file = write("s.pbr", bytes);
    for (int features : new int[] {126, 127, 500}) {
      Configuration conf = conf();
      conf.setInt("libsvm.features", features);
      var ranges = List.of(new InputRange(file, 0, bytes.length));
      if (features >= 127) {
        assertEquals(5, rows(conf, ranges).size());
      } else {
        var e = assertThrows(MalformedRecordException.class, () -> rows(conf, ranges));
        assertEquals("index-too-large", e.what());
        assertEquals("a shape of at most 126, as libsvm.features says", e.expected());
        assertEquals("127", e.found());
      }
    }
  }

  @Test
  void escapedRecordIsRefused() throws Exception {
    byte[] message = SageMakerFiles.message(1, 5, MAGIC, MAGIC);
    byte[] aligned = SageMakerFiles.message(1, 5, new long[] {1}, new float[] {MAGIC});
    byte[] bytes = Damage.file(List.of(aligned, message));
    Path file = write("e.pbr", bytes);
    var e = assertThrows(MalformedRecordException.class, () -> rows(file, 0, bytes.length));
    assertEquals("record of several parts", e.what());
    assertEquals(0, e.offset());
    assertEquals("one of 2 parts", e.found());
  }

  @Test
  void damagedFrameCanBePassedOverButNotAMalformedMessage() throws Exception {
    byte[] bytes = SageMakerFiles.fixture("sparse.pbr");
    Damage.putWord(bytes, 64, 0);
    Path file = write("d.pbr", bytes);
    var e = assertThrows(MalformedRecordException.class, () -> rows(file, 0, bytes.length));
    assertEquals(64, e.offset());
    Configuration conf = conf();
    conf.set("recordio.input.corrupt-record.policy", "skip");
    assertEquals(4, rows(conf, List.of(new InputRange(file, 0, bytes.length))).size());
    byte[] malformed = SageMakerFiles.fixture("bad_shape.pbr");
    Path bad = write("m.pbr", malformed);
    var ranges = List.of(new InputRange(bad, 0, malformed.length));
    assertEquals(
        92, assertThrows(MalformedRecordException.class, () -> rows(conf, ranges)).offset());
  }

  @ParameterizedTest
  @ValueSource(strings = {"index_type=uint32", "label_column=0"})
  void formatTakesNoArguments(String arguments) {
    Configuration conf = conf();
    conf.set("libsvm.arguments", arguments);
    TextSettings settings = TextSettings.of(conf);
    assertThrows(InvalidSettingException.class, settings::check);
    TextSettings none = TextSettings.of(conf());
    none.withBase(IndexBase.AUTO).check();
    assertTrue(none.isRecords() && !none.isRowBlock());
  }
}
