// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.UnfitInputException;
import dev.recordio.testing.BytesStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files by row group, and what is done about files that are cut or damaged. */
class ParquetInputTest {
  private static final MessageType SCHEMA =
      Types.buildMessage()
          .addField(Types.required(PrimitiveTypeName.INT64).named("key"))
          .addField(Types.required(PrimitiveTypeName.BINARY).named("image"))
          .addField(Types.optionalList().requiredElement(PrimitiveTypeName.FLOAT).named("labels"))
          .named("rows");

  private static byte[] file(PageCodec codec) throws IOException {
    var out = new ByteArrayOutputStream();
    var properties = ParquetOutput.properties().withValuesWriterFactory(new RawFloats()).build();
    try (var file = new ParquetOutput(SCHEMA, properties, codec, Set.of("image"), out::write)) {
      for (int row = 0; row < 5; row++) {
        file.column("key").write(row * 1000L, 0, 0);
        file.column("image").write(Binary.fromString("image " + row), 0, 0);
        ColumnWriter labels = file.column("labels", "list", "element");
        labels.write(row / 4f, 0, 2);
        labels.write(Float.intBitsToFloat(0x7fc00000 + row), 1, 2);
        file.endRow();
        if (row % 4 == 3) {
          file.endRowGroup();
        }
      }
      file.finish(new TreeMap<>(java.util.Map.of("b", "2", "a", "1")));
    }
    return out.toByteArray();
  }

  private static ParquetInput open(byte[] bytes) throws IOException {
    return ParquetInput.of(BytesStream.open(bytes), bytes.length, "x.parquet");
  }

  /** Returns all rows, read by column, or fails as reading does. */
  private static List<String> rows(byte[] bytes) throws IOException {
    var texts = new ArrayList<String>();
    try (var input = open(bytes)) {
      input.check(SCHEMA);
      for (int group = 0; group < input.rowGroups(); group++) {
        try (RowGroup rows = input.read(group, SCHEMA)) {
          ColumnReader key = rows.column("key");
          ColumnReader image = rows.column("image");
          ColumnReader labels = rows.column("labels", "list", "element");
          long count = input.rows(group);
          rows.step(
              () -> {
                for (long row = 0; row < count; row++) {
                  var text = new StringBuilder();
                  text.append(key.getLong()).append(' ');
                  text.append(image.getBinary().toStringUsingUTF8());
                  key.consume();
                  image.consume();
                  do {
                    int bits = Float.floatToRawIntBits(labels.getFloat());
                    text.append(' ').append(Integer.toHexString(bits));
                    labels.consume();
                  } while (labels.getCurrentRepetitionLevel() > 0);
                  texts.add(text.toString());
                }
                return null;
              });
        }
      }
    }
    return texts;
  }

  @ParameterizedTest
  @EnumSource
  void whatWasWrittenIsRead(PageCodec codec) throws IOException {
    byte[] bytes = file(codec);
    List<String> rows = rows(bytes);
    assertEquals(5, rows.size());
    assertEquals("3000 image 3 3f400000 7fc00003", rows.get(3), "a NaN keeps its bits");
    assertEquals(List.of(4, 1), ParquetRows.of(bytes).sizes());
    try (var input = open(bytes)) {
      assertEquals("{a=1, b=2}", new TreeMap<>(input.metadata()).toString());
      assertEquals(SCHEMA, input.schema());
      for (int group = 0; group < 2; group++) {
        assertEquals("UNCOMPRESSED", input.column(group, "image").getCodec().name());
        assertEquals(codec.codec(), input.column(group, "labels", "list", "element").getCodec());
      }
    }
  }

  @Test
  void aCutFileIsRefusedAtEveryLength() throws IOException {
    byte[] bytes = file(PageCodec.SNAPPY);
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      var refused = assertThrows(MalformedRecordException.class, () -> rows(cut), "at " + length);
      assertTrue(refused.getMessage().contains("x.parquet"), refused.getMessage());
    }
  }

  /**
   * Damage is an error that names the file, or is in what no one reads; never a failure of ours.
   */
  @ParameterizedTest
  @ValueSource(ints = {0x01, 0x90})
  void damageIsAnErrorOfTheFile(int mask) throws IOException {
    byte[] bytes = file(PageCodec.SNAPPY);
    List<String> rows = rows(bytes);
    int footer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
    int inPages = 0;
    var said = new TreeSet<String>();
    for (int at = 0; at < bytes.length; at++) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= (byte) mask;
      try {
        if (!rows(damaged).equals(rows)) {
          assertTrue(at >= bytes.length - 8 - footer, "rows that changed at " + at);
        }
      } catch (MalformedRecordException | UnfitInputException e) {
        assertTrue(e.getMessage().contains("x.parquet"), e.getMessage());
        said.add(e.getMessage().replaceAll("\\d+", "N"));
        inPages += at < bytes.length - 8 - footer ? 1 : 0;
      }
    }
    assertTrue(inPages > 150, "errors in pages: " + inPages);
    for (String message : said) {
      assertFalse(
          message.matches("(?s).*(\\b(org|java|dev)\\.|Exception|null|@[0-9a-fN]{4}|\n).*"),
          message);
    }
  }

  private static byte[] withFooter(int... footer) {
    var bytes = ByteBuffer.allocate(footer.length + 12).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put("PAR1".getBytes());
    for (int value : footer) {
      bytes.put((byte) value);
    }
    return bytes.putInt(footer.length).put("PAR1".getBytes()).array();
  }

  @Test
  void aCountIsNotBelievedBeforeTheBytesAreThere() {
    // Field 2, a list of 2^31 - 1 structs; field 4, the same; field 6, a text of 2^31 - 1 bytes.
    for (int[] footer :
        new int[][] {
          {0x29, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07, 0},
          {0x49, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07, 0},
          {0x68, 0xff, 0xff, 0xff, 0xff, 0x07, 0},
          {0x2b, 0xff, 0xff, 0xff, 0xff, 0x07, 0x55, 0},
        }) {
      var refused = assertThrows(MalformedRecordException.class, () -> open(withFooter(footer)));
      assertTrue(refused.getMessage().contains("2147483647"), refused.getMessage());
      assertEquals(4, refused.offset());
    }
    int[] deep = new int[1000];
    Arrays.fill(deep, 0x1c); // structs in structs
    assertThrows(MalformedRecordException.class, () -> open(withFooter(deep)));
    Arrays.fill(deep, 0x19); // lists in lists
    assertThrows(MalformedRecordException.class, () -> open(withFooter(deep)));
  }

  @Test
  void anEncryptedFileAndAnotherFileAreToldApart() {
    byte[] bytes = withFooter(0);
    bytes[bytes.length - 1] = 'E';
    var encrypted = assertThrows(MalformedRecordException.class, () -> open(bytes));
    assertTrue(encrypted.getMessage().endsWith("found PARE: the file is encrypted"));
    bytes[bytes.length - 1] = 0;
    var other = assertThrows(MalformedRecordException.class, () -> open(bytes));
    assertTrue(other.getMessage().endsWith("found 50 41 52 00"), other.getMessage());
    assertEquals(bytes.length - 4, other.offset());
  }

  @Test
  void theSameFileTwiceIsTheSameBytes() throws IOException {
    for (PageCodec codec : PageCodec.values()) {
      assertTrue(Arrays.equals(file(codec), file(codec)), codec.toString());
    }
    assertFalse(Arrays.equals(file(PageCodec.GZIP), file(PageCodec.ZSTD)));
  }
}
