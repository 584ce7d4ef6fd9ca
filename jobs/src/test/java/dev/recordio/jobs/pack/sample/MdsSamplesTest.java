// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import static dev.recordio.jobs.pack.sample.MdsFiles.number;
import static dev.recordio.jobs.pack.sample.MdsFiles.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.Sample;
import dev.recordio.formats.UnfitInputException;
import dev.recordio.formats.mosaic.MdsIndex;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.PayloadBuilder;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.pack.source.SourceErrors;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.testing.LocalJobs;
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
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Samples of MDS: found by the client, read by tasks. */
class MdsSamplesTest {
  @TempDir Path temp;

  private Configuration conf;
  private MdsFiles files;

  @BeforeEach
  void make() throws IOException {
    conf = LocalJobs.conf(temp);
    files = new MdsFiles(temp.resolve("mds"));
  }

  private FileStatus index() throws IOException {
    FileSystem fs = FileSystem.getLocal(conf);
    return fs.getFileStatus(LocalFiles.path(temp.resolve("mds/index.json")));
  }

  /** Reads all samples: image, labels, key of each in one line, or why it is rejected. */
  private List<String> read() throws IOException {
    files.write();
    return readWritten();
  }

  private List<String> readWritten() throws IOException {
    var lines = new ArrayList<String>();
    var image = new PayloadBuilder();
    var sample = new Sample();
    try (SampleReader reader = SampleFormat.MDS.newReader(conf, () -> {})) {
      SampleFormat.MDS.scan(
          conf,
          index(),
          new SourceErrors(conf),
          null,
          source -> {
            if (source.kind == Source.Kind.UNREADABLE) {
              lines.add("unreadable: " + source.name);
              return;
            }
            assertEquals(SampleFormat.MDS, SampleFormat.of(source));
            image.begin(0);
            sample.clear();
            reader.read(source, image, sample);
            lines.add(
                new String(image.bytes(), 0, image.length(), StandardCharsets.ISO_8859_1)
                    + " "
                    + Arrays.toString(Arrays.copyOf(sample.labels(), sample.labelCount()))
                    + " "
                    + Long.toUnsignedString(sample.keyOr(-7))
                    + " "
                    + Long.toUnsignedString(sample.id2()));
          });
    }
    return lines;
  }

