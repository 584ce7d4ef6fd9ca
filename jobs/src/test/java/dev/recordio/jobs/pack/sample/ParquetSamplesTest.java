// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.formats.Sample;
import dev.recordio.formats.UnfitInputException;
import dev.recordio.formats.parquet.PageCodec;
import dev.recordio.formats.parquet.ParquetOutput;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.PayloadBuilder;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Logged;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.parquet.CorruptStatistics;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of Parquet as samples: which columns are taken, and which rows are none. */
class ParquetSamplesTest {
  private static final String IMAGE = "required binary image;";

  @TempDir Path dir;

  private Configuration conf;
  private int files;

  @BeforeEach
  void setUp() {
    conf = LocalJobs.conf();
  }

  private Path write(String schema, List<Consumer<ParquetOutput>> rows) throws IOException {
    MessageType type = MessageTypeParser.parseMessageType("message m { " + schema + " }");
    Path file = dir.resolve("f" + files++ + ".parquet");
    try (var out = Files.newOutputStream(file);
        var parquet =
            new ParquetOutput(
                type, ParquetOutput.properties().build(), PageCodec.SNAPPY, Set.of(), out::write)) {
      for (Consumer<ParquetOutput> row : rows) {
        row.accept(parquet);
        parquet.endRow();
        if (parquet.rows() == 3) {
          parquet.endRowGroup();
        }
      }
      parquet.finish(new TreeMap<>());
    }
    return file;
  }

  private static Consumer<ParquetOutput> image(String text) {
    return file -> file.column("image").write(Binary.fromString(text), 0, 0);
  }

  private List<Source> scan(Path file) throws IOException {
    org.apache.hadoop.fs.Path path = LocalFiles.path(file);
    FileSystem fs = path.getFileSystem(conf);
    var sources = new ArrayList<Source>();
    SampleFormat.PARQUET.scan(
        conf,
        fs.getFileStatus(path),
        null,
        null,
        source -> {
          var bytes = new DataOutputBuffer();
          source.write(bytes);
          var copy = new Source();
          copy.readFields(
              new DataInputStream(
                  new java.io.ByteArrayInputStream(bytes.getData(), 0, bytes.getLength())));
          sources.add(copy);
        });
    return sources;
  }

  /** Returns {@code image key id2 labels} of a row, or what is wrong with it. */
  private static String read(SampleReader reader, Source source) throws IOException {
    var sample = new Sample();
    var image = new PayloadBuilder();
    image.begin(0);
    sample.clear();
    try {
      reader.read(source, image, sample);
    } catch (MalformedRecordException e) {
      return e.found();
    }
    return new String(image.bytes(), 0, image.length(), StandardCharsets.UTF_8)
        + " "
        + Long.toUnsignedString(sample.keyOr(-7))
        + " "
        + sample.id2()
        + " "
        + Arrays.toString(Arrays.copyOf(sample.labels(), sample.labelCount()));
  }

  private List<String> samples(Path file) throws IOException {
    var texts = new ArrayList<String>();
    try (SampleReader reader = SampleFormat.PARQUET.newReader(conf, () -> {})) {
      for (Source source : scan(file)) {
        texts.add(read(reader, source));
      }
    }
    return texts;
  }

  private String refused(Path file) {
    return assertThrows(UnfitInputException.class, () -> scan(file)).getMessage();
  }

  private static String none(long key) {
    return Long.toUnsignedString(key);
  }

  @Test
  void rowsAreReadInAnyOrder() throws IOException {
    var rows = new ArrayList<Consumer<ParquetOutput>>();
    for (int i = 0; i < 8; i++) {
      int n = i;
      rows.add(
          image("i" + n)
              .andThen(file -> file.column("key").write(n * 10L, 0, 0))
              .andThen(
                  file -> {
                    for (int k = 0; k <= n % 3; k++) {
                      file.column("labels", "list", "element").write(n + k / 2f, k > 0 ? 1 : 0, 2);
                    }
                  }));
    }
    Path file =
        write(
            "required int64 key;"
                + IMAGE
                + "optional group labels (LIST) { repeated group list { required float element; } }",
            rows);
    List<Source> sources = scan(file);
    assertEquals(8, sources.size());
    assertTrue(sources.stream().allMatch(source -> source.size > 2 && source.size < 200));
    try (SampleReader reader = SampleFormat.PARQUET.newReader(conf, () -> {})) {
      for (int n : new int[] {0, 1, 2, 3, 5, 5, 4, 7, 0, 2, 1, 6}) {
        List<Float> labels = List.of(n + 0f, n + 0.5f, n + 1f).subList(0, 1 + n % 3);
        assertEquals("i" + n + " " + n * 10 + " 0 " + labels, read(reader, sources.get(n)));
      }
    }
  }

