// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Python;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables become tars, MosaicML's shards and TFRecord files, as other programs read them. */
@Supports(
    row = "records out: WebDataset, folders, TFRecord, ArrayRecord, Parquet, MDS, SequenceFile",
    engine = {"Spark 4.2", "Spark 3.5"})
class SampleSinkTest extends SparkTestBase {
  private static final int IMAGES = 25;

  /** Reads what is standard of a shard of MDS: no code of this project is used. */
  private static final String MDS =
      """
      import json, struct, sys, os
      folder = sys.argv[1]
      index = json.load(open(os.path.join(folder, 'index.json')))
      sizes = {'int': 8, 'uint64': 8, 'float32': 4, 'float64': 8}
      for shard in index['shards']:
          raw = open(os.path.join(folder, shard['raw_data']['basename']), 'rb').read()
          assert len(raw) == shard['raw_data']['bytes']
          count = struct.unpack_from('<I', raw)[0]
          assert count == shard['samples'], (count, shard['samples'])
          for i in range(count):
              begin, end = struct.unpack_from('<II', raw, 4 + 4 * i)
              encodings = shard['column_encodings']
              variable = [e for e in encodings if e not in sizes]
              lengths = list(struct.unpack_from('<%dI' % len(variable), raw, begin))
              at = begin + 4 * len(variable)
              out = []
              for name, e in zip(shard['column_names'], encodings):
                  n = sizes[e] if e in sizes else lengths.pop(0)
                  value = raw[at:at + n]
                  at += n
                  if e == 'int': value = struct.unpack('<q', value)[0]
                  elif e == 'uint64': value = struct.unpack('<Q', value)[0]
                  elif e == 'float32': value = struct.unpack('<f', value)[0]
                  elif e == 'float64': value = struct.unpack('<d', value)[0]
                  elif e == 'str': value = value.decode()
                  elif e == 'bytes': value = len(value)
                  elif e == 'ndarray:float32':
                      assert value[0] == 4
                      value = list(struct.unpack_from('<%df' % value[1], value, 2))
                  out.append('%s=%s' % (name, value))
              assert at == end
              print(' '.join(out))
      """;

  private Dataset<Row> images() throws IOException {
    return spark
        .read()
        .format("recordio")
        .option("recordio.payload", "image")
        .load(resource("images/multi.rec", folder).toString());
  }

  /** A table of further columns, in as many partitions. */
  private Dataset<Row> table(int partitions) {
    return spark
        .range(0, 10, 1, partitions)
        .selectExpr(
            "id * 3 AS key",
            "CAST(id % 4 AS INT) AS label",
            "CAST(repeat(CAST(id AS STRING), 20) AS BINARY) AS image",
            "concat('caption ', id) AS caption",
            "CAST(id / 2 AS FLOAT) AS score",
            "array(CAST(id AS FLOAT), CAST(0.5 AS FLOAT)) AS embedding");
  }

  private Path out() {
    return folder.resolve("out");
  }

  private static DataFrameWriter<Row> writer(Dataset<Row> rows, String format) {
    return rows.write().format(format);
  }

  /** Returns what GNU tar extracts of all tars of a folder. */
  private Map<String, byte[]> extracted(Path tars) throws IOException, InterruptedException {
    Path members = Files.createDirectories(folder.resolve("members"));
    for (Path tar : files(tars, ".tar")) {
      var process = new ProcessBuilder("tar", "-xf", tar.toString()).directory(members.toFile());
      assertEquals(0, process.inheritIO().start().waitFor());
    }
    var all = new TreeMap<String, byte[]>();
    for (Path file : files(members, "")) {
      all.put(file.getFileName().toString(), Files.readAllBytes(file));
    }
    return all;
  }

  @Test
  void imagesBecomeTarsThatGnuTarExtracts() throws Exception {
    Dataset<Row> images = images();
    writer(images, "webdataset").save(out().toString());
    Map<String, byte[]> members = extracted(out());
    var expected = new ArrayList<String>();
    images
        .collectAsList()
        .forEach(row -> expected.add(Arrays.toString((byte[]) row.getAs("data"))));
    List<String> found =
        members.entrySet().stream()
            .filter(member -> !member.getKey().endsWith(".json"))
            .filter(member -> !member.getKey().endsWith(".cls"))
            .map(member -> Arrays.toString(member.getValue()))
            .toList();
    assertEquals(IMAGES, found.size());
    assertEquals(expected.stream().sorted().toList(), found.stream().sorted().toList());
    assertTrue(Files.exists(out().resolve("_SUCCESS")));
    String wids = Files.readString(out().resolve("wids.json"));
    assertTrue(wids.contains("\"nsamples\" : " + IMAGES), wids);
  }

