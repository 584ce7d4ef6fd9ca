// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.jobs.run.local.OwnLocalFileSystem;
import dev.recordio.testing.Python;
import dev.recordio.testing.SageMakerFiles;
import dev.recordio.testing.Supports;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;

/** SageMaker's records from rows, and rows from them. */
@Supports(row = "rows of SageMaker's RecordIO-protobuf, read", engine = "command line")
@Supports(
    row = "rows as Parquet, Spark's vectors, TFRecord, ELWC, SageMaker",
    engine = "command line")
class SageMakerCsrTest extends CsrTestBase {
  private static final String FIRST = "part-00000-00000";

  /**
   * Parses the records of files with protobuf's own library, by a descriptor that is built here,
   * and compares what it writes of them.
   */
  private static final String PROTOBUF =
      """
      import struct, sys
      from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
      T = descriptor_pb2.FieldDescriptorProto
      file = descriptor_pb2.FileDescriptorProto(
          name='record.proto', package='aialgs.data', syntax='proto2')
      def message(name, parent=file.message_type):
          made = parent.add()
          made.name = name
          return made
      def field(of, name, number, type, label=T.LABEL_OPTIONAL, kind=None, packed=False):
          made = of.field.add(name=name, number=number, type=type, label=label)
          if kind: made.type_name = '.aialgs.data.' + kind
          if packed: made.options.packed = True
          return made
      for name, type in (('Float32', T.TYPE_FLOAT), ('Float64', T.TYPE_DOUBLE), ('Int32', T.TYPE_INT32)):
          tensor = message(name + 'Tensor')
          field(tensor, 'values', 1, type, T.LABEL_REPEATED, packed=True)
          field(tensor, 'keys', 2, T.TYPE_UINT64, T.LABEL_REPEATED, packed=True)
          field(tensor, 'shape', 3, T.TYPE_UINT64, T.LABEL_REPEATED, packed=True)
      blob = message('Bytes')
      field(blob, 'value', 1, T.TYPE_BYTES, T.LABEL_REPEATED)
      field(blob, 'content_type', 2, T.TYPE_STRING)
      value = message('Value')
      value.oneof_decl.add(name='value')
      for name, number, kind in (('float32_tensor', 2, 'Float32Tensor'), ('float64_tensor', 3, 'Float64Tensor'),
                                 ('int32_tensor', 7, 'Int32Tensor'), ('bytes', 9, 'Bytes')):
          field(value, name, number, T.TYPE_MESSAGE, kind=kind).oneof_index = 0
      record = message('Record')
      for name, number in (('features', 1), ('label', 2)):
          entry = message(name.capitalize() + 'Entry', record.nested_type)
          entry.options.map_entry = True
          field(entry, 'key', 1, T.TYPE_STRING)
          field(entry, 'value', 2, T.TYPE_MESSAGE, kind='Value')
          field(record, name, number, T.TYPE_MESSAGE, T.LABEL_REPEATED, 'Record.' + entry.name)
      for name, number in (('uid', 3), ('metadata', 4), ('configuration', 5)):
          field(record, name, number, T.TYPE_STRING)
      pool = descriptor_pool.DescriptorPool()
      pool.Add(file)
      Record = message_factory.MessageFactory(pool).GetPrototype(
          pool.FindMessageTypeByName('aialgs.data.Record'))
      rows = entries = 0
      sums = 0.0
      for name in sys.argv[1:]:
          data = open(name, 'rb').read()
          at = 0
          while at < len(data):
              magic, length = struct.unpack_from('<II', data, at)
              assert magic == 0xced7230a, (name, at)
              payload = data[at + 8:at + 8 + length]
              pad = -length % 4
              assert data[at + 8 + length:at + 8 + length + pad] == bytes(pad)
              at += 8 + length + pad
              parsed = Record.FromString(payload)
              assert parsed.SerializeToString(deterministic=True) == payload, (name, at)
              assert set(parsed.features) == set(parsed.label) == {'values'}
              tensor = parsed.features['values'].float32_tensor
              assert list(tensor.shape) == [127] and len(tensor.keys) == len(tensor.values)
              assert len(parsed.label['values'].float32_tensor.values) == 1
              rows += 1
              entries += len(tensor.keys)
              sums += sum(tensor.keys) + sum(tensor.values) + parsed.label['values'].float32_tensor.values[0]
      print(rows, entries, int(sums))
      """;

