// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import static dev.recordio.jobs.store.input.ColumnFixtures.counting;
import static dev.recordio.jobs.store.input.ColumnFixtures.int64;
import static dev.recordio.jobs.store.input.ColumnFixtures.npy;
import static dev.recordio.jobs.store.input.ColumnFixtures.read;
import static dev.recordio.jobs.store.input.ColumnFixtures.texts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.store.schema.StoreField;
import dev.recordio.testing.LocalFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What inputs of fields give, record by record, and which are refused. */
class ColumnsTest {
  private final Configuration conf = LocalFiles.checked();

  @TempDir private Path folder;

  private Column open(String field, String text) throws IOException {
    StoreField parsed = field == null ? null : StoreField.parse(field);
    return Columns.open(conf, parsed, text);
  }

  private String in(String name) {
    return folder.resolve(name).toString();
  }

  /** Checks the values of a column, from every record to every record. */
  private static void assertValues(List<byte[]> expected, Column column) throws IOException {
    assertEquals(expected.size(), column.records());
    for (int from = 0; from <= expected.size(); from++) {
      for (int to = from; to <= expected.size(); to++) {
        assertEquals(texts(expected.subList(from, to)), texts(read(column, from, to)));
      }
    }
    column.close();
  }

  private static List<byte[]> rows(byte[] all, int bytes) {
    var rows = new ArrayList<byte[]>();
    for (int at = 0; at < all.length; at += bytes) {
      rows.add(Arrays.copyOfRange(all, at, at + bytes));
    }
    return rows;
  }

  private Path records(String name, boolean indexed, byte[]... payloads) throws IOException {
    var file = LocalFiles.path(folder.resolve(name));
    var index = indexed ? RecordFiles.index(file) : null;
    try (var out = RecordFileWriter.create(conf, file, index, true)) {
      for (byte[] payload : payloads) {
        out.write(out.count(), payload, 0, payload.length);
      }
    }
    return folder.resolve(name);
  }

  private static byte[] labelled(int bytes, float... labels) {
    byte[] payload = new byte[ImageRecordHeader.bytes(labels.length) + bytes];
    ImageRecordHeader.write(payload, 0, 7, 0, labels, labels.length);
    return payload;
  }

  @Test
  void rowsOfAnArray() throws IOException {
    npy(folder.resolve("x.npy"), "<i2", counting(5 * 6), 5, 3);
    for (String field : new String[] {null, "a=i2[3]", "a=<i2[3]:zstd"}) {
      Column column = open(field, in("x.npy"));
      assertEquals("<i2[3]", column.type().toString());
      assertValues(rows(counting(30), 6), column);
    }
    npy(folder.resolve("scalars.npy"), ">f8", counting(16), 2);
    assertValues(rows(counting(16), 8), open("a=>f8", in("scalars.npy")));
    npy(folder.resolve("none.npy"), ">f8", new byte[0], 0, 4);
    assertValues(List.of(), open("a=>f8[4]", in("none.npy")));
  }

  @Test
  void rowsLongerThanAWindow() throws IOException {
    byte[] all = counting(3 << 20);
    npy(folder.resolve("x.npy"), "|u1", all, 3, 1 << 20);
    assertValues(rows(all, 1 << 20), open("a=u1[1048576]", in("x.npy")));
    npy(folder.resolve("y.npy"), "|u1", all, 3 << 10, 1 << 10);
    Column many = open("a=u1[1024]", in("y.npy"));
    assertEquals(texts(rows(all, 1 << 10)), texts(read(many, 0, 3 << 10)));
  }

  @Test
  void aStructuredTypeIsRefused() throws IOException {
    ColumnFixtures.copy(folder, "pair.f.npy");
    var refused = assertThrows(IOException.class, () -> open(null, in("pair.f.npy")));
    assertTrue(
        refused.getMessage().contains("save each field of a structured" + " array"),
        refused.getMessage());
  }