  private static byte[] floats(float... values) {
    ByteBuffer bytes = ByteBuffer.allocate(2 + 4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) 4).put((byte) values.length);
    for (float value : values) {
      bytes.putFloat(value);
    }
    return bytes.array();
  }

  @Test
  void theUsualColumnsNeedNoOptions() throws Exception {
    files.column("id2", "uint64", 8).column("image", "jpeg").column("key", "uint64", 8);
    files.column("labels", "ndarray:float32");
    files.sample(number(5, 8), text("a"), number(-1, 8), floats(1, 0.5f)).shard();
    files.sample(number(0, 8), text(""), number(3, 8), floats(2));
    files.sample(number(0, 8), text("ccc"), number(4, 8), floats(3)).shard();
    files.shard(); // without samples
    assertEquals(
        List.of("a [1.0, 0.5] 18446744073709551615 5", " [2.0] 3 0", "ccc [3.0] 4 0"), read());
  }

  /** One sample with columns of all kinds; "pic" is the only one of files. */
  private void kinds() throws IOException {
    byte[] json =
        text("{\"a\": {\"b\": [1, \"NaN\"]}, \"id\": 18446744073709551615, \"s\": \"17\"}");
    files.column("cls", "int32", 4).column("f16", "float16", 2).column("f64", "float64", 8);
    files.column("i64", "int64", 8).column("js", "json").column("name", "str");
    files.column("pic", "png").column("u64", "uint64", 8).column("u8", "uint8", 1);
    files.column("vec", "ndarray:int16").column("what", "list[png]");
    files
        .sample(
            number(-3, 4),
            number(0x3800, 2),
            number(Double.doubleToLongBits(0.1), 8),
            number(16777217, 8),
            json,
            text("12"),
            text("png"),
            number(-1, 8),
            number(255, 1),
            new byte[] {4, 2, 1, 0, -2, -1},
            text("?"))
        .shard();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        " | -3.0 | | 18446744073709551609", // cls, by itself; no key: the record's number
        "f16 | 0.5 | i64 | 16777217",
        "f64 | 0.1 | u8 | 255",
        "u8 | 255.0 | u64 | 18446744073709551615",
        "vec | 1.0, -2.0 | name | 12",
        "js.a.b | 1.0, NaN | js.id | 18446744073709551615",
        "cls | -3.0 | js.s | 17"
      })
  void optionsNameOtherColumns(String label, String labels, String key, String keyRead)
      throws Exception {
    kinds();
    if (label != null) {
      SampleConf.LABEL_FIELD.set(conf, label);
    }
    if (key != null) {
      SampleConf.KEY_FIELD.set(conf, key);
    }
    assertEquals(List.of("png [" + labels + "] " + keyRead + " 0"), read());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "label-field | none | a column 'none', found cls (int32), f16 (float16)",
        "label-field | name | numbers, arrays of them, or json as labels in 'name', found str",
        "label-field | js.a.c | a field 'js.a.c', found none",
        "label-field | js.a | a number as label in 'js.a', found {\"b\":",
        "label-field | i64 | holds exactly as label in 'i64', found 16777217",
        "label-field | u64 | holds exactly as label in 'u64', found 18446744073709551615",
        "key-field | none | a column 'none'",
        "key-field | f64 | whole numbers, str or json as keys in 'f64', found float64",
        "key-field | cls | a key from 0 in 'cls', found -3",
        "key-field | js.a | as key in 'js.a'",
        "image-field | name | bytes, jpeg or png as image in 'name', found str",
        "image-field | what | bytes, jpeg or png as image in 'what', found list[png]",
        "image-field | js.a | bytes, jpeg or png"
      })
  void fieldsThatDoNotFitAreErrors(String option, String name, String message) throws Exception {
    kinds();
    conf.set("recordio.pack." + option, name);
    var error = assertThrows(IOException.class, this::read);
    assertTrue(
        error instanceof UnfitInputException || error instanceof MalformedRecordException,
        "" + error);
    assertTrue(error.getMessage().contains(message), error.getMessage());
    assertTrue(error.getMessage().contains(temp.resolve("mds").toString()), error.getMessage());
  }

  @Test
  void keysOfTextAreDecimal() throws Exception {
    files.column("image", "bytes").column("label", "int", 8).column("name", "str");
    files.sample(text("a"), number(1, 8), text("7x")).shard();
    SampleConf.KEY_FIELD.set(conf, "name");
    var error = assertThrows(MalformedRecordException.class, this::read);
    assertEquals("'7x'", error.found());
    // The sample has two sizes, the image and the label before the name.
    long sample = Files.size(temp.resolve("mds/shard.00000.mds")) - 8 - 1 - 8 - 2;
    assertEquals(sample + 8 + 1 + 8, error.offset());
  }

  @Test
  void columnsThatAreMissingAreNamed() throws Exception {
    files.column("a", "png").column("b", "jpeg").column("key", "str");
    files.sample(text("x"), text("y"), text("no number")).shard();
    var image = assertThrows(UnfitInputException.class, this::read);
    assertTrue(image.getMessage().contains("a column 'image', or one of"), image.getMessage());
    assertTrue(image.getMessage().contains("--image-field"), image.getMessage());
    SampleConf.IMAGE_FIELD.set(conf, "b");
    var label = assertThrows(UnfitInputException.class, this::read);
    assertTrue(label.getMessage().contains("a column 'label', 'labels'"), label.getMessage());
    assertTrue(label.getMessage().contains("--label-field"), label.getMessage());
    PackConf.HEADER.set(conf, "none");
    assertEquals(List.of("y [] 18446744073709551609 0"), read());
  }

  /** Two shards, of two samples and one. */
  private void two() throws IOException {
    files.column("image", "bytes").column("key", "uint64", 8).column("label", "int", 8);
    files.sample(text("aa"), number(1, 8), number(10, 8));
    files.sample(text("bbb"), number(2, 8), number(20, 8)).shard();
    files.sample(text("c"), number(3, 8), number(30, 8)).shard();
    files.write();
  }

  private ObjectNode entry() {
    return (ObjectNode) files.index().get("shards").get(0);
  }

  private void assertIndex(Consumer<ObjectNode> change, String... parts) throws IOException {
    files = new MdsFiles(temp.resolve("mds"));
    two();
    change.accept(entry());
    var error = assertThrows(UnfitInputException.class, this::read);
    for (String part : parts) {
      assertTrue(error.getMessage().contains(part), error.getMessage());
    }
    assertTrue(error.getMessage().contains("mds/index.json"), error.getMessage());
  }

  @Test
  void anIndexThatContradictsTheFormatIsAnError() throws Exception {
    assertIndex(e -> files.index().put("version", 1), "version: expected 2, found 1");
    assertIndex(e -> files.index().remove("version"), "version: expected 2, found nothing");
    assertIndex(e -> files.index().put("shards", 1), "shards: expected an array, found 1");
    assertIndex(e -> e.put("format", "json"), "shards[0].format: expected \"mds\"");
    assertIndex(e -> e.remove("raw_data"), "shards[0].raw_data.basename", "found nothing");
    assertIndex(e -> e.put("samples", -1), "shards[0].samples: expected a whole number from 0");
    assertIndex(e -> e.put("samples", 1.5), "shards[0].samples");
    assertIndex(e -> raw(e).put("bytes", "7"), "shards[0].raw_data.bytes", "found \"7\"");
    for (String name : List.of("", "/etc/passwd", "../x", "a/../../x", "a//b", "hdfs:x", ".")) {
      assertIndex(e -> raw(e).put("basename", name), "a file in the index's folder", name);
    }
    assertIndex(e -> e.remove("column_sizes"), "of one length, found 3, 3 and 0");
    assertIndex(e -> list(e, "column_names").set(0, "key"), "column_names[1]", "no other column");
    assertIndex(e -> list(e, "column_encodings").set(0, "pkl"), "no encoding pkl", "'image'");
    assertIndex(e -> list(e, "column_encodings").set(0, (String) null), "an encoding, found null");
    assertIndex(e -> list(e, "column_sizes").set(1, 4), "the size 8 of the encoding uint64");
    assertIndex(e -> list(e, "column_sizes").set(1, (String) null), "the size 8", "found null");
    assertIndex(e -> list(e, "column_sizes").set(0, -1), "a size in bytes, or null, found -1");
    assertIndex(e -> list(e, "column_sizes").set(0, 3000000000L), "a size in bytes");
    Files.writeString(temp.resolve("mds/index.json"), "{\"shards\": [");
    var noJson = assertThrows(UnfitInputException.class, this::readWritten);
    assertTrue(noJson.getMessage().contains("expected JSON"), noJson.getMessage());
  }

  private static ObjectNode raw(ObjectNode entry) {
    return (ObjectNode) entry.get("raw_data");
  }

  private static ArrayNode list(ObjectNode entry, String name) {
    return (ArrayNode) entry.get(name);
  }

  private void assertShard(Class<? extends IOException> type, String... parts) throws IOException {
    PackConf.ON_ERROR.set(conf, "fail");
    var error = assertThrows(type, this::read);
    for (String part : parts) {
      assertTrue(error.getMessage().contains(part), error.getMessage());
    }
    PackConf.ON_ERROR.set(conf, "skip");
    List<String> lines = read();
    assertEquals("c [30.0] 3 0", lines.get(lines.size() - 1));
    String rejected = lines.get(lines.size() - 2);
    assertTrue(rejected.startsWith("unreadable: "), rejected);
    for (String part : parts) {
      assertTrue(rejected.contains(part), rejected);
    }
    files = new MdsFiles(temp.resolve("mds"));
  }

  @Test
  void aShardThatIsDamagedIsNamedAndTheOthersCanBeKept() throws Exception {
    Path shard = temp.resolve("mds/shard.00000.mds");
    two();
    byte[] good = Files.readAllBytes(shard);
    Files.delete(shard);
    assertShard(BadInputException.class, "shard.00000.mds", "which index.json lists");

    two();
    entry().put("compression", "zstd");
    Files.delete(shard);
    assertShard(UnfitInputException.class, "shard.00000.mds", "compressed by zstd", "decompress");

    two();
    Files.write(shard, Arrays.copyOf(good, good.length - 1));
    assertShard(
        MalformedRecordException.class,
        "shard.00000.mds at offset " + (good.length - 1),
        "the " + good.length + " bytes that index.json lists",
        "found " + (good.length - 1) + " bytes");

    two();
    entry().put("samples", 3);
    assertShard(MalformedRecordException.class, "shard.00000.mds at offset 0", "3 samples");

    two();
    Files.write(shard, with(good, 12, 100));
    assertShard(MalformedRecordException.class, "shard.00000.mds at offset 12", "found 100");

    two();
    Files.write(shard, with(good, 12, good[12] - 1));
    assertShard(MalformedRecordException.class, "at offset 12", "the file's length", "last offset");

    two();
    list(entry(), "column_names").set(1, "id");
    assertShard(
        MalformedRecordException.class,
        "shard.00000.mds at offset 16",
        "lists: image (bytes), id (uint64)",
        "found image (bytes), key (uint64)");

    two();
    Files.write(shard, with(good, 17, 'x'));
    assertShard(UnfitInputException.class, "shard.00000.mds, its config", "expected JSON");

    two();
    Files.write(shard, new byte[3]);
    raw(entry()).put("bytes", 3);
    assertShard(MalformedRecordException.class, "shard.00000.mds at offset 0", "the file's end");
  }

  private static byte[] with(byte[] good, int at, int value) {
    byte[] bytes = good.clone();
    bytes[at] = (byte) value;
    return bytes;
  }

  @Test
  void compressedShardsThatWereUnpackedAreRead() throws Exception {
    two();
    entry().put("compression", "zstd");
    assertEquals(3, read().size());
  }

  @Test
  void aSampleThatItsColumnsDoNotFillIsAnError() throws Exception {
    two();
    Path shard = temp.resolve("mds/shard.00000.mds");
    byte[] good = Files.readAllBytes(shard);
    int second = good.length - 4 - 3 - 16;
    Files.write(shard, with(good, second, 4));
    var error = assertThrows(MalformedRecordException.class, this::readWritten);
    assertTrue(error.getMessage().contains("shard.00000.mds at offset "), error.getMessage());
    Files.write(shard, with(good, second, 200));
    error = assertThrows(MalformedRecordException.class, this::readWritten);
    assertEquals(second, error.offset());
    assertTrue(error.getMessage().contains("'image', found 200 bytes"), error.getMessage());
  }

  /** Whatever byte is wrong, the outcome is an error that names the file, or other values. */
  @Test
  void noByteOfAShardLeadsAstray() throws Exception {
    two();
    Path shard = temp.resolve("mds/shard.00000.mds");
    byte[] good = Files.readAllBytes(shard);
    int errors = 0;
    for (int i = 0; i < good.length; i++) {
      Files.write(shard, with(good, i, good[i] ^ 0xFF));
      try {
        assertEquals(3, readWritten().size());
        assertTrue(i > 16, "offset " + i);
      } catch (MalformedRecordException | UnfitInputException e) {
        assertTrue(e.getMessage().contains("shard.00000.mds"), e.getMessage());
        errors++;
      }
    }
    assertTrue(errors > 16, errors + " errors");
  }

  @Test
  void manySamplesAreFoundInPieces() throws Exception {
    files.column("image", "bytes").column("label", "int", 8);
    int count = 20_000; // more offsets than a buffer holds
    for (int i = 0; i < count; i++) {
      files.sample(text(""), number(i, 8));
    }
    files.shard();
    files.write();
    var places = new ArrayList<Long>();
    SampleFormat.MDS.scan(
        conf, index(), new SourceErrors(conf), null, source -> places.add(source.offset));
    assertEquals(count, places.size());
    long first = Files.size(temp.resolve("mds/shard.00000.mds")) - 12L * count;
    for (int i = 0; i < count; i++) {
      assertEquals(first + 12L * i, places.get(i));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"shards\": [{\"format\": \"mds\"}]}",
        " {\"version\": 2, \"a\": [{\"format\": 1}], \"shards\": [{\"x\": {\"y\": []}, \"format\""
            + ": \"mds\", "
      })
  void anIndexIsKnownByItsFirstShard(String text) throws Exception {
    Files.writeString(temp.resolve("mds/index.json"), text);
    assertTrue(MdsIndex.isIndex(FileSystem.getLocal(conf), index()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "[]",
        "mds",
        "{\"shards\": []}",
        "{\"shards\": {\"format\": \"mds\"}}",
        "{\"shards\": [\"format\", \"mds\"]}",
        "{\"shards\": [{\"format\": \"json\"}, {\"format\": \"mds\"}]}",
        "{\"shards\": [{\"a\": {\"format\": \"mds\"}}]}",
        "{\"format\": \"mds\"}",
        "{\"shards\": [{\"form"
      })
  void otherJsonIsNoIndex(String text) throws Exception {
    Files.writeString(temp.resolve("mds/index.json"), text);
    assertFalse(MdsIndex.isIndex(FileSystem.getLocal(conf), index()));
  }

  @Test
  void aFolderMayHaveNoIndex() throws Exception {
    FileSystem fs = FileSystem.getLocal(conf);
    assertEquals(null, MdsIndex.of(fs, LocalFiles.path(temp)));
    Files.createDirectories(temp.resolve("odd/index.json"));
    assertEquals(null, MdsIndex.of(fs, LocalFiles.path(temp.resolve("odd"))));
    two();
    assertEquals(index(), MdsIndex.of(fs, LocalFiles.path(temp.resolve("mds"))));
    assertThrows(
        FileNotFoundException.class, () -> fs.getFileStatus(LocalFiles.path(temp.resolve("no"))));
  }
}