  private Map<String, byte[]> made(String line, Object... arguments) throws Exception {
    Path out = nextOutput();
    csr(out, line, arguments).ended(0);
    return files(out);
  }

  @Test
  void rowsAreTheRecordsOfProtobufWhetherColumnsAreToldOrCounted() throws Exception {
    Path rows = put("rows.libsvm", SageMakerFiles.fixture("rows.libsvm"));
    byte[] expected = SageMakerFiles.fixture("sparse.pbr");
    assertArrayEquals(expected, made("--to sagemaker --features 127 {}", rows).get(FIRST + ".pbr"));
    assertArrayEquals(expected, made("--to sagemaker {}", rows).get(FIRST + ".pbr"));
    assertEquals(127, manifest().columns());
    // Where other layouts count while they write, this one counts before.
    conf.setClass("fs.file.impl", OwnLocalFileSystem.class, FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    Map<String, byte[]> shards = made("--to sagemaker --shard-rows 2 {}", rows);
    assertEquals(127, manifest().columns());
    var joined = new ByteArrayOutputStream();
    for (CsrManifest.Shard shard : manifest().shards()) {
      joined.writeBytes(shards.get(shard.file()));
    }
    assertArrayEquals(expected, joined.toByteArray());
  }

  @Test
  void thereAndBackAreTheRowsOfTheTextAndProtobufReadsThem() throws Exception {
    Path text = copy("libsvm/agaricus.txt.test");
    Map<String, byte[]> npz = made("--features 127 {}", text);
    Map<String, byte[]> pbr = made("--to sagemaker --shard-size 60k {}", text);
    Path records = output();
    assertTrue(pbr.size() > 3);
    Map<String, byte[]> back = made("--format sagemaker {}", records);
    assertEquals(127, manifest().columns());
    assertEquals("sagemaker", manifest().format());
    for (String name : List.of(FIRST + ".npz", FIRST + ".label.npy")) {
      assertArrayEquals(npz.get(name), back.get(name), name);
    }
    Map<String, byte[]> again = made("--format sagemaker --to sagemaker {}", records);
    Map<String, byte[]> whole = made("--to sagemaker {}", text);
    assertArrayEquals(whole.get(FIRST + ".pbr"), again.get(FIRST + ".pbr"));

    Python.assumeHas("google.protobuf");
    Path magics = put("magics.pbr", SageMakerFiles.fixture("sparse.pbr"));
    Path[] all =
        Stream.concat(
                pbr.keySet().stream().filter(name -> name.endsWith(".pbr")).map(records::resolve),
                Stream.of(magics))
            .toArray(Path[]::new);
    String[] counts = Python.run(PROTOBUF, all).split(" ");
    assertEquals("1616", counts[0]);
    assertEquals(Integer.toString(22 * 1611 + 9), counts[1]);
  }

  @Test
  void theSameBytesForAnyNumberOfTasks() throws Exception {
    Path text = copy("libsvm/agaricus.txt.test");
    made("--to sagemaker --features 127 {}", text);
    Path records = output().resolve(FIRST + ".pbr");
    for (Path input : List.of(text, records)) {
      conf.set("libsvm.format", input == text ? "libsvm" : "sagemaker");
      cut(40_000, 1 << 20); // one task
      Map<String, byte[]> one = made("--to sagemaker --features 127 {}", input);
      cut(40_000, 1);
      CsrTasksTest.assertSame(one, made("--to sagemaker --features 127 {}", input));
      assertTrue(one.size() > 5);
    }
  }

  private JsonNode stats(Path input, String options) throws Exception {
    return ok("stats --json --format sagemaker {} " + options, input).json();
  }

  @Test
  void columnsAreTheShapeWhateverTheLargestIndexAndTheBase() throws Exception {
    Path file = put("s.pbr", SageMakerFiles.file(List.of(SageMakerFiles.message(1, 900, 5, 6))));
    for (String base : List.of("0", "1", "auto")) {
      JsonNode stats = stats(file, "--index-base " + base);
      assertEquals(900, stats.get("columns").asLong());
      assertEquals(1, stats.get("maxIndex").asLong());
      assertEquals(0, stats.get("indexBase").asInt());
      assertEquals("sagemaker counts columns from 0", stats.get("indexBaseReason").asText());
    }
    made("--format sagemaker --index-base auto {}", file);
    assertEquals(900, manifest().columns());
    put("s.pbr.weight", "2\n"); // a side file, so that rows are counted
    made("--format sagemaker {}", file);
    assertEquals(900, manifest().columns());
    assertTrue(manifest().hasWeight());
    made("--format sagemaker --features 1000 {}", file);
    assertEquals(1000, manifest().columns());
    assertHas(
        csr(nextOutput(), "--format sagemaker --features 800 {}", file).ended(3).err(),
        "--features is 800: give more");
    made("--format sagemaker {}", put("empty.pbr", new byte[0]));
    assertEquals(0, manifest().columns());
  }

  private void assertRefused(String expected, String line, Object... arguments) {
    assertHas(csr(nextOutput(), line, arguments).ended(3).err(), expected);
  }

  @Test
  void malformedFilesAreRefusedWithFileAndOffset() throws Exception {
    List<String> places =
        List.of("bytes.pbr at offset 20", "bad_shape.pbr at offset 92", "cut.pbr at offset 287");
    for (String place : places) {
      String name = place.substring(0, place.indexOf(' '));
      Path file = put(name, SageMakerFiles.fixture(name));
      assertRefused("in/" + place + ": expected ", "--format sagemaker {}", file);
    }
    Path bad = dir.resolve("in").resolve("bad_shape.pbr");
    assertRefused("in/" + places.get(1), "--format sagemaker --mode lenient {}", bad);
    run("stats --format sagemaker {}", bad).ended(3);
  }

  @Test
  void shapesThatDifferBetweenSegmentsAreRefusedInEveryMode() throws Exception {
    byte[] five = SageMakerFiles.frame(SageMakerFiles.message(1, 5, 1));
    put("a.pbr", five);
    put("b.pbr", SageMakerFiles.frame(SageMakerFiles.message(1, 4, 1)));
    Path folder = dir.resolve("in");
    cut(five.length, 1);
    for (String mode : List.of("strict", "lenient")) {
      assertRefused("shape that differs", "--format sagemaker --mode {} {}", mode, folder);
      assertHas(
          run("stats --format sagemaker --mode {} {}", mode, folder).ended(3).err(),
          "b.pbr at offset 0: expected the shape of");
    }
  }

  @Test
  void weightsAndQueryIdsHaveNoPlace() throws Exception {
    Path rows = put("r", "1:0.5 qid:3 0:1\n0:2 qid:4 1:2\n");
    assertRefused("in/r at offset 0: expected rows without weights", "--to sagemaker {}", rows);
    assertRefused("(--without weight,qid", "--to sagemaker --without weight {}", rows);
    byte[] bare = made("--to sagemaker --without weight,qid {}", rows).get(FIRST + ".pbr");
    byte[] expected =
        SageMakerFiles.file(
            List.of(
                SageMakerFiles.message(1, 2, 1),
                SageMakerFiles.message(0, 2, new long[] {1}, new float[] {2})));
    assertArrayEquals(expected, bare);
    assertRefused("column 1 (from 0) twice", "--to sagemaker {}", put("d", "1 1:1 1:2\n"));
  }
}