  @Test
  void offsetsGiveEachRecordItsRows() throws IOException {
    byte[] all = counting(7 * 4);
    npy(folder.resolve("t.npy"), "<i2", all, 7, 2);
    npy(folder.resolve("t.offsets.npy"), "<i8", int64(0, 2, 2, 7), 4);
    List<byte[]> expected =
        List.of(Arrays.copyOf(all, 8), new byte[0], Arrays.copyOfRange(all, 8, 28));
    for (String field : new String[] {null, "t=i2[*,2]"}) {
      Column column = open(field, in("t.npy"));
      assertEquals("<i2[*,2]", column.type().toString());
      assertValues(expected, column);
    }
    npy(folder.resolve("t.present.npy"), "|b1", new byte[] {1, 1, 0}, 3);
    var absent = new ArrayList<>(expected);
    absent.set(2, null);
    assertValues(absent, open("t=i2[*,2]", in("t.npy")));
  }

  @Test
  void offsetsOfManyRecordsAreReadInPieces() throws IOException {
    int records = 20_000; // two windows of offsets
    long[] offsets = new long[records + 1];
    for (int i = 0; i < records; i++) {
      offsets[i + 1] = offsets[i] + i % 3;
    }
    byte[] all = counting((int) offsets[records]);
    npy(folder.resolve("t.npy"), "|u1", all, all.length);
    npy(folder.resolve("t.offsets.npy"), "<i8", int64(offsets), records + 1);
    try (Column column = open("t=u1[*]", in("t.npy"));
        Column.Reader reader = column.read(5, records)) {
      for (int i = 5; i < records; i++) {
        assertTrue(reader.next());
        assertEquals(i % 3, reader.length());
        if (reader.length() > 0) {
          assertEquals(all[(int) offsets[i]], reader.buffer()[reader.offset()]);
        }
      }
    }
  }

  @Test
  void withoutOffsetsEachRecordHasAsManySteps() throws IOException {
    npy(folder.resolve("t.npy"), "<f4", counting(2 * 3 * 8), 2, 3, 2);
    Column column = open("t=f4[*,2]", in("t.npy"));
    assertEquals("<f4[*,2]", column.type().toString());
    assertValues(rows(counting(48), 24), column);
    npy(folder.resolve("empty.npy"), "<f4", new byte[0], 2, 0, 2);
    assertValues(List.of(new byte[0], new byte[0]), open("t=f4[*,2]", in("empty.npy")));
  }

  @Test
  void absentWhereTheArrayOfTruthValuesSaysSo() throws IOException {
    npy(folder.resolve("x.npy"), "|u1", new byte[] {5, 6, 7}, 3);
    npy(folder.resolve("x.present.npy"), "|b1", new byte[] {0, 1, 0}, 3);
    assertValues(Arrays.asList(null, new byte[] {6}, null), open("x=u1", in("x.npy")));
    npy(folder.resolve("x.present.npy"), "|b1", new byte[] {0, 2, 0}, 3);
    Column column = open("x=u1", in("x.npy"));
    assertThrows(MalformedRecordException.class, () -> read(column, 0, 3));
    npy(folder.resolve("x.present.npy"), "|b1", new byte[] {0, 1}, 2);
    assertThrows(BadInputException.class, () -> open("x=u1", in("x.npy")));
  }

  @Test
  void listsFoldersAndGlobsAreReadOneAfterTheOther() throws IOException {
    npy(folder.resolve("a.npy"), "|u1", new byte[] {1, 2}, 2);
    npy(folder.resolve("b.npy"), "|u1", new byte[0], 0);
    npy(folder.resolve("c.npy"), "|u1", new byte[] {3}, 1);
    npy(folder.resolve("c.present.npy"), "|b1", new byte[] {0}, 1);
    List<byte[]> expected = Arrays.asList(new byte[] {1}, new byte[] {2}, null);
    for (String text :
        List.of(in(""), in("*.npy"), in("{a,b,c}.npy"), in("a.npy;") + in("c.npy"))) {
      assertValues(expected, open("x=u1", text));
    }
    npy(folder.resolve("d.npy"), "<i2", new byte[2], 1);
    assertThrows(BadInputException.class, () -> open(null, in("")));
    ColumnFixtures.copy(folder, "stored.npz");
    assertThrows(InvalidSettingException.class, () -> open(null, in("")));
    byte[] whole = ColumnFixtures.fixture("u1.npy");
    assertValues(rows(Arrays.copyOfRange(whole, 128, 149), 3), open("x=u1[3]", in("*.npz#u1")));
  }

