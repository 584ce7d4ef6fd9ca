// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.npy.NpyHeader;
import dev.recordio.npy.NpyItems;
import dev.recordio.npy.NpyType;
import dev.recordio.sparse.sagemaker.ProtoReader;
import dev.recordio.sparse.sagemaker.SageMakerRow;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Formats of other programs that the library reads: SageMaker's rows, NPY. */
class ForeignByteFuzzTest extends ByteFuzzTest {
  private final SageMakerRow row = new SageMakerRow();

  @Override
  protected List<ByteTarget> targets() {
    return List.of(
        ByteTarget.of("protobuf", 1_000_000, bytes -> protobuf(bytes, 0)).corpus("sagemaker"),
        ByteTarget.of("sagemaker", 1_000_000, this::sageMaker),
        ByteTarget.of("npy", 500_000, ForeignByteFuzzTest::npy),
        ByteTarget.of("npy-type", 200_000, ForeignByteFuzzTest::npyType)
            .refuses(IllegalArgumentException.class));
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

  private static void npy(byte[] bytes) throws IOException {
    var in = new ByteArrayInputStream(bytes);
    NpyHeader header = NpyHeader.read(in, bytes.length, "a.npy");
    assertEquals(bytes.length - in.available(), header.dataOffset());
    header.toString();
    header.requireFits(bytes.length, "a.npy");
    NpyItems items = NpyItems.of(header.type());
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
