// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.exchange.ExampleReader;
import dev.recordio.exchange.FeatureKind;
import dev.recordio.exchange.MdsArray;
import dev.recordio.exchange.MdsColumn;
import dev.recordio.exchange.MdsOffsets;
import dev.recordio.exchange.MdsSample;
import dev.recordio.exchange.MdsSchema;
import dev.recordio.exchange.ProtoReader;
import dev.recordio.exchange.SageMakerRow;
import dev.recordio.exchange.TarName;
import dev.recordio.exchange.TfRecordFrame;
import dev.recordio.exchange.TfRecordReader;
import dev.recordio.npy.NpyHeader;
import dev.recordio.npy.NpyItems;
import dev.recordio.npy.NpyType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Formats of other programs: TFRecord and its messages, MDS, SageMaker's rows, NPY. */
class ExchangeByteFuzzTest extends ByteFuzzTest {
  private static final MdsSchema MDS =
      new MdsSchema(
          List.of(
              MdsColumn.of("array", MdsColumn.FLOATS),
              MdsColumn.of("image", "jpeg"),
              MdsColumn.of("label", "int"),
              MdsColumn.of("scale", "float16"),
              MdsColumn.of("text", "str")));

  private final ExampleReader examples = new ExampleReader();
  private final SageMakerRow row = new SageMakerRow();

  @Override
  protected List<ByteTarget> targets() {
    return List.of(
        ByteTarget.of("tfrecord", 500_000, this::tfRecords).mend(Mend::tfRecords),
        ByteTarget.of("example", 1_000_000, bytes -> example(bytes, 0, bytes.length)),
        ByteTarget.of("protobuf", 1_000_000, bytes -> protobuf(bytes, 0)).corpus("example"),
        ByteTarget.of("sagemaker", 1_000_000, this::sageMaker),
        ByteTarget.of("mds-shard", 1_000_000, ExchangeByteFuzzTest::mds),
        ByteTarget.of("tar-name", 200_000, ExchangeByteFuzzTest::tarName),
        ByteTarget.of("npy", 500_000, ExchangeByteFuzzTest::npy),
        ByteTarget.of("npy-type", 200_000, ExchangeByteFuzzTest::npyType)
            .refuses(IllegalArgumentException.class));
  }

  private void tfRecords(byte[] bytes) throws MalformedRecordException {
    var reader = new TfRecordReader();
    reader.reset(bytes, 0, bytes.length, 0);
    if (bytes.length >= TfRecordFrame.HEADER_BYTES) {
      TfRecordFrame.isHeader(bytes, 0);
    }
    while (reader.next()) {
      example(bytes, reader.from(), reader.end());
    }
  }

  private void example(byte[] bytes, int from, int end) throws MalformedRecordException {
    examples.reset(bytes, from, end, 0);
    for (String name : examples.names()) {
      if (!examples.find(name.getBytes(StandardCharsets.UTF_8))) {
        continue; // not a name in UTF-8
      }
      FeatureKind kind = examples.kind();
      for (int i = 0; i < examples.count(); i++) {
        if (kind == FeatureKind.INT64) {
          examples.int64(i);
        } else if (kind == FeatureKind.FLOAT) {
          examples.floatAt(i);
        } else {
          assertTrue(from <= examples.from(i) && examples.from(i) <= examples.end(i));
          assertTrue(examples.end(i) <= end);
        }
      }
    }
  }

  /** Messages within messages, and fields as packed numbers, whatever they are. */
  private static void protobuf(byte[] bytes, int depth) throws MalformedRecordException {
    var reader = new ProtoReader();
    reader.reset(bytes, 0, bytes.length, 0);
    while (reader.next()) {
      reader.number();
      assertTrue(0 <= reader.from() && reader.end() <= bytes.length);
      if (reader.type() == 2) {
        var within = new ProtoReader();
        for (int how = 0; how < 4; how++) {
          within.enter(reader);
          try {
            walk(within, how);
          } catch (MalformedRecordException e) {
            assertTrue(e.offset() <= bytes.length, e.getMessage());
          }
        }
      }
    }
  }

  private static void walk(ProtoReader in, int how) throws MalformedRecordException {
    while (how == 0 ? in.next() : !in.isAtEnd()) {
      switch (how) {
        case 1 -> in.packedVarint();
        case 2 -> in.packedFixed32();
        case 3 -> in.packedFixed64();
        default -> in.field();
      }
    }
  }

  private void sageMaker(byte[] bytes) throws MalformedRecordException {
    row.read(bytes, 0, bytes.length);
    assertTrue(row.entries() <= bytes.length);
    assertTrue(row.values().length >= row.entries());
    assertTrue(row.isDense() || row.keys().length >= row.entries());
  }

  private static void mds(byte[] bytes) throws MalformedRecordException {
    if (bytes.length < 8) {
      throw new MalformedRecordException("shard", null, 0, -1, "8 bytes", bytes.length + "");
    }
    var in = Mend.little(bytes);
    var offsets = new MdsOffsets(bytes.length, in.getInt(0), in.getInt(0));
    assertTrue(offsets.configStart() <= bytes.length);
    long before = offsets.take(in.getInt(4));
    var sample = new MdsSample(MDS);
    var array = new MdsArray();
    for (int i = 1; i < offsets.size(); i++) {
      long end = offsets.take(in.getInt(4 + 4 * i));
      sample.reset(bytes, (int) before, (int) end, before);
      array.reset(sample, 0, MDS.columns().get(0).items());
      assertTrue(array.from() + 4L * array.count() <= end);
      MDS.columns().get(2).number().whole(bytes, sample.from(2));
      MDS.columns().get(3).number().fraction(bytes, sample.from(3));
      before = end;
    }
  }

  private static void tarName(byte[] bytes) {
    TarName name = TarName.of(new String(bytes, StandardCharsets.UTF_8));
    if (name != null) {
      name.suffix();
    }
  }

  private static void npy(byte[] bytes) throws IOException {
    var in = new ByteArrayInputStream(bytes);
    NpyHeader header = NpyHeader.read(in, bytes.length, "a.npy");
    assertEquals(bytes.length - in.available(), header.dataOffset());
    header.toString();
    header.requireFits(bytes.length, "a.npy");
    NpyItems items = header.type().isStructured() ? null : NpyItems.of(header.type());
    if (items != null) {
      for (long at = header.dataOffset(); at + items.bytes() <= bytes.length; at += items.bytes()) {
        if (items.isText()) {
          items.getText(bytes, (int) at);
        } else if (items.isWhole()) {
          items.getLong(bytes, (int) at);
        } else if (items.isReal()) {
          items.getDouble(bytes, (int) at);
        }
        if (items.bytes() == 0) {
          break;
        }
      }
    }
  }

  private static void npyType(byte[] bytes) {
    NpyType type = NpyType.parse(new String(bytes, StandardCharsets.UTF_8));
    assertEquals(type, NpyType.parse(type.text()));
  }
}