  @Test
  void payloadsOfRecords() throws IOException {
    byte[][] payloads = {{1, 2}, {}, counting(5000), "caf\u00e9".getBytes(StandardCharsets.UTF_8)};
    records("x.rec", true, payloads);
    records("y.rec", false, payloads); // found by its headers
    for (String file : List.of("x.rec", "y.rec")) {
      assertEquals("bytes", open(null, in(file)).type().toString());
      assertValues(List.of(payloads), open("x=bytes", in(file)));
    }
    Files.createFile(folder.resolve("empty.rec"));
    assertValues(List.of(), open("x=bytes", in("empty.rec")));
    npy(folder.resolve("y.present.npy"), "|b1", new byte[] {1, 0, 1, 1}, 4);
    var two = new ArrayList<>(List.of(payloads));
    two.addAll(List.of(payloads));
    two.set(5, null);
    assertValues(two, open("x=bytes", in("*.rec")));
    Column text = open("x=text", in("x.rec"));
    assertEquals(1, read(text, 3, 4).size());
    var invalid = assertThrows(MalformedRecordException.class, () -> read(text, 0, 4));
    assertTrue(invalid.path().endsWith("x.rec") && invalid.offset() == 20, invalid.getMessage());
    Column floats = open("x=f4[*]", in("x.rec"));
    assertThrows(MalformedRecordException.class, () -> read(floats, 0, 1));
    assertEquals(1, read(floats, 2, 3).size());
    assertThrows(BadInputException.class, () -> open("x=f4", in("x.rec")));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void labelsOfImageHeaders(int width) throws IOException {
    byte[][] payloads = new byte[5][];
    var expected = new ArrayList<byte[]>();
    for (int i = 0; i < payloads.length; i++) {
      float[] labels = new float[width];
      Arrays.fill(labels, i + 0.5f);
      payloads[i] = labelled(i % 2 * 100_000, labels);
      byte[] bits = new byte[4 * width];
      for (int k = 0; k < width; k++) {
        ByteBuffer.wrap(bits).order(ByteOrder.LITTLE_ENDIAN).putFloat(4 * k, labels[k]);
      }
      expected.add(bits);
    }
    records("x.rec", true, Arrays.copyOf(payloads, 2));
    records("y.rec", false, Arrays.copyOfRange(payloads, 2, 5));
    String type = width == 1 ? "<f4" : "<f4[3]";
    for (String field : new String[] {null, "l=" + type, "l=f4[*]"}) {
      Column column = open(field, in("*.rec#label"));
      assertEquals(
          field == null ? type : StoreField.parse(field).type().toString(),
          column.type().toString());
      assertValues(expected, column);
    }
    for (String other : List.of("l=f4[2]", "l=>f4", "l=i4", "l=bytes", "l=f4[3,1]")) {
      assertThrows(BadInputException.class, () -> open(other, in("x.rec#label")));
    }
  }

  @Test
  void recordsWithAnotherNumberOfLabelsAreNamed() throws IOException {
    records("x.rec", true, labelled(0, 1), labelled(4, 1, 2), labelled(0, 3));
    Column column = open(null, in("x.rec#label"));
    var other = assertThrows(MalformedRecordException.class, () -> read(column, 0, 3));
    assertEquals(32, other.offset());
    assertTrue(other.path().endsWith("x.rec"), other.path());
    assertEquals(
        List.of(4, 8, 4),
        read(open("l=f4[*]", in("x.rec#label")), 0, 3).stream().map(b -> b.length).toList());
    records("short.rec", true, labelled(0, 1), new byte[20]);
    Column cut = open("l=f4", in("short.rec#label"));
    assertThrows(MalformedRecordException.class, () -> read(cut, 0, 2));
  }

  @ParameterizedTest
  @CsvSource({
    "a=f8, numpy.save",
    "a=>f4, astype",
    "a=f4[4], reshape",
    "a=f4[3.1], reshape",
    "a=f4[*.3], offsets.npy",
    "a=bytes, .rec",
    "a=text, .rec",
  })
  void anotherTypeIsRefusedWithWhatToDo(String field, String advice) throws IOException {
    npy(folder.resolve("x.npy"), "<f4", new byte[24], 2, 3);
    String written = field.replace('.', ',');
    var refused = assertThrows(BadInputException.class, () -> open(written, in("x.npy")));
    assertTrue(
        refused.getMessage().contains(StoreField.parse(written).type().toString())
            && refused.getMessage().contains("holds <f4[")
            && refused.getMessage().contains(advice),
        refused.getMessage());
  }

  @Test
  void invalidInputsAreRefused() throws IOException {
    npy(folder.resolve("scalar.npy"), "<f4", new byte[4]);
    assertThrows(BadInputException.class, () -> open(null, in("scalar.npy")));
    Files.createFile(folder.resolve("empty.npy"));
    assertThrows(MalformedRecordException.class, () -> open(null, in("empty.npy")));
    assertThrows(FileNotFoundException.class, () -> open(null, in("missing.npy")));
    Files.createFile(folder.resolve("x.csv"));
    assertThrows(InvalidSettingException.class, () -> open(null, in("x.csv")));
    ColumnFixtures.copy(folder, "stored.npz");
    assertThrows(InvalidSettingException.class, () -> open(null, in("stored.npz")));
    assertThrows(InvalidSettingException.class, () -> open(null, in("stored.npz#")));
    assertThrows(
        InvalidSettingException.class, () -> open(null, in("scalar.npy") + ";" + in("x.csv")));
    records("x.rec", true, new byte[1]);
    assertThrows(InvalidSettingException.class, () -> open(null, in("x.rec#image")));
    Files.write(folder.resolve("bad.npz"), new byte[100]);
    assertThrows(BadInputException.class, () -> open(null, in("bad.npz#a")));
  }

  @ParameterizedTest
  @CsvSource({"1 2 7", "0 2 6", "0 2 8", "0 8 7", "0 3 2 7", "0 -1 7"})
  void invalidOffsetsAreRefused(String numbers) throws IOException {
    long[] offsets = Arrays.stream(numbers.split(" ")).mapToLong(Long::parseLong).toArray();
    npy(folder.resolve("t.npy"), "|u1", new byte[7], 7);
    npy(folder.resolve("t.offsets.npy"), "<i8", int64(offsets), offsets.length);
    assertThrows(
        IOException.class,
        () -> {
          Column column = open("t=u1[*]", in("t.npy"));
          read(column, 0, column.records());
        });
  }

  @Test
  void anOffsetBeyondTheValuesIsRefusedWhereItIsRead() throws IOException {
    npy(folder.resolve("t.npy"), "|u1", new byte[7], 7);
    npy(folder.resolve("t.offsets.npy"), "<i8", int64(0, 8, 7), 3);
    Column column = open("t=u1[*]", in("t.npy"));
    var refused = assertThrows(MalformedRecordException.class, () -> read(column, 0, 1));
    assertEquals(128 + 8, refused.offset());
    assertTrue(refused.path().endsWith("t.offsets.npy"), refused.path());
  }

  @Test
  void aFileThatWasCutMeanwhileIsAnError() throws IOException {
    Path file = npy(folder.resolve("x.npy"), "|u1", new byte[300_000], 300, 1000);
    Column column = open(null, in("x.npy"));
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 200_000));
    assertThrows(IOException.class, () -> read(column, 0, 300));
  }
}
