// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.formats.protobuf.ProtoWriter;
import dev.recordio.formats.tensorflow.ExampleReader;
import dev.recordio.formats.tensorflow.TfRecordReader;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.testing.Fixtures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records become TFRecords, and the same records again, to the byte. */
class TfRecordRoundTripTest extends ExportTestBase {
  /** Exports and packs; returns the folder of TFRecords. */
  private Path thereAndBack(Path rec, String raw) throws IOException {
    ok("export --to tfrecord {} ./there " + raw, rec);
    ok("pack --from tfrecord ./there ./back " + raw);
    assertArrayEquals(Files.readAllBytes(rec), Files.readAllBytes(path("back/part-00000.rec")));
    return path("there");
  }

  private static byte[] joined(Path folder) throws IOException {
    var all = new ByteArrayOutputStream();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".tfrecord")).sorted().toList()) {
        all.writeBytes(Files.readAllBytes(file));
      }
    }
    return all.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"images", "multi"})
  void referenceSetsComeBack(String set) throws Exception {
    Path there = thereAndBack(fixtures(set + ".rec", set + ".idx"), "");
    assertArrayEquals(
        Files.readAllBytes(path(set + ".idx")), Files.readAllBytes(path("back/part-00000.idx")));
    if (set.equals("images")) {
      byte[] file = Files.readAllBytes(there.resolve("part-00000.tfrecord"));
      assertArrayEquals(Fixtures.bytes("/fixtures/formats/tfrecord/images.tfrecord"), file);
      String manifest = Files.readString(there.resolve("_export.json"));
      assertHas(manifest, "tfrecord", "24");
    }
  }

  @Test
  void shardsHoldTheSameRecordsInTheSameOrder() throws Exception {
    Path rec = fixtures("images.rec", "images.idx");
    Path there = path("there");
    ok("export --to tfrecord --shards 5 {} {}", rec, there);
    assertArrayEquals(Fixtures.bytes("/fixtures/formats/tfrecord/images.tfrecord"), joined(there));
    assertTrue(Files.exists(there.resolve("part-00004.tfrecord")));
    Path back = path("back");
    ok("pack --from tfrecord --shards 1 {} {}", there, back);
    assertArrayEquals(Files.readAllBytes(rec), Files.readAllBytes(back.resolve("part-00000.rec")));
  }

  private static byte[] header(int flag, float label, long id, long id2, float... labels) {
    ByteBuffer out = ByteBuffer.allocate(24 + 4 * labels.length).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(flag).putFloat(label).putLong(id).putLong(id2);
    for (float one : labels) {
      out.putFloat(one);
    }
    return out.array();
  }

  /** Writes records of headers, each with an image of another length, and an index of their ids. */
  private Path odd(byte[]... headers) throws IOException {
    Path rec = path("odd.rec");
    try (OutputStream records = Files.newOutputStream(rec);
        OutputStream index = Files.newOutputStream(path("odd.idx"));
        var writer = new RecordFileWriter(records, index, 1 << 12)) {
      for (int i = 0; i < headers.length; i++) {
        byte[] payload = Arrays.copyOf(headers[i], headers[i].length + 3 * i);
        ByteBuffer header = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
        long id = payload.length < 24 ? i : header.getLong(8);
        writer.write(id, payload, 0, payload.length);
      }
    }
    return rec;
  }

  @Test
  void everyLabelAndKeyComesBackBitForBit() throws Exception {
    Path rec =
        odd(
            header(0, 3, 0, 0),
            header(0, -7, 1L << 53, 0),
            header(0, 0.1f, Long.MAX_VALUE, 0),
            header(0, -0f, Long.MIN_VALUE, 0),
            header(0, Float.NaN, -1, -1),
            header(0, Float.intBitsToFloat(0xFFC0_1234), 5, 1),
            header(0, Float.NEGATIVE_INFINITY, 6, 0),
            header(0, 1e20f, 7, 0),
            header(0, 0x1p62f, 8, 0),
            header(1, 0, 9, 0, 4),
            header(1, 9, 10, 0, Float.NaN),
            header(2, 1, 11, 0, 1, 1),
            header(3, 0, 12, 77, -0f, Float.MIN_VALUE, 16777216));
    Path there = thereAndBack(rec, "");
    assertArrayEquals(
        Files.readAllBytes(path("odd.idx")), Files.readAllBytes(path("back/part-00000.idx")));
    assertEquals(
        List.of(
            "class/label encoded format source_id",
            "class/label encoded format source_id",
            "encoded format labels source_id",
            "encoded format labels source_id",
            "encoded format id2 labels source_id",
            "encoded format id2 labels recordio_header source_id",
            "encoded format labels source_id",
            "encoded format labels source_id",
            "class/label encoded format source_id",
            "encoded format labels recordio_header source_id",
            "encoded format labels recordio_header source_id",
            "encoded format labels recordio_header source_id",
            "encoded format id2 labels source_id"),
        features(there));
  }

  /** Returns the names of the features of each Example, without the folder that all have. */
  private static List<String> features(Path folder) throws IOException {
    byte[] bytes = joined(folder);
    var names = new ArrayList<String>();
    var frames = new TfRecordReader();
    var example = new ExampleReader();
    frames.reset(bytes, 0, bytes.length, 0);
    while (frames.next()) {
      example.reset(bytes, frames.from(), frames.end(), 0);
      names.add(String.join(" ", example.names()).replace("image/", ""));
    }
    return names;
  }

  @Test
  void payloadsStayAsTheyAre() throws Exception {
    Path there = thereAndBack(fixtures("images.rec", "images.idx"), "--raw");
    byte[] bytes = joined(there);
    var frames = new TfRecordReader();
    frames.reset(bytes, 0, bytes.length, 0);
    var header = new ImageRecordHeader();
    int count = 0;
    while (frames.next()) {
      header.read(bytes, frames.from(), frames.end() - frames.from(), 0);
      count++;
    }
    assertEquals(24, count);
  }

  @Test
  void recordsWithoutHeaderHaveAnImageAndAKey() throws Exception {
    Path rec = odd(new byte[11], new byte[13]);
    Path there = path("there");
    ok("export --to tfrecord --header none {} {}", rec, there);
    assertEquals(List.of("encoded format source_id", "encoded format source_id"), features(there));
    Path back = path("back");
    assertHas(
        fails(3, "pack --from tfrecord {} {}", there, back),
        "features [image/encoded, image/format, image/source_id]");
    ok("pack --from tfrecord --header none {} {}", there, back);
    assertArrayEquals(Files.readAllBytes(rec), Files.readAllBytes(back.resolve("part-00000.rec")));
  }

  @Test
  void theFormatIsThatOfTheContentOrTheSuffix() throws Exception {
    Path rec = fixtures("images.rec", "images.idx");
    Path there = path("there");
    ok("export --to tfrecord --ext jpg {} {}", rec, there);
    byte[] bytes = joined(there);
    var frames = new TfRecordReader();
    var example = new ExampleReader();
    frames.reset(bytes, 0, bytes.length, 0);
    while (frames.next()) {
      example.reset(bytes, frames.from(), frames.end(), 0);
      assertTrue(example.find(ProtoWriter.utf8("image/format")));
      int length = example.end(0) - example.from(0);
      assertEquals("jpeg", new String(bytes, example.from(0), length, StandardCharsets.US_ASCII));
    }
  }

  @Test
  void labelsHaveTheNamesOfTheFile() throws Exception {
    Path rec = fixtures("images.rec", "images.idx");
    Path names = Files.writeString(path("names"), "a\nb\nc\nd\ne\n");
    Path there = path("there");
    ok("export --to tfrecord --class-names {} {} {}", names, rec, there);
    byte[] bytes = joined(there);
    var frames = new TfRecordReader();
    var example = new ExampleReader();
    frames.reset(bytes, 0, bytes.length, 0);
    while (frames.next()) {
      example.reset(bytes, frames.from(), frames.end(), 0);
      assertTrue(example.find(ProtoWriter.utf8("image/class/label")));
      long label = example.int64(0);
      assertTrue(example.find(ProtoWriter.utf8("image/class/text")));
      assertEquals('a' + label, bytes[example.from(0)]);
    }
    Files.writeString(names, "a\nb\n");
    assertHas(
        run("export --to tfrecord --class-names {} {} ./few", names, rec).ended(3).err(),
        "labels are from 0 to 1; found 4");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--codec zstd | tfrecord has no use for it",
        "--row-group-rows 7 | tfrecord has no use for it",
        "--raw --ext jpg | payloads stay as they are",
        "--raw --header image | payloads stay as they are"
      })
  void settingsThatDoNotFitAreRefusedBeforeAnythingIsRead(String options, String error)
      throws Exception {
    Path rec = Files.write(path("damaged.rec"), new byte[9]);
    assertHas(refused(2, "export --to tfrecord " + options + " {} ./out", rec), error);
  }

  /** Such headers, as other writers make them, have a column of their own in formats of columns. */
  @ParameterizedTest
  @ValueSource(strings = {"mds", "parquet"})
  void oneLabelInAVectorAndALabelBesideAVectorComeBack(String format) throws Exception {
    Path rec =
        odd(
            header(0, 3, 7, 0),
            header(1, 0, 8, 0, 4),
            header(2, 0, 9, 0, 1, 2),
            header(2, 1, 10, 0, 1, 2),
            header(0, Float.intBitsToFloat(0xFFC0_1234), 11, 0));
    ok("export --to {} {} ./there", format, rec);
    ok("pack --from {} ./there ./back", format);
    assertArrayEquals(Files.readAllBytes(rec), Files.readAllBytes(path("back/part-00000.rec")));
  }
}
