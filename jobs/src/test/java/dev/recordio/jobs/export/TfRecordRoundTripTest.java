// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.formats.protobuf.ProtoWriter;
import dev.recordio.formats.tensorflow.ExampleReader;
import dev.recordio.formats.tensorflow.TfRecordReader;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records become TFRecords, and the same records again, to the byte. */
class TfRecordRoundTripTest {
  @TempDir Path dir;

  private static byte[] fixture(String name) throws IOException {
    try (InputStream in =
        TfRecordRoundTripTest.class.getResourceAsStream("/fixtures/formats/" + name)) {
      return in.readAllBytes();
    }
  }

  private Path copy(String set) throws IOException {
    Files.write(dir.resolve(set + ".idx"), fixture(set + ".idx"));
    return Files.write(dir.resolve(set + ".rec"), fixture(set + ".rec"));
  }

  private static Recordio run(Object... words) {
    return Recordio.run(
        LocalJobs.conf(), Stream.of(words).map(Object::toString).toArray(String[]::new));
  }

  private static void done(Object... words) {
    Recordio run = run(words);
    assertEquals(0, run.code(), run.err());
  }

  /** Exports and packs; returns the folder of TFRecords. */
  private Path thereAndBack(Path rec, String... raw) throws IOException {
    Path there = dir.resolve("there");
    Path back = dir.resolve("back");
    done(words("export", rec, there, "--to", raw));
    done(words("pack", there, back, "--from", raw));
    assertArrayEquals(Files.readAllBytes(rec), Files.readAllBytes(back.resolve("part-00000.rec")));
    return there;
  }

  private static Object[] words(String command, Path in, Path out, String option, String... more) {
    return Stream.concat(Stream.of(command, option, "tfrecord", in, out), Stream.of(more))
        .toArray();
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
    Path there = thereAndBack(copy(set));
    assertArrayEquals(
        Files.readAllBytes(dir.resolve(set + ".idx")),
        Files.readAllBytes(dir.resolve("back/part-00000.idx")));
    if (set.equals("images")) {
      byte[] file = Files.readAllBytes(there.resolve("part-00000.tfrecord"));
      assertArrayEquals(fixture("tfrecord/images.tfrecord"), file);
      String manifest = Files.readString(there.resolve("_export.json"));
      assertTrue(manifest.contains("tfrecord") && manifest.contains("24"), manifest);
    }
  }

  @Test
  void shardsHoldTheSameRecordsInTheSameOrder() throws Exception {
    Path rec = copy("images");
    Path there = dir.resolve("there");
    done("export", "--to", "tfrecord", "--shards", 5, rec, there);
    assertArrayEquals(fixture("tfrecord/images.tfrecord"), joined(there));
    assertTrue(Files.exists(there.resolve("part-00004.tfrecord")));
    Path back = dir.resolve("back");
    done("pack", "--from", "tfrecord", "--shards", 1, there, back);
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
  private Path records(byte[]... headers) throws IOException {
    Path rec = dir.resolve("odd.rec");
    try (OutputStream records = Files.newOutputStream(rec);
        OutputStream index = Files.newOutputStream(dir.resolve("odd.idx"));
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
        records(
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
    Path there = thereAndBack(rec);
    assertArrayEquals(
        Files.readAllBytes(dir.resolve("odd.idx")),
        Files.readAllBytes(dir.resolve("back/part-00000.idx")));
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
    Path there = thereAndBack(copy("images"), "--raw");
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
    Path rec = records(new byte[11], new byte[13]);
    Path there = dir.resolve("there");
    done("export", "--to", "tfrecord", "--header", "none", rec, there);
    assertEquals(List.of("encoded format source_id", "encoded format source_id"), features(there));
    Path back = dir.resolve("back");
    Recordio refused = run("pack", "--from", "tfrecord", there, back);
    assertEquals(3, refused.code(), refused.err());
    assertTrue(
        refused.err().contains("features [image/encoded, image/format, image/source_id]"),
        refused.err());
    done("pack", "--from", "tfrecord", "--header", "none", there, back);
    assertArrayEquals(Files.readAllBytes(rec), Files.readAllBytes(back.resolve("part-00000.rec")));
  }

  @Test
  void theFormatIsThatOfTheContentOrTheSuffix() throws Exception {
    Path rec = copy("images");
    Path there = dir.resolve("there");
    done("export", "--to", "tfrecord", "--ext", "jpg", rec, there);
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
    Path rec = copy("images");
    Path names = Files.writeString(dir.resolve("names"), "a\nb\nc\nd\ne\n");
    Path there = dir.resolve("there");
    done("export", "--to", "tfrecord", "--class-names", names, rec, there);
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
    Recordio few =
        run("export", "--to", "tfrecord", "--class-names", names, rec, dir.resolve("few"));
    assertEquals(3, few.code(), few.err());
    assertTrue(few.err().contains("labels are from 0 to 1; found 4"), few.err());
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
    Path rec = Files.write(dir.resolve("damaged.rec"), new byte[9]);
    Path out = dir.resolve("out");
    Recordio run =
        run((Object[]) ("export --to tfrecord " + options + " " + rec + " " + out).split(" "));
    assertEquals(2, run.code(), run.err());
    assertTrue(run.err().contains(error), run.err());
    assertFalse(Files.exists(out));
  }
}
