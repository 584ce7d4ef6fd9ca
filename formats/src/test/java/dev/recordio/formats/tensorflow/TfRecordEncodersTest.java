// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.tensorflow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.protobuf.ProtoWriter;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrFixtures;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.layout.ShardCounts;
import dev.recordio.sparse.layout.ShardEncoder;
import dev.recordio.sparse.layout.ShardRows;
import dev.recordio.sparse.layout.ShardShape;
import dev.recordio.sparse.layout.ShardSizes;
import dev.recordio.testing.Python;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows as Examples and as ExampleListWithContext; the bytes are protobuf's. */
class TfRecordEncodersTest {
  /** Parses every record of the files as the message named before them, and writes it again. */
  private static final String PROTOBUF =
      """
      import struct, sys
      from google.protobuf import descriptor_pb2, descriptor_pool
      from google.protobuf.message_factory import MessageFactory
      file = descriptor_pb2.FileDescriptorProto(name='e.proto', package='t', syntax='proto3')
      def message(parent, name, *fields):
          made = parent.add(name=name)
          for number, label, kind, name in fields:
              field = made.field.add(name=name, number=number, label=label)
              if isinstance(kind, str):
                  field.type, field.type_name = 11, '.t.' + kind
              else:
                  field.type = kind
          return made
      for number, (name, kind) in enumerate([('BytesList', 12), ('FloatList', 2), ('Int64List', 3)], 1):
          message(file.message_type, name, (1, 3, kind, 'value'))
      feature = message(file.message_type, 'Feature', (1, 1, 'BytesList', 'bytes_list'),
                        (2, 1, 'FloatList', 'float_list'), (3, 1, 'Int64List', 'int64_list'))
      feature.oneof_decl.add(name='kind')
      for field in feature.field:
          field.oneof_index = 0
      features = message(file.message_type, 'Features', (1, 3, 'Features.FeatureEntry', 'feature'))
      entry = message(features.nested_type, 'FeatureEntry', (1, 1, 9, 'key'), (2, 1, 'Feature', 'value'))
      entry.options.map_entry = True
      message(file.message_type, 'Example', (1, 1, 'Features', 'features'))
      message(file.message_type, 'Elwc', (1, 3, 'Example', 'examples'), (2, 1, 'Example', 'context'))
      pool = descriptor_pool.DescriptorPool()
      pool.Add(file)
      factory = MessageFactory(pool)
      for kind, name in zip(sys.argv[1::2], sys.argv[2::2]):
          kind = factory.GetPrototype(pool.FindMessageTypeByName('t.' + kind))
          data, at, count = open(name, 'rb').read(), 0, 0
          while at < len(data):
              length, = struct.unpack_from('<Q', data, at)
              record = data[at + 12:at + 12 + length]
              assert len(record) == length
              parsed = kind.FromString(record)
              assert parsed.SerializeToString(deterministic=True) == record, (name, count)
              at, count = at + 16 + length, count + 1
          print(count, end=' ')
      """;

  private static byte[] encode(ShardEncoder encoder, boolean weights, CsrBlock... blocks)
      throws IOException {
    CsrSource source = CsrSource.of(blocks);
    ShardShape shape = ShardShape.of(source);
    shape.give(weights, false);
    var rows = new ShardRows(source, shape, 1000, null, false);
    return CsrFixtures.encode(out -> encoder.write(rows, out::write));
  }

  private static CsrBlock[] first50(int perBlock) throws IOException {
    var all = new CsrBlock();
    CsrFixtures.rows("rank_qid").pass(block -> all.addRows(block, 0, 50));
    var blocks = new ArrayList<CsrBlock>();
    for (int row = 0; row < 50; row += perBlock) {
      var block = new CsrBlock();
      block.addRows(all, row, Math.min(50, row + perBlock));
      blocks.add(block);
    }
    return blocks.toArray(CsrBlock[]::new);
  }

  private static byte[] fixture(String name) throws IOException {
    try (var in =
        TfRecordEncodersTest.class.getResourceAsStream("/fixtures/formats/tfrecord/" + name)) {
      return in.readAllBytes();
    }
  }

  @Test
  void sizesOfShardsAreThoseOfTheFiles() throws IOException {
    ShardSizes.check(new TfRecordShardEncoder());
  }

  @Test
  void bytesAreThoseOfTheReferenceFilesHoweverRowsAreCutIntoBlocks() throws IOException {
    for (int perBlock : new int[] {1, 7, 50}) {
      assertArrayEquals(
          fixture("sparse.tfrecord"), encode(new TfRecordShardEncoder(), false, first50(perBlock)));
      assertArrayEquals(
          fixture("elwc.tfrecord"), encode(new ElwcShardEncoder(), false, first50(perBlock)));
    }
  }

  /** Rows with all that rows can have, unsorted, some empty, some with wide indices. */
  private static CsrBlock[] many() {
    var random = new Random(11);
    var blocks = new CsrBlock[4];
    for (int b = 0; b < blocks.length; b++) {
      blocks[b] = new CsrBlock();
      for (int r = 0; r < 60; r++) {
        blocks[b].addRow(r % 9 == 0 ? Float.NaN : r / 3f);
        blocks[b].setQid(Long.MAX_VALUE >>> (b * 60 + r) / 7);
        if (b == 1) {
          blocks[b].setWeight(-0f);
        }
        for (int i = random.nextInt(9) * (r % 5); i > 0; i--) {
          long index = b == 2 ? random.nextLong() >>> 1 + random.nextInt(62) : random.nextInt(500);
          blocks[b].add(index, Float.intBitsToFloat(random.nextInt()));
        }
      }
    }
    return blocks;
  }

