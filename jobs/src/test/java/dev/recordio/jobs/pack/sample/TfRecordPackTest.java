// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.Sample;
import dev.recordio.formats.protobuf.ProtoWriter;
import dev.recordio.formats.tensorflow.ExampleWriter;
import dev.recordio.formats.tensorflow.TfRecordWriter;
import dev.recordio.jobs.pack.source.PayloadBuilder;
import dev.recordio.jobs.pack.source.SourceErrors;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.LocalFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TFRecords of others become records; what is wrong with them is said with its place. */
class TfRecordPackTest extends CommandTestBase {
  @TempDir Path elsewhere;

  private Path out;

  @BeforeEach
  void nameOutput() {
    out = elsewhere.resolve("out");
  }

  private static byte[] format(String name) {
    return Fixtures.bytes("/fixtures/formats/" + name);
  }

  private Recordio pack(String line, Object... arguments) {
    return run("pack " + line + " " + out, arguments);
  }

  private byte[] packed(String line, Object... arguments) throws IOException {
    pack(line, arguments).ended(0);
    return Files.readAllBytes(out.resolve("part-00000.rec"));
  }

  @Test
  void filesOfOthersBecomeTheSameRecordsWhateverTheOrderOfFeatures() throws Exception {
    byte[] images = format("images.rec");
    Path file = write("train-00000-of-00001", format("tfrecord/unpacked.tfrecord"));
    write("train.tfrecord.idx", new byte[] {'0', ' ', '9', '\n'}); // an index of another program
    byte[] eight = packed("--from tfrecord {}", dir); // found by its name
    assertArrayEquals(Arrays.copyOf(images, eight.length), eight);
    assertTrue(eight.length > images.length / 5);
    Files.delete(file);
    out = path("detected");
    assertArrayEquals(images, packed("{}", write("a", format("tfrecord/images.tfrecord"))));
    String keys = Files.readString(out.resolve("part-00000.idx"));
    assertEquals(new String(format("images.idx"), StandardCharsets.US_ASCII), keys);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-9 | -1   | the file is cut off",
        "-1 | -1   | the file is cut off",
        "3  | -1   | expected 12 bytes of a header, found 3",
        "0  | 5000 | bytes of data, found",
        "0  | 3    | ; no record after it can be found"
      })
  void damageIsNamedOrLeftOut(int cut, int flipped, String error) throws Exception {
    byte[] images = format("tfrecord/images.tfrecord");
    byte[] bytes = Arrays.copyOf(images, images.length + cut);
    if (flipped >= 0) {
      bytes[flipped] ^= 8;
    }
    Path file = write("a.tfrecord", bytes);
    Recordio run = pack("--from tfrecord {}", file).ended(3);
    assertHas(run.err(), "a.tfrecord at offset ", error);
    assertFalse(Files.exists(out.resolve("_SUCCESS")));
    out = path("skipping");
    Recordio skip = pack("--from tfrecord --on-error skip {}", file).ended(5);
    long records = Files.readAllLines(out.resolve("part-00000.idx")).size();
    assertEquals(flipped == 3 ? 0 : cut > 0 ? 24 : 23, records);
    String reject = Files.readString(out.resolve("_rejects/part-00000.tsv"));
    assertHas(reject, "a.tfrecord", error);
  }

  private static byte[] example(Consumer<ExampleWriter> features) throws IOException {
    var example = new ExampleWriter();
    features.accept(example);
    var out = new ByteArrayOutputStream();
    var frames = new TfRecordWriter(out::write);
    frames.begin(example.size());
    example.write(frames);
    frames.end();
    frames.flush();
    return out.toByteArray();
  }

  private static byte[] name(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] odd() throws IOException {
    return example(
        e -> {
          e.bytes(name("photo"), name("an image"));
          e.bytes(name("id"), name("18446744073709551615"));
          e.int64(name("number"), 9);
          e.int64(name("below"), -9);
          e.int64(name("large"), 16_777_217);
          e.floats(name("targets"), new float[] {0.5f, Float.NaN}, 0, 2);
          e.int64s(name("nothing"), new long[0], 0, 0);
          e.bytes(name("image/source_id"), name("img_17"));
          e.int64(name("image/class/label"), 4);
        });
  }

  @Test
  void fieldsAreTheOptions() throws Exception {
    Path file = write("a.tfrecord", odd());
    byte[] rec =
        packed("--from tfrecord --image-field photo --key-field id --label-field targets {}", file);
    String key = Files.readString(out.resolve("part-00000.idx")).split("\t")[0];
    assertEquals("18446744073709551615", key);
    assertTrue(new String(rec, StandardCharsets.ISO_8859_1).contains("an image"));
    assertEquals(2, rec[8], "flag");
  }

  /** Reads the one record of a file as a task does. */
  private static Sample read(Path file, String... fields) throws IOException {
    Configuration conf = LocalJobs.conf();
    for (int i = 0; i < fields.length; i += 2) {
      conf.set("recordio.pack." + fields[i], fields[i + 1]);
    }
    org.apache.hadoop.fs.Path path = LocalFiles.path(file);
    var sample = new Sample();
    FileStatus status = path.getFileSystem(conf).getFileStatus(path);
    try (SampleReader reader = SampleFormat.TFRECORD.newReader(conf, () -> {})) {
      SampleFormat.TFRECORD.scan(
          conf,
          status,
          new SourceErrors(conf),
          null,
          source -> {
            var image = new PayloadBuilder();
            image.begin(0);
            sample.clear();
            reader.read(source, image, sample);
          });
    }
    return sample;
  }

  @Test
  void keysAreNumbersOrDigits() throws Exception {
    Path file = write("a.tfrecord", odd());
    assertEquals(9, read(file, "image-field", "photo", "key-field", "number").keyOr(1));
    assertEquals(77, read(file, "image-field", "photo").keyOr(77), "an id that is no number");
    assertEquals(4, read(file, "image-field", "photo").labels()[0]);
    for (String id : List.of("0017", "17")) {
      Path other =
          write(
              "b.tfrecord",
              example(
                  e -> {
                    e.bytes(name("image/encoded"), new byte[3]);
                    e.floats(name("image/labels"), new float[] {1, 2}, 0, 2);
                    e.bytes(name("image/source_id"), name(id));
                    e.bytes(name("image/id2"), name("3"));
                  }));
      Sample sample = read(other);
      assertEquals(17, sample.keyOr(1));
      assertEquals(3, sample.id2());
      assertEquals(2, sample.labelCount());
    }
    Path large =
        write(
            "c.tfrecord",
            example(
                e -> {
                  e.bytes(name("image/encoded"), new byte[3]);
                  e.int64(name("image/class/label"), 1);
                  e.bytes(name("image/source_id"), name("18446744073709551616"));
                }));
    assertEquals(5, read(large).keyOr(5), "an id beyond 2^64 - 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "image-field none  | one string of bytes in the feature none (another one: --image-field), found",
        "image-field number | one string of bytes in the feature number",
        "image-field photo label-field none | numbers in the feature none, found features [b",
        "image-field photo label-field nothing | numbers in the feature nothing",
        "image-field photo label-field id | int64 or float as label, found bytes",
        "image-field photo label-field large | float32 holds exactly as label, found 16777217",
        "image-field photo key-field none | a key in the feature none",
        "image-field photo key-field below | as key, found -9",
        "image-field photo key-field targets | as key, found 2 of float",
        "image-field photo key-field image/source_id | as key, found 'img_17'"
      })
  void whatAnExampleLacksIsNamed(String fields, String error) throws Exception {
    Path file = write("a.tfrecord", odd());
    var e = assertThrows(MalformedRecordException.class, () -> read(file, fields.split(" ")));
    assertHas(e.getMessage(), "a.tfrecord at offset 0: expected ", error);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--raw --image-field a    | --image-field has no use beside --raw: payloads are packed whole",
        "--raw --header image     | --raw and --header image exclude each other",
        "--raw --resize 10        | --raw and options for pixels, such as --resize, exclude each other",
        "--header none --label-field a | records without a header have no labels",
      })
  void settingsThatDoNotFitAreRefused(String options, String error) throws Exception {
    Path file = write("a.tfrecord", new byte[40]);
    assertHas(pack("--from tfrecord " + options + " {}", file).ended(2).err(), error);
  }

  @Test
  void compressedFilesAreNamed() throws Exception {
    Path file =
        write("a.tfrecord.gz", new byte[] {0x1F, (byte) 0x8B, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8});
    assertHas(
        pack("--from tfrecord {}", file).ended(3).err(),
        "expected records that are not compressed");
  }

  /** A file of a few huge records is scanned in a few small reads. */
  @Test
  void largeRecordsArePassedOver() throws Exception {
    Path file = path("large.tfrecord");
    long data = 1L << 30;
    try (var out = new RandomAccessFile(file.toFile(), "rw")) {
      for (int i = 0; i < 5; i++) {
        out.seek(i * (data + 16));
        var frames = new TfRecordWriter(out::write);
        frames.begin(data);
        frames.flush();
      }
      out.setLength(5 * (data + 16));
    }
    Configuration conf = LocalJobs.conf();
    org.apache.hadoop.fs.Path path = LocalFiles.path(file);
    FileSystem fs = path.getFileSystem(conf);
    long before = FileSystem.getGlobalStorageStatistics().get("file").getLong("bytesRead");
    var found = new ArrayList<Long>();
    SampleConf.FROM.set(conf, "tfrecord");
    SampleFormat.TFRECORD.scan(
        conf,
        fs.getFileStatus(path),
        new SourceErrors(conf),
        null,
        source -> {
          assertEquals(SampleFormat.TFRECORD, SampleFormat.of(source));
          assertEquals(data + 16, source.length);
          found.add(source.offset);
        });
    long read = FileSystem.getGlobalStorageStatistics().get("file").getLong("bytesRead") - before;
    assertEquals(List.of(0L, data + 16, 2 * (data + 16), 3 * (data + 16), 4 * (data + 16)), found);
    assertTrue(read < 1 << 20, "read " + read);
  }

  /** Small records are read along, chunk by chunk. */
  @Test
  void smallRecordsAreFoundAcrossChunks() throws Exception {
    var bytes = new ByteArrayOutputStream();
    var frames = new TfRecordWriter(bytes::write);
    byte[] record = ProtoWriter.utf8("seventeen bytes..");
    int count = 100_000;
    for (int i = 0; i < count; i++) {
      frames.record(record, 0, i % 17);
    }
    frames.flush();
    Path file = write("small.tfrecord", bytes.toByteArray());
    Configuration conf = LocalJobs.conf();
    org.apache.hadoop.fs.Path path = LocalFiles.path(file);
    long[] next = {0, 0};
    SampleFormat.TFRECORD.scan(
        conf,
        path.getFileSystem(conf).getFileStatus(path),
        new SourceErrors(conf),
        null,
        source -> {
          assertEquals(next[0], source.offset);
          next[0] += source.length;
          next[1]++;
        });
    assertEquals(bytes.size(), next[0]);
    assertEquals(count, next[1]);
  }
}
