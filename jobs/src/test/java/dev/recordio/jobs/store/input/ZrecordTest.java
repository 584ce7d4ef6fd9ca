// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import static dev.recordio.jobs.store.input.ColumnFixtures.read;
import static dev.recordio.jobs.store.input.ColumnFixtures.texts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.store.schema.StoreField;
import dev.recordio.testing.LocalFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The folders of {@code formats/zrecord}, which a script wrote ({@code make.py}). */
class ZrecordTest {
  private static final int RECORDS = 7;
  private static final List<String> FIELDS = List.of("label", "row", "tokens", "packed", "half");

  private final Configuration conf = LocalFiles.checked();

  @TempDir private Path folder;

  @BeforeEach
  void copy() throws IOException {
    for (String order : List.of("chunk-first", "offset-first")) {
      Files.createDirectories(folder.resolve(order + "/chunk"));
      for (String file : List.of("meta.json", "chunk/0.zr", "chunk/1.zr")) {
        copy(order + "/" + file);
      }
      for (String field : FIELDS) {
        copy(order + "/" + field + ".offset");
      }
    }
  }

  private void copy(String name) throws IOException {
    try (InputStream in = ZrecordTest.class.getResourceAsStream("/formats/zrecord/" + name)) {
      Files.write(folder.resolve(name), in.readAllBytes());
    }
  }

  private Zrecord open(String name) throws IOException {
    return new Zrecord(
        conf, LocalFiles.path(folder.resolve(name)), name.equals("offset-first"), true);
  }

  private static byte[] bytes(int size, Consumer<ByteBuffer> content) {
    ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    content.accept(bytes);
    return bytes.array();
  }

  /** Returns the values that the script has written; null where there is none. */
  private static List<byte[]> expected(String field) {
    var values = new ArrayList<byte[]>();
    for (int record = 0; record < RECORDS; record++) {
      int i = record;
      values.add(
          switch (field) {
            case "label" -> bytes(4, out -> out.putInt(10 * i));
            case "row" ->
                i == 4
                    ? null
                    : bytes(12, out -> out.putFloat(i).putFloat(i / 2f).putFloat(-(float) i));
            case "tokens" -> i % 4 == 0 ? null : bytes(i % 4 * 8, out -> longs(out, i % 4));
            case "packed" -> bytes(400, out -> doubles(out, i));
            default -> i == 0 ? null : bytes(2 * i + 2, out -> halves(out, i + 1));
          });
    }
    // -0.0f of record 0 is 0 in Python's ints
    if (field.equals("row")) {
      values.set(0, new byte[12]);
    }
    return values;
  }

  private static void longs(ByteBuffer out, int count) {
    for (int i = 0; i < count; i++) {
      out.putLong(i);
    }
  }

  private static void doubles(ByteBuffer out, int value) {
    while (out.hasRemaining()) {
      out.putDouble(value);
    }
  }

  private static void halves(ByteBuffer out, int count) {
    int[] bits = {0, 0x3C00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600};
    for (int i = 0; i < count; i++) {
      out.putShort((short) bits[i]);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"chunk-first", "offset-first"})
  void valuesAreThoseOfTheScript(String name) throws IOException {
    Zrecord zrecord = open(name);
    assertEquals(RECORDS, zrecord.column(zrecord.fields().get(0)).records());
    assertEquals(
        List.of(
            "label=<i4",
            "row=<f4[3]",
            "tokens=<i8[*]",
            "packed=<f8[50]:deflate",
            "half=<f2[*]:deflate"),
        zrecord.fields().stream().map(StoreField::toString).toList());
    for (StoreField field : zrecord.fields()) {
      List<byte[]> expected = expected(field.name());
      Column column = zrecord.column(field);
      for (int from = 0; from <= RECORDS; from++) {
        for (int to = from; to <= RECORDS; to++) {
          assertEquals(texts(expected.subList(from, to)), texts(read(column, from, to)));
        }
      }
    }
  }