  /** Returns an Example of many features. */
  private static byte[] wide() throws IOException {
    var writer = new ExampleWriter();
    for (String name : List.of("z", "", "\u00e9", "\ud83d\ude00", "\uffee", "Z", "zz", "a/b")) {
      switch (name.length() % 3) {
        case 0 -> writer.bytes(ProtoWriter.utf8(name), new byte[name.length() * 5000]);
        case 1 -> writer.int64s(ProtoWriter.utf8(name), new long[] {-1, 0, 1L << 63}, 0, 3);
        default -> writer.floats(ProtoWriter.utf8(name), new float[100], 0, 100);
      }
    }
    return CsrFixtures.encode(out -> writer.write(out::write));
  }

  @Test
  void protobufParsesThemAndWritesTheSameBytes(@TempDir Path folder) throws Exception {
    Python.assumeHas("google.protobuf");
    Path rows = folder.resolve("rows");
    Files.write(rows, encode(new TfRecordShardEncoder(), true, many()));
    Path elwc = folder.resolve("elwc");
    Files.write(elwc, encode(new ElwcShardEncoder(), true, many()));
    Path wide = folder.resolve("wide");
    try (OutputStream out = Files.newOutputStream(wide)) {
      var frames = new TfRecordWriter(out::write);
      byte[] example = wide();
      frames.record(example, 0, example.length);
      frames.flush();
    }
    Path example = Path.of("Example");
    assertEquals(
        "240 35 1", Python.run(PROTOBUF, example, rows, Path.of("Elwc"), elwc, example, wide));
  }

  @Test
  void columnsAscendAndEveryRowHasBothLists() throws IOException {
    var block = new CsrBlock();
    block.addRow(2);
    block.add(9, 0.5f);
    block.add(4, 1);
    block.add(1L << 40, -1);
    block.addRow(3);
    byte[] file = encode(new TfRecordShardEncoder(), false, block);
    var frames = new TfRecordReader();
    var example = new ExampleReader();
    frames.reset(file, 0, file.length, 0);
    assertTrue(frames.next());
    example.reset(file, frames.from(), frames.end(), 0);
    assertEquals(List.of("indices", "label", "values"), example.names());
    assertTrue(example.find(ProtoWriter.utf8("indices")));
    assertEquals(
        List.of(4L, 9L, 1L << 40), List.of(example.int64(0), example.int64(1), example.int64(2)));
    assertTrue(example.find(ProtoWriter.utf8("values")));
    assertEquals(1, example.floatAt(0));
    assertTrue(frames.next());
    example.reset(file, frames.from(), frames.end(), 0);
    assertTrue(example.find(ProtoWriter.utf8("indices")));
    assertEquals(FeatureKind.INT64, example.kind());
    assertEquals(0, example.count());
    assertTrue(example.find(ProtoWriter.utf8("values")));
    assertEquals(FeatureKind.FLOAT, example.kind());
  }

  @Test
  void theSizeOfElwcIsKnownUpToTheLengthOfTheIds() throws IOException {
    var encoder = new ElwcShardEncoder();
    for (boolean weights : new boolean[] {false, true}) {
      var counts = new ShardCounts(500, 0, weights, true);
      long rowBytes = 0;
      long rows = 0;
      ShardShape shape = ShardShape.of(CsrSource.of(many()));
      for (CsrBlock block : many()) {
        counts.see(block);
      }
      for (CsrBlock block : many()) {
        for (int r = 0; r < block.rows(); r++) {
          rowBytes += encoder.rowBytes(block, r, counts);
          rows++;
        }
      }
      counts.set(rows, 0, shape.groups(), rowBytes);
      long bytes = encode(encoder, weights, many()).length;
      long most = encoder.bytes(counts);
      assertTrue(bytes <= most && most <= bytes + 8 * 35, most + " for " + bytes);
    }
    assertEquals(0, encoder.emptyBytes());
  }

  @Test
  void rowsWithoutQueryIdsAreNoQueries() {
    var block = new CsrBlock();
    block.addRow(1);
    var error =
        assertThrows(
            IllegalArgumentException.class, () -> encode(new ElwcShardEncoder(), false, block));
    assertTrue(error.getMessage().contains("no query ids"), error.getMessage());
  }

  @Test
  void numbersBeyondInt64AreRefusedWithTheirPlace() {
    for (ShardEncoder encoder : List.of(new TfRecordShardEncoder(), new ElwcShardEncoder())) {
      var block = new CsrBlock();
      block.addRow(1);
      block.setQid(Long.MAX_VALUE);
      block.add(Long.MAX_VALUE, 1);
      block.addRow(1);
      block.setPosition(80);
      block.setQid(3);
      block.add(Long.MIN_VALUE, 1);
      var index = assertThrows(MalformedRecordException.class, () -> encoder.check(block));
      assertEquals(80, index.offset());
      assertTrue(index.expected().contains("indices below 2^63"), index.expected());
      assertEquals("9223372036854775808", index.found());
      block.setQid(-1);
      var qid = assertThrows(MalformedRecordException.class, () -> encoder.check(block));
      assertEquals("18446744073709551615", qid.found());
    }
  }
}
