// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.tensorflow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.protobuf.ProtoWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Examples, written and read; the bytes are those of protobuf's own library. */
class ExampleTest {
  private static final byte[] LABEL = ProtoWriter.utf8("image/class/label");
  private static final byte[] ENCODED = ProtoWriter.utf8("image/encoded");
  private static final byte[] FORMAT = ProtoWriter.utf8("image/format");
  private static final byte[] SOURCE = ProtoWriter.utf8("image/source_id");
  private static final byte[] A = ProtoWriter.utf8("a");
  private static final byte[] B = ProtoWriter.utf8("b");

  private static final byte[] IMAGE =
      HexFormat.of()
          .parseHex(
              "0a6c0a1a0a11696d6167652f636c6173732f6c6162656c12051a030a01030a190a0d696d6167652f656e63"
                  + "6f64656412080a060a04ffd8ffd90a180a0c696d6167652f666f726d617412080a060a046a7065670a"
                  + "190a0f696d6167652f736f757263655f696412060a040a023137");
  private static final byte[] SPARSE =
      HexFormat.of()
          .parseHex(
              "0a430a120a07696e646963657312071a050a0300037e0a110a056c6162656c120812060a040000803f0a1a"
                  + "0a0676616c7565731210120e0a0c0000803f0000003f000010c0");

  private static byte[] written(ExampleWriter writer) throws IOException {
    var out = new ByteArrayOutputStream();
    writer.write(out::write);
    assertEquals(out.size(), writer.size());
    return out.toByteArray();
  }

  private static ExampleReader reader(byte[] message) {
    byte[] array = new byte[message.length + 9];
    Arrays.fill(array, (byte) 0xFF);
    System.arraycopy(message, 0, array, 4, message.length);
    var reader = new ExampleReader();
    reader.reset(array, 4, 4 + message.length, 4);
    return reader;
  }

  private static byte[] image(ExampleWriter writer) throws IOException {
    writer.clear();
    writer.bytes(SOURCE, "17".getBytes(UTF_8));
    writer.int64(LABEL, 3);
    writer.bytes(FORMAT, "jpeg".getBytes(UTF_8));
    writer.bytes(ENCODED, HexFormat.of().parseHex("00ffd8ffd900"), 1, 4);
    return written(writer);
  }

  @Test
  void bytesAreThoseOfProtobufWhateverTheOrderOfCalls() throws IOException {
    var writer = new ExampleWriter();
    assertArrayEquals(IMAGE, image(writer));
    writer.clear();
    writer.oneFloat(ProtoWriter.utf8("label"), 1);
    writer.int64s(ProtoWriter.utf8("indices"), new int[] {9, 0, 3, 126}, 1, 3);
    writer.floats(ProtoWriter.utf8("values"), new float[] {1, 0.5f, -2.25f}, 0, 3);
    assertArrayEquals(SPARSE, written(writer));
    writer.clear();
    writer.int64s(ProtoWriter.utf8("indices"), new long[] {0, 3, 126}, 0, 3);
    writer.floats(ProtoWriter.utf8("values"), new float[] {1, 0.5f, -2.25f}, 0, 3);
    writer.oneFloat(ProtoWriter.utf8("label"), 1);
    assertArrayEquals(SPARSE, written(writer));
    assertArrayEquals(IMAGE, image(writer), "used again");
  }

  @Test
  void listsWithoutItemsAreWrittenWithTheirKind() throws IOException {
    var writer = new ExampleWriter();
    writer.int64s(A, new int[0], 0, 0);
    writer.floats(B, new float[0], 0, 0);
    assertEquals(
        "0a120a070a016112021a000a070a016212021200", HexFormat.of().formatHex(written(writer)));
    ExampleReader reader = reader(written(writer));
    assertTrue(reader.find(A));
    assertEquals(FeatureKind.INT64, reader.kind());
    assertEquals(0, reader.count());
    assertTrue(reader.find(B));
    assertEquals(FeatureKind.FLOAT, reader.kind());
  }

  @Test
  void aNameTwiceIsRefused() {
    var writer = new ExampleWriter();
    writer.int64(B, 1);
    writer.int64(A, 1);
    assertThrows(IllegalArgumentException.class, () -> writer.int64(B, 2));
  }