  @Test
  void aFieldOfTheStoreMayShapeTheSameItems() throws IOException {
    Zrecord zrecord = open("chunk-first");
    for (String field : List.of("packed=f8[10,5]", "packed=f8[*,25]", "row=f4[*]", "half=f2[*]")) {
      StoreField parsed = StoreField.parse(field);
      assertEquals(texts(expected(parsed.name())), texts(read(zrecord.column(parsed), 0, RECORDS)));
    }
    for (String field :
        List.of(
            "packed=f4[100]",
            "packed=f8[49]",
            "packed=f8[*,3]",
            "tokens=i8",
            "no=i4",
            "label=bytes",
            "half=f2[2]")) {
      assertThrows(BadInputException.class, () -> zrecord.column(StoreField.parse(field)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"chunk-first", "offset-first"})
  void theOtherOrderIsRefused(String name) {
    assertThrows(
        MalformedRecordException.class,
        () ->
            new Zrecord(
                conf, LocalFiles.path(folder.resolve(name)), !name.equals("offset-first"), true));
  }

  @Test
  void anItemBeyondItsChunkIsRefusedBeforeAnythingIsRead() throws IOException {
    for (String field : FIELDS) {
      Path file = folder.resolve("chunk-first/" + field + ".offset");
      byte[] sound = Files.readAllBytes(file);
      for (int record = 0; record < RECORDS; record++) {
        if (expected(field).get(record) == null) {
          continue;
        }
        for (int at : new int[] {2, 6, 11}) { // number of the chunk, offset
          byte[] damaged = sound.clone();
          damaged[16 * record + at] ^= 0x40;
          Files.write(file, damaged);
          var refused = assertThrows(MalformedRecordException.class, () -> open("chunk-first"));
          assertEquals(16 * record, refused.offset(), refused.getMessage());
          assertTrue(refused.path().endsWith(field + ".offset"), refused.getMessage());
        }
      }
      Files.write(file, sound);
    }
  }

  @Test
  void anItemThatIsAByteShortIsRefused() throws IOException {
    for (String field : FIELDS) {
      Path file = folder.resolve("chunk-first/" + field + ".offset");
      byte[] sound = Files.readAllBytes(file);
      for (int change : new int[] {-1, 1}) {
        byte[] damaged = sound.clone();
        damaged[16 * 3 + 12] += (byte) change;
        Files.write(file, damaged);
        assertThrows(MalformedRecordException.class, () -> open("chunk-first"), field);
      }
      Files.write(file, sound);
    }
  }

  @Test
  void cutFilesAreRefused() throws IOException {
    for (String name : List.of("label.offset", "chunk/0.zr", "chunk/1.zr")) {
      Path file = folder.resolve("chunk-first/" + name);
      byte[] sound = Files.readAllBytes(file);
      int used = name.equals("label.offset") ? 16 * RECORDS : sound.length - 20;
      Files.write(file, Arrays.copyOf(sound, used - 1));
      assertThrows(IOException.class, () -> open("chunk-first"), name);
      Files.delete(file);
      assertThrows(IOException.class, () -> open("chunk-first"), name);
      Files.write(file, sound);
    }
    open("chunk-first");
  }

  @Test
  void noRecordEndsAfterTheWritePosition() throws IOException {
    Path file = folder.resolve("chunk-first/meta.json");
    String meta = Files.readString(file);
    Files.writeString(file, meta.replace("[[1, 160, ", "[[1, 159, "));
    var refused = assertThrows(MalformedRecordException.class, () -> open("chunk-first"));
    assertTrue(
        refused.found().endsWith(" of chunk 1, whose records end at 159"), refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"num\": 2|\"num\": 1",
        "\"num\": 2|\"num\": -2",
        "\"length\": 7|\"length\": 10",
        "\"length\": 7|\"length\": 7.5",
        "\"length\": 7|\"size\": 7",
        "\"i32\"|\"i16\"",
        "\"flate\"|\"zip\"",
        "\"name\": \"row\"|\"name\": \"label\"",
        "[[1, |[[2, ",
        "\"fields\"|\"columns\"",
        "}]}|}]",
      })
  void anotherMetaIsRefused(String from, String to) throws IOException {
    Path file = folder.resolve("chunk-first/meta.json");
    String meta = Files.readString(file);
    assertTrue(meta.contains(from));
    Files.writeString(file, meta.replaceFirst(Pattern.quote(from), to));
    assertThrows(IOException.class, () -> open("chunk-first"));
  }

  @Test
  void arrayRecordIsRefusedByName() throws IOException {
    Files.createDirectories(folder.resolve("converted"));
    Path meta = folder.resolve("converted/meta.json");
    assertThrows(FileNotFoundException.class, () -> open("converted"));
    Files.createFile(folder.resolve("converted/0.ar"));
    var without = assertThrows(BadInputException.class, () -> open("converted"));
    Files.writeString(
        meta, "{\"length\": 9, \"shape\": [3], \"dtype\": \"float32\", \"blocks\": [4096]}");
    var with = assertThrows(BadInputException.class, () -> open("converted"));
    for (BadInputException refused : List.of(without, with)) {
      assertTrue(
          refused.getMessage().contains("ArrayRecord")
              && refused.getMessage().contains("numpy.save"),
          refused.getMessage());
    }
  }

  @Test
  void otherDeflatedBytesAreRefused() throws IOException {
    Path chunk = folder.resolve("chunk-first/chunk/1.zr");
    byte[] sound = Files.readAllBytes(chunk);
    byte[] items = Files.readAllBytes(folder.resolve("chunk-first/packed.offset"));
    int at = (int) ByteBuffer.wrap(items).order(ByteOrder.LITTLE_ENDIAN).getLong(16 + 4);
    byte[] damaged = sound.clone();
    damaged[at] ^= 0x06; // another kind of block
    Files.write(chunk, damaged);
    var refused = assertThrows(MalformedRecordException.class, () -> open("chunk-first"));
    assertEquals(16, refused.offset(), refused.getMessage());
  }
}