  @Test
  void furtherColumnsAreMembersAndTheIndexHasTheirPlaces() throws Exception {
    writer(table(3), "webdataset").option("recordio.export.ext", "jpg").save(out().toString());
    Map<String, byte[]> members = extracted(out());
    assertEquals(10 * 6, members.size());
    var keys = new ArrayList<String>();
    for (String name : members.keySet()) {
      if (name.endsWith(".json")) {
        keys.add(new String(members.get(name), StandardCharsets.UTF_8));
      }
    }
    assertTrue(keys.contains("{\"key\": 27, \"labels\": [1.0]}"), keys.toString());
    String first = members.keySet().iterator().next().replaceFirst("\\..*", "");
    assertEquals("caption 0", text(members.get(first + ".caption")));
    assertEquals("0.0", text(members.get(first + ".score")));
    byte[] npy = members.get(first + ".embedding.npy");
    assertEquals(
        0.5f, ByteBuffer.wrap(npy).order(ByteOrder.LITTLE_ENDIAN).getFloat(npy.length - 4));
    int samples = 0;
    for (Path index : files(out(), ".idx")) {
      byte[] tar = Files.readAllBytes(Path.of(index.toString().replace(".idx", ".tar")));
      List<String> lines = Files.readAllLines(index);
      assertEquals("v1.2 " + (lines.size() - 1), lines.get(0));
      for (String line : lines.subList(1, lines.size())) {
        samples++;
        String[] words = line.split(" ");
        assertEquals(0, words.length % 4);
        for (int i = 0; i < words.length; i += 4) {
          int at = Integer.parseInt(words[i + 1]);
          byte[] member = Arrays.copyOfRange(tar, at, at + Integer.parseInt(words[i + 2]));
          assertArrayEquals(members.get(words[i + 3]), member, words[i + 3]);
        }
      }
    }
    assertEquals(10, samples);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void shardsEndBySizeAndAppendedOnesAreListedToo() throws Exception {
    writer(table(1), "webdataset").option("shardSize", "100").save(out().toString());
    int tars = files(out(), ".tar").size();
    assertTrue(tars > 4, tars + " tars");
    writer(table(2), "webdataset").mode(SaveMode.Append).save(out().toString());
    String wids = Files.readString(out().resolve("wids.json"));
    assertEquals(tars + 2, files(out(), ".tar").size());
    assertEquals(tars + 2, wids.split("\"url\"").length - 1);
    Map<String, byte[]> members = extracted(out());
    assertTrue(members.size() >= 60, "names of one query are different");
    assertThrows(Exception.class, () -> writer(table(1), "webdataset").save(out().toString()));
    writer(table(1), "webdataset").mode(SaveMode.Ignore).save(out().toString());
    assertEquals(tars + 2, files(out(), ".tar").size());
  }

  @Test
  void tablesBecomeShardsOfMosaicMl() throws Exception {
    Python.assumeHas("json");
    writer(table(2).withColumnRenamed("score", "score_1"), "mds").save(out().toString());
    List<String> read = Python.run(MDS, out()).lines().sorted().toList();
    assertEquals(10, read.size());
    assertEquals(
        "caption=caption 9 embedding=[9.0, 0.5] image=20 key=27 label=1 score_1=4.5", read.get(9));
    // Shards of other columns do not get into one index.
    var other =
        assertThrows(
            Exception.class,
            () ->
                writer(table(1).drop("caption"), "mds")
                    .mode(SaveMode.Append)
                    .save(out().toString()));
    assertTrue(causes(other).contains("other columns"), causes(other));
    Path images = folder.resolve("images");
    writer(images(), "mds").save(images.toString());
    assertEquals(IMAGES, Python.run(MDS, images).lines().count());
  }

  @Test
  void tablesBecomeExamples() throws Exception {
    Python.assumeHas("google.protobuf");
    writer(table(2), "tfrecord-images").save(out().toString());
    String script =
        """
        import struct, sys
        from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
        f = descriptor_pb2.FileDescriptorProto(name='e.proto', package='t', syntax='proto3')
        def message(name):
            m = f.message_type.add(); m.name = name; return m
        def field(m, name, number, type, label=1, of=None, oneof=None):
            x = m.field.add(); x.name, x.number, x.type, x.label = name, number, type, label
            if of: x.type_name = of
            if oneof is not None: x.oneof_index = oneof
        for name, type in (('BytesList', 12), ('FloatList', 2), ('Int64List', 3)):
            field(message(name), 'value', 1, type, 3)
        feature = message('Feature'); feature.oneof_decl.add().name = 'kind'
        for i, name in enumerate(('BytesList', 'FloatList', 'Int64List')):
            field(feature, name.lower(), i + 1, 11, 1, '.t.' + name, 0)
        features = message('Features')
        entry = features.nested_type.add(); entry.name = 'FeatureEntry'; entry.options.map_entry = True
        field(entry, 'key', 1, 9); field(entry, 'value', 2, 11, 1, '.t.Feature')
        field(features, 'feature', 1, 11, 3, '.t.Features.FeatureEntry')
        field(message('Example'), 'features', 1, 11, 1, '.t.Features')
        pool = descriptor_pool.DescriptorPool(); pool.Add(f)
        d = pool.FindMessageTypeByName('t.Example')
        Example = message_factory.MessageFactory(pool).GetPrototype(d)
        for name in sys.argv[1:]:
            raw = open(name, 'rb').read(); at = 0
            while at < len(raw):
                n = struct.unpack_from('<Q', raw, at)[0]
                x = Example.FromString(raw[at + 12:at + 12 + n]).features.feature
                at += 16 + n
                print(x['caption'].byteslist.value[0].decode(), x['image/class/label'].int64list.value[0],
                      x['score'].floatlist.value[0], list(x['embedding'].floatlist.value))
        """;
    List<Path> files = files(out(), ".tfrecord");
    assertEquals(2, files.size());
    List<String> read = Python.run(script, files.toArray(Path[]::new)).lines().sorted().toList();
    assertEquals(10, read.size());
    assertEquals("caption 9 1 4.5 [9.0, 0.5]", read.get(9));
  }

  @Test
  void payloadsBecomeArrayRecordsThatAreReadAgain() throws Exception {
    Dataset<Row> rows = table(2).select("image");
    writer(rows, "arrayrecord").option("recordio.export.raw", "true").save(out().toString());
    Dataset<Row> read = spark.read().format("arrayrecord").load(out().toString());
    List<String> expected =
        rows.collectAsList().stream().map(row -> text((byte[]) row.get(0))).sorted().toList();
    assertEquals(
        expected,
        read.select("data").collectAsList().stream()
            .map(row -> text((byte[]) row.get(0)))
            .sorted()
            .toList());
    Path examples = folder.resolve("examples");
    writer(table(2), "arrayrecord").option("shardSize", "100").save(examples.toString());
    assertTrue(files(examples, ".array_record").size() > 4);
    assertEquals(10, spark.read().format("arrayrecord").load(examples.toString()).count());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "webdataset      | 'x' AS json, image                  | can't be the suffix of a member",
        "webdataset      | key                                 | a column 'data' is needed",
        "webdataset      | image, true AS flag                 | of webdataset is",
        "webdataset      | image, 16777217 AS label            | which is no float32",
        "mds             | image, 'x' AS Upper                 | can't be a column of MDS here",
        "mds             | image, CAST(NULL AS STRING) AS note | found NULL",
        "tfrecord-images | image, 0.5D AS ratio                | a feature has float32",
        "tfrecord-images | CAST(NULL AS BINARY) AS image       | expected a value, found NULL",
      })
  void whatAFormatCannotHoldIsAnError(String format, String columns, String expected) {
    Dataset<Row> rows = table(1).selectExpr(columns.split(", "));
    var error = assertThrows(Exception.class, () -> writer(rows, format).save(out().toString()));
    assertTrue(causes(error).contains(expected), causes(error));
    assertFalse(Files.exists(out().resolve("_SUCCESS")));
  }

  @Test
  void theyAreWrittenOnly() throws IOException {
    writer(table(1), "tfrecord-images").save(out().toString());
    var error =
        assertThrows(
            Exception.class,
            () -> spark.read().format("tfrecord-images").load(out().toString()).count());
    assertTrue(causes(error).contains("is written only"), causes(error));
    var partitioned =
        assertThrows(
            Exception.class,
            () ->
                writer(table(1), "mds").partitionBy("label").save(folder.resolve("p").toString()));
    assertTrue(causes(partitioned).contains("partitionBy"), causes(partitioned));
    try (Stream<Path> files = Files.list(folder)) {
      assertTrue(files.noneMatch(file -> file.getFileName().toString().equals("p")));
    }
  }
}