  @Test
  void largeBytesArePassedOnAsTheyAre() throws IOException {
    byte[] large = new byte[100_000];
    Arrays.fill(large, (byte) 3);
    var writer = new ExampleWriter();
    writer.bytes(A, large);
    writer.int64(B, 8);
    int[] passed = {0};
    writer.write((bytes, from, count) -> passed[0] += bytes == large ? count : 0);
    assertEquals(large.length, passed[0]);
    ExampleReader reader = reader(written(writer));
    assertTrue(reader.find(A));
    assertEquals(large.length, reader.end(0) - reader.from(0));
    assertTrue(reader.find(B));
    assertEquals(8, reader.int64(0));
  }

  @Test
  void numbersOfAllSizesComeBack() throws IOException {
    long[] numbers = new long[2 * 64 + 2];
    for (int i = 0; i < 64; i++) {
      numbers[2 * i] = 1L << i;
      numbers[2 * i + 1] = -1L >>> i;
    }
    float[] floats = {
      0, -0f, Float.NaN, Float.intBitsToFloat(0x7FC0_1234), Float.MIN_VALUE, Float.NEGATIVE_INFINITY
    };
    var writer = new ExampleWriter();
    writer.int64s(A, numbers, 0, numbers.length);
    writer.floats(B, floats, 0, floats.length);
    ExampleReader reader = reader(written(writer));
    assertTrue(reader.find(A));
    assertEquals(numbers.length, reader.count());
    for (int i = 0; i < numbers.length; i++) {
      assertEquals(numbers[i], reader.int64(i));
    }
    assertTrue(reader.find(B));
    for (int i = 0; i < floats.length; i++) {
      assertEquals(Float.floatToRawIntBits(floats[i]), Float.floatToRawIntBits(reader.floatAt(i)));
    }
  }

  /** Builds messages that protobuf reads too, but does not write. */
  private static byte[] field(int field, byte[]... parts) {
    var content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    var out = new ProtoWriter();
    out.bytes(field, content.toByteArray());
    return Arrays.copyOf(out.array(), out.length());
  }

  private static byte[] varint(int field, long value) {
    var out = new ProtoWriter();
    out.varint(field, value);
    return Arrays.copyOf(out.array(), out.length());
  }

  private static byte[] entry(byte[] name, byte[]... feature) {
    return field(1, field(1, name), field(2, feature));
  }

  private static byte[] int64s(long... unpacked) {
    byte[][] parts = Arrays.stream(unpacked).mapToObj(v -> varint(1, v)).toArray(byte[][]::new);
    return field(3, parts);
  }

