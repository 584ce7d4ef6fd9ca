// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.images.augment.ImageDtype;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Batches are those of ImageRecordIter of libmxnet 1.9.1: each case within the tolerance that the
 * manifest has.
 */
class BatchFixturesTest {
  private static final String FIXTURES = "/images/batches/";
  private static final List<String> OF_ONE = List.of("three", "relabel", "rgba"); // others: crop's

  @TempDir static Path dir;

  @BeforeAll
  static void copy() throws IOException {
    for (String name :
        List.of("one.rec", "one.idx", "three.rec", "rgba.rec", "relabel.lst", "mean.bin")) {
      try (InputStream in = BatchFixturesTest.class.getResourceAsStream(FIXTURES + name)) {
        Files.copy(in, dir.resolve(name));
      }
    }
    Files.createDirectories(dir.resolve("bare"));
    Files.copy(dir.resolve("one.rec"), dir.resolve("bare/one.rec"));
  }

  static Stream<JsonNode> cases() {
    try (InputStream in = BatchFixturesTest.class.getResourceAsStream(FIXTURES + "manifest.json")) {
      var cases = new ArrayList<JsonNode>();
      new ObjectMapper().readTree(in).get("cases").forEach(cases::add);
      assertEquals(17, cases.size());
      return cases.stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void batchesAreThoseOfImageRecordIter(JsonNode one) throws IOException {
    String name = one.get("name").asText();
    Npy expected = Npy.resource(FIXTURES + (name.equals("relabel") ? "three" : name) + ".npy");
    Npy labels = Npy.resource(FIXTURES + (OF_ONE.contains(name) ? name : "crop") + ".label.npy");
    ImageBatchOptions options = options(one);
    var data = new ArrayList<Double>();
    var found = new ArrayList<Double>();
    Configuration conf = conf();
    try (var reader =
        ImageBatchReader.open(conf, dir.resolve(one.get("rec").asText()).toString(), options)) {
      while (reader.next()) {
        ImageBatch batch = reader.get();
        assertEquals(0, batch.pad());
        int[] shape = batch.shape();
        assertEquals(
            expected.shape().subList(1, 4), Arrays.stream(shape).boxed().toList().subList(1, 4));
        numbers(batch, data);
        for (int row = 0; row < batch.rows(); row++) {
          for (int i = 0; i < batch.labelWidth(); i++) {
            found.add((double) batch.label(row, i));
          }
        }
      }
    }
    assertArrayEquals(labels.values(), found.stream().mapToDouble(d -> d).toArray(), name);
    assertEquals(expected.values().length, data.size(), name);
    double most = 0;
    long different = 0;
    for (int i = 0; i < data.size(); i++) {
      double difference = Math.abs(data.get(i) - expected.values()[i]);
      most = Math.max(most, difference);
      different += difference > 0 ? 1 : 0;
    }
    String reached =
        String.format(
            "%s: at most %.6f apart, %d of %d values", name, most, different, data.size());
    assertTrue(most <= one.get("tolerance").asDouble(), reached);
  }

  private static Configuration conf() {
    Configuration conf = LocalFiles.raw();
    conf.set("recordio.image.codec", "jdk");
    conf.set("recordio.image.damaged", "accept"); // as the original does
    return conf;
  }

  private static ImageBatchOptions options(JsonNode one) {
    ImageBatchOptions.Builder builder =
        ImageBatchOptions.builder().set("batch-size", "7").set("tail", "emit").set("threads", "2");
    JsonNode args = one.get("args");
    for (int i = 0; i < args.size(); i++) {
      String option = args.get(i).asText().substring(2);
      boolean flag = i + 1 == args.size() || args.get(i + 1).asText().startsWith("--");
      String value = flag ? "true" : args.get(++i).asText();
      boolean file = value.endsWith(".lst") || value.endsWith(".bin");
      builder.set(option, file ? dir.resolve(value).toString() : value);
    }
    return builder.build();
  }

  private static void numbers(ImageBatch batch, List<Double> to) {
    ByteBuffer data = batch.data();
    assertTrue(data.isDirect());
    while (data.hasRemaining()) {
      to.add(
          batch.dtype() == ImageDtype.FLOAT32
              ? (double) data.getFloat()
              : batch.dtype() == ImageDtype.UINT8 ? data.get() & 0xff : data.get());
    }
  }

  @Test
  void partsAreThoseOfImageRecordIter() throws IOException {
    List<String> lines;
    try (InputStream in = BatchFixturesTest.class.getResourceAsStream(FIXTURES + "parts.tsv")) {
      lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
    assertTrue(lines.size() >= 16);
    for (String line : lines) {
      String[] fields = line.split("\t");
      for (String input : List.of("one.rec", "bare/one.rec")) {
        ImageBatchOptions options =
            ImageBatchOptions.builder()
                .set("shape", "1,2,2")
                .set("batch-size", "4")
                .set("tail", "emit")
                .set("part", fields[1] + "/" + fields[2])
                .set("part-rule", fields[0])
                .build();
        var ids = new ArrayList<Long>();
        try (var reader = ImageBatchReader.open(conf(), dir.resolve(input).toString(), options)) {
          while (reader.next()) {
            Arrays.stream(reader.get().ids()).forEach(ids::add);
          }
        }
        assertEquals(
            fields[3],
            ids.stream().map(Long::toUnsignedString).collect(Collectors.joining(",")),
            input + " " + line);
      }
    }
  }
}