  @Test
  void aRowThatIsNoSampleIsSkippedAlone() throws IOException {
    Path file =
        write(
            "optional binary image; optional int64 key;"
                + "optional group labels (LIST) { repeated group list { optional float element; } }",
            List.of(
                row("a", 1L, 1, 1f),
                row(null, 2L, 1, 1f),
                row("c", null, 1, 1f),
                row("d", -4L, 1, 1f),
                row("e", 5L, 0, 0f),
                row("f", 6L, 2, null),
                row("g", 7L, 2, 3f)));
    assertEquals(
        List.of(
            "a 1 0 [1.0]",
            "a null in column image",
            "a null in column key",
            "key -4 in column key",
            "no label in column labels.list.element",
            "a null in column labels.list.element",
            "g 7 0 [0.5, 3.0]"),
        samples(file));
  }

  /** A row of optional columns; of two labels the first is 0.5, and the last may be null. */
  private static Consumer<ParquetOutput> row(String image, Long key, int labels, Float last) {
    return file -> {
      if (image == null) {
        file.column("image").writeNull(0, 0);
      } else {
        file.column("image").write(Binary.fromString(image), 0, 1);
      }
      if (key == null) {
        file.column("key").writeNull(0, 0);
      } else {
        file.column("key").write(key, 0, 1);
      }
      var column = file.column("labels", "list", "element");
      if (labels == 0) {
        column.writeNull(0, 1);
      } else {
        if (labels == 2) {
          column.write(0.5f, 0, 3);
        }
        int repetition = labels - 1;
        if (last == null) {
          column.writeNull(repetition, 2);
        } else {
          column.write(last, repetition, 3);
        }
      }
    };
  }

  private List<String> labels(String type, Consumer<ParquetOutput>... values) throws IOException {
    return samples(
        write(
            IMAGE + "required " + type + " label;",
            Arrays.stream(values).map(value -> image("x").andThen(value)).toList()));
  }

  @Test
  @SuppressWarnings("unchecked")
  void labelsAreTakenOnlyIfFloatHoldsThem() throws IOException {
    String key = none(-7);
    assertEquals(
        List.of("x " + key + " 0 [-3.0]", "label 16777217 in column label"),
        labels(
            "int32",
            file -> file.column("label").write(-3, 0, 0),
            file -> file.column("label").write(16777217, 0, 0)));
    assertEquals(
        List.of("x " + key + " 0 [1.6777216E7]", "label 9223372036854775807 in column label"),
        labels(
            "int64",
            file -> file.column("label").write(1L << 24, 0, 0),
            file -> file.column("label").write(Long.MAX_VALUE, 0, 0)));
    assertEquals(
        List.of("x " + key + " 0 [0.1]", "label 1.0E300 in column label"),
        labels(
            "double",
            file -> file.column("label").write(0.1, 0, 0),
            file -> file.column("label").write(1e300, 0, 0)));
    assertEquals(
        List.of("x " + key + " 0 [4.0E9]"),
        samples(
            write(
                IMAGE + "required int32 cls (INTEGER(32,false));",
                List.of(
                    image("x").andThen(f -> f.column("cls").write((int) 4_000_000_000L, 0, 0))))));
  }

  @Test
  void keysAreWholeNumbersOfTheUsualNameOrOfTheConfiguredOne() throws IOException {
    Consumer<ParquetOutput> row =
        image("x")
            .andThen(f -> f.column("label").write(1f, 0, 0))
            .andThen(f -> f.column("key").write(Binary.fromString("t/1"), 0, 0))
            .andThen(f -> f.column("id").write(-1L, 0, 0));
    Path file =
        write(
            IMAGE
                + "required float label; required binary key (STRING);"
                + "required int64 id (INTEGER(64,false));",
            List.of(row));
    assertEquals(List.of("x " + none(-7) + " 0 [1.0]"), samples(file), "a key that is a text");
    SampleConf.KEY_FIELD.set(conf, "id");
    assertEquals(List.of("x 18446744073709551615 0 [1.0]"), samples(file));
    SampleConf.KEY_FIELD.set(conf, "key");
    assertTrue(refused(file).contains("expected a whole number, found required binary key"));
    SampleConf.KEY_FIELD.set(conf, "no.such");
    assertTrue(refused(file).startsWith("no column no.such (key: a whole number) in file:"));
  }