  private static void assertNumbers(byte[] message, long... expected) throws Exception {
    ExampleReader reader = reader(message);
    assertTrue(reader.find(A));
    assertEquals(FeatureKind.INT64, reader.kind());
    assertEquals(expected.length, reader.count());
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], reader.int64(i));
    }
  }

  @Test
  void whatProtobufReadsIsReadAsProtobufReadsIt() throws Exception {
    byte[] packed = field(3, field(1, new byte[] {5, 6}));
    assertNumbers(field(1, entry(A, int64s(7, -1))), 7, -1);
    // The value before the key, a foreign field of each type, and a foreign list.
    byte[] foreign = {(byte) 0x95, 1, 1, 2, 3, 4, (byte) 0x91, 1, 1, 2, 3, 4, 5, 6, 7, 8};
    byte[] swapped =
        field(1, foreign, field(2, foreign, varint(9, 5), int64s(1), field(8, A)), field(1, A));
    byte[] example = field(1, field(3, A), swapped, foreign);
    var out = new ByteArrayOutputStream();
    out.writeBytes(foreign);
    out.writeBytes(example);
    assertNumbers(out.toByteArray(), 1);
    // Of a name that is there twice the last one counts; the entries may be in two messages.
    assertNumbers(field(1, entry(A, int64s(1, 2)), entry(B, packed), entry(A, packed)), 5, 6);
    out.reset();
    out.writeBytes(field(1, entry(A, packed)));
    out.writeBytes(field(1, entry(A, int64s(4))));
    assertNumbers(out.toByteArray(), 4);
    // Within a feature lists of one kind are joined, packed or not; else the last kind counts.
    assertNumbers(field(1, entry(A, packed, int64s(9))), 5, 6, 9);
    assertNumbers(field(1, entry(A, packed, field(2), int64s(9))), 9);
    assertNumbers(field(1, field(1, field(1, A), field(2, packed), field(2, int64s(3)))), 5, 6, 3);
    // No key is the empty name; no list is no kind.
    ExampleReader reader = reader(field(1, field(1, field(2, packed)), entry(B)));
    assertTrue(reader.find(new byte[0]));
    assertEquals(2, reader.count());
    assertTrue(reader.find(B));
    assertEquals(FeatureKind.NONE, reader.kind());
    assertFalse(reader.find(A));
    assertEquals(List.of("", "b"), reader.names());
    assertFalse(reader(new byte[0]).find(A));
  }

  @Test
  void fieldsOfOtherTypesAreErrorsWithTheirOffset() {
    for (byte[] message :
        List.of(
            varint(1, 3),
            field(1, varint(1, 3)),
            field(1, field(1, field(1, A), varint(2, 3))),
            field(1, field(1, varint(1, 3), field(2))),
            field(1, entry(A, varint(3, 3))),
            field(1, entry(A, field(2, varint(1, 3)))),
            field(1, entry(A, field(1, varint(1, 3)))),
            field(1, entry(A, field(2, field(1, new byte[5])))))) {
      var error = assertThrows(MalformedRecordException.class, () -> reader(message).find(A));
      assertTrue(error.offset() >= 0 && error.offset() <= message.length, error.getMessage());
    }
  }

  @Test
  void everyTruncationIsRefused() throws Exception {
    for (int length = 1; length < IMAGE.length; length++) {
      byte[] cut = Arrays.copyOf(IMAGE, length);
      var error = assertThrows(MalformedRecordException.class, () -> reader(cut).find(LABEL));
      assertTrue(error.offset() <= length, error.getMessage());
    }
  }

  @Test
  void noFlippedBitBreaksTheReader() throws IOException {
    int refused = 0;
    for (int bit = 0; bit < 8 * IMAGE.length; bit++) {
      byte[] bytes = IMAGE.clone();
      bytes[bit / 8] ^= (byte) (1 << bit % 8);
      ExampleReader reader = reader(bytes);
      try {
        reader.names();
        for (byte[] name : List.of(LABEL, ENCODED, FORMAT, SOURCE)) {
          if (reader.find(name) && reader.kind() == FeatureKind.BYTES) {
            for (int i = 0; i < reader.count(); i++) {
              assertTrue(reader.from(i) >= 4 && reader.end(i) <= 4 + bytes.length);
              assertTrue(reader.from(i) <= reader.end(i));
            }
          }
        }
      } catch (MalformedRecordException e) {
        assertTrue(e.offset() >= 0 && e.offset() <= bytes.length, e.getMessage());
        refused++;
      }
    }
    assertTrue(refused > 100, "refused: " + refused);
  }

  private static List<byte[]> records(String name) throws IOException {
    try (InputStream in =
        ExampleTest.class.getResourceAsStream("/fixtures/formats/tfrecord/" + name)) {
      byte[] file = in.readAllBytes();
      var frames = new TfRecordReader();
      frames.reset(file, 0, file.length, 0);
      var records = new ArrayList<byte[]>();
      while (frames.next()) {
        records.add(Arrays.copyOfRange(file, frames.from(), frames.end()));
      }
      return records;
    }
  }

  private static byte[] item(ExampleReader reader, byte[] message, byte[] name) throws IOException {
    assertTrue(reader.find(name));
    assertEquals(FeatureKind.BYTES, reader.kind());
    return Arrays.copyOfRange(message, reader.from(0), reader.end(0));
  }

  @Test
  void filesOfOthersAreReadAndWrittenAgain() throws IOException {
    List<byte[]> images = records("images.tfrecord");
    List<byte[]> unpacked = records("unpacked.tfrecord");
    assertEquals(8, unpacked.size());
    var reader = new ExampleReader();
    var writer = new ExampleWriter();
    for (int i = 0; i < images.size(); i++) {
      byte[] image = images.get(i);
      reader.reset(image, 0, image.length, 0);
      assertEquals(
          List.of("image/class/label", "image/encoded", "image/format", "image/source_id"),
          reader.names());
      byte[][] texts = {
        item(reader, image, FORMAT), item(reader, image, SOURCE), item(reader, image, ENCODED)
      };
      assertTrue(reader.find(LABEL));
      long label = reader.int64(0);
      writer.clear();
      writer.bytes(FORMAT, texts[0]);
      writer.bytes(SOURCE, texts[1]);
      writer.bytes(ENCODED, texts[2]);
      writer.int64(LABEL, label);
      assertArrayEquals(image, written(writer));
      if (i < unpacked.size()) {
        byte[] other = unpacked.get(i);
        reader.reset(other, 0, other.length, 0);
        assertTrue(reader.names().size() > 4);
        assertArrayEquals(texts[2], item(reader, other, ENCODED));
        assertArrayEquals(texts[1], item(reader, other, SOURCE));
        assertTrue(reader.find(LABEL));
        assertEquals(label, reader.int64(0));
      }
    }
  }
}
