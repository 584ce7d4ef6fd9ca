// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.testing.FaceSets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.Path;

/** Base of the tests of InsightFace sets: files of records, and readers that are not ours. */
abstract class FaceTestBase extends ArrangeTestBase {
  /** Puts a set and its index into the test's folder; returns its path. */
  final String put(String name) throws IOException {
    write(name + ".idx", FaceSets.bytes(name + ".idx"));
    return write(name + ".rec", FaceSets.bytes(name + ".rec")).toString();
  }

  /** Writes flat records with the keys and ids from {@code first} on. */
  final String flat(String name, long first, int count, IntFunction<float[]> labels)
      throws IOException {
    Path file = path(name + ".rec");
    try (var writer = RecordFileWriter.create(conf(), file, path(name + ".idx"))) {
      for (int i = 0; i < count; i++) {
        float[] of = labels.apply(i);
        byte[] image = image(first + i);
        byte[] payload = new byte[ImageRecordHeader.bytes(of.length) + image.length];
        ImageRecordHeader.write(payload, 0, first + i, 0, of, of.length);
        System.arraycopy(image, 0, payload, payload.length - image.length, image.length);
        writer.write(first + i, payload, 0, payload.length);
      }
    }
    return file.toString();
  }

  /** The image of an id: no two are alike. */
  static byte[] image(long id) {
    return ("image " + id).getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns the keys and offsets of an index. */
  final Map<Long, Long> index(String file) throws IOException {
    var index = new TreeMap<Long, Long>();
    for (String line : text(file).lines().toList()) {
      String[] words = line.split("\t");
      assertTrue(index.put(Long.parseLong(words[0]), Long.parseLong(words[1])) == null, line);
    }
    return index;
  }

  final String text(String file) throws IOException {
    return new String(read(path(file)), StandardCharsets.UTF_8);
  }

  /** A record: its id, labels, image. */
  record Face(long id, List<Float> labels, byte[] image) {}

  /** Reads the record at an offset. */
  final Face face(Path file, long offset) throws IOException {
    var range = List.of(new InputRange(file, offset, 4));
    var header = new ImageRecordHeader();
    try (var reader = new RecordSplitReader(conf(), range, DamageTracker.failing())) {
      assertTrue(reader.next());
      byte[] buffer = reader.record().buffer();
      int from = reader.record().payloadOffset();
      header.read(buffer, from, reader.record().payloadLength(), offset);
      Float[] labels = new Float[header.labelCount()];
      Arrays.setAll(labels, header::label);
      int image = header.imageOffset();
      return new Face(
          header.id(),
          List.of(labels),
          Arrays.copyOfRange(buffer, image, image + header.imageLength()));
    }
  }
}