  @Test
  void columnsAreFoundByTheirPaths() throws IOException {
    Consumer<ParquetOutput> row =
        f -> {
          f.column("a.b", "bytes").write(Binary.fromString("x"), 0, 0);
          f.column("a.b", "kind").write(2, 0, 0);
          f.column("meta", "ys").write(1.5, 0, 1);
          f.column("meta", "ys").write(2.5, 1, 1);
          f.column("text").write(Binary.fromString("t"), 0, 0);
        };
    Path file =
        write(
            "required group a.b { required binary bytes; required int32 kind; }"
                + "required group meta { repeated double ys; } required binary text (STRING);",
            List.of(row, row));
    String missing = refused(file);
    assertTrue(missing.startsWith("no column image (image: bytes, or a group"), missing);
    assertTrue(missing.endsWith("found [a.b, meta, text]; --image-field names another one"));
    SampleConf.IMAGE_FIELD.set(conf, "a.b");
    assertTrue(refused(file).startsWith("no column label (label: a number, or"), refused(file));
    SampleConf.LABEL_FIELD.set(conf, "meta.ys");
    String expected = "x " + none(-7) + " 0 [1.5, 2.5]";
    assertEquals(List.of(expected, expected), samples(file));
    SampleConf.IMAGE_FIELD.set(conf, "a.b.bytes");
    SampleConf.LABEL_FIELD.set(conf, "a.b.kind");
    assertEquals("x " + none(-7) + " 0 [2.0]", samples(file).get(0));
    SampleConf.IMAGE_FIELD.set(conf, "text");
    assertTrue(refused(file).contains("expected the bytes of an image, found required binary"));
    SampleConf.IMAGE_FIELD.set(conf, "a.b");
    SampleConf.LABEL_FIELD.set(conf, "text");
    assertTrue(refused(file).contains("expected a number or a list of numbers, found"));
    PackConf.HEADER.set(conf, "none");
    assertEquals(
        List.of("x " + none(-7) + " 0 []", "x " + none(-7) + " 0 []"),
        samples(file),
        "records without a header need no label");
  }

  private Path resource(String name) throws IOException {
    try (InputStream in = getClass().getResourceAsStream("/formats/parquet/" + name)) {
      Path file = dir.resolve(name);
      Files.copy(in, file);
      return file;
    }
  }

  @Test
  void whatAFileSaysOfItsWriterIsNotLogged() throws Exception {
    Path file = resource("created_by_other.parquet");
    PackConf.HEADER.set(conf, "none");
    var rows = new ArrayList<String>();
    String logged = Logged.of(CorruptStatistics.class, () -> rows.addAll(samples(file)));
    assertEquals(3, rows.size());
    assertEquals("", logged, "Parquet can't parse created_by, and ignores its statistics");
  }

  @Test
  void damageOfARowGroupIsTheErrorOfEachOfItsRows() throws IOException {
    Path file = resource("codec_snappy.parquet");
    byte[] bytes = Files.readAllBytes(file);
    assertEquals(6, samples(file).size());
    assertTrue(samples(file).get(5).endsWith(" 5 0 [1.25, 1.5]"));
    Arrays.fill(bytes, 60, 140, (byte) 0x55);
    Files.write(file, bytes);
    List<String> damaged = samples(file);
    assertEquals(6, damaged.size());
    assertEquals(1, Set.copyOf(damaged).size(), damaged.toString());
    assertTrue(!damaged.get(0).startsWith("image"), damaged.get(0));
  }

  @Test
  void whatNothingHereReadsIsRefusedBeforeTasksStart() throws IOException {
    assertTrue(refused(resource("codec_brotli.parquet")).contains("compressed with BROTLI"));
    SampleConf.RAW.set(conf, true);
    Path file = resource("codec_zstd.parquet");
    assertThrows(InvalidSettingException.class, () -> scan(file));
  }

  @Test
  void filesAreKnownByTheirFirstBytes() {
    byte[] head = "PAR1............".getBytes(StandardCharsets.US_ASCII);
    assertTrue(SampleFormat.PARQUET.isDetected(head));
    assertTrue(!SampleFormat.PARQUET.isDetected(Arrays.copyOf(head, 3)));
    head[3] = 'E';
    assertTrue(!SampleFormat.PARQUET.isDetected(head));
  }
}
