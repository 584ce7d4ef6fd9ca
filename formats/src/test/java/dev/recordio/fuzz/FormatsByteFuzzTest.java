// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.mosaic.MdsArray;
import dev.recordio.formats.mosaic.MdsOffsets;
import dev.recordio.formats.mosaic.MdsSample;
import dev.recordio.formats.mosaic.MdsSchema;
import dev.recordio.formats.tensorflow.ExampleReader;
import dev.recordio.formats.tensorflow.FeatureKind;
import dev.recordio.formats.tensorflow.TfRecordFrame;
import dev.recordio.formats.tensorflow.TfRecordReader;
import dev.recordio.formats.webdataset.TarName;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Formats of other programs: TFRecord and its messages, MDS, names in tars. */
class FormatsByteFuzzTest extends ByteFuzzTest {
  private static final MdsSchema MDS =
      new MdsSchema(
          List.of(
              MdsSchema.Column.of("array", MdsSchema.Column.FLOATS),
              MdsSchema.Column.of("image", "jpeg"),
              MdsSchema.Column.of("label", "int"),
              MdsSchema.Column.of("scale", "float16"),
              MdsSchema.Column.of("text", "str")));

  private final ExampleReader examples = new ExampleReader();

  @Override
  protected List<ByteTarget> targets() {
    return List.of(
        ByteTarget.of("tfrecord", 500_000, this::tfRecords).mend(Mend::tfRecords),
        ByteTarget.of("example", 1_000_000, bytes -> example(bytes, 0, bytes.length)),
        ByteTarget.of("mds-shard", 1_000_000, FormatsByteFuzzTest::mds),
        ByteTarget.of("tar-name", 200_000, FormatsByteFuzzTest::tarName));
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
}
