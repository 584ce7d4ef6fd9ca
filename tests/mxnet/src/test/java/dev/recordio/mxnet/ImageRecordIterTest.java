// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mxnet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.images.augment.ImageDtype;
import dev.recordio.images.batch.ImageBatch;
import dev.recordio.images.batch.ImageBatchOptions;
import dev.recordio.images.batch.ImageBatchReader;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ImageRecordIter reads what we pack, and its batches are ours. */
class ImageRecordIterTest {
  private static final int IMAGES = 23;
  private static final String BATCH = "5"; // the last one has 3, and is filled up

  @TempDir static Path folder;
  private static Path images;
  private static Path one;
  private static Path three;
  private static Path alpha;
  private static Path gray;

  @BeforeAll
  static void pack() throws IOException {
    images = RandomImages.write(folder.resolve("one"), IMAGES, 1, 1, 3, 1, 3);
    one = RandomImages.pack(images, folder.resolve("one.out"));
    Path many = RandomImages.write(folder.resolve("three"), IMAGES, 3, 2, 3);
    three = RandomImages.pack(many, folder.resolve("three.out"));
    Path four = RandomImages.write(folder.resolve("alpha"), IMAGES, 1, 3, 4);
    alpha = RandomImages.pack(four, folder.resolve("alpha.out"));
    Path luminance = RandomImages.write(folder.resolve("gray"), IMAGES, 1, 4, 1);
    gray = RandomImages.pack(luminance, folder.resolve("gray.out"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | shape=3,24,24",
        "0 | shape=3,31,17 resize=40",
        "0 | shape=3,26,30 resize=40 mean-r=123.68 mean-g=116.779 mean-b=103.939"
            + " std-r=58.393 std-g=57.12 std-b=57.375",
        "0 | shape=3,22,26 resize=33 scale=0.00784314 mean-r=123.68 mean-g=9 mirror=true",
        "0 | shape=3,26,28 resize=40 dtype=uint8 mirror=true",
        "0 | shape=3,28,32 resize=40 dtype=int8 mean-r=123.68 mean-g=116.5 mean-b=103.939",
        "0 | shape=3,34,30 resize=28 pad=5 fill-value=99",
        "0 | shape=3,26,22 resize=44 max-crop-size=37 min-crop-size=37",
        "0 | shape=3,24,26 resize=37 inter=0",
        "1 | shape=3,24,26 resize=37 inter=2",
        "1 | shape=3,24,26 resize=37 inter=3",
        "1 | shape=3,24,26 resize=37 inter=4",
        "1 | shape=3,24,26 resize=37 inter=9",
        // The crop is larger than the image: it is enlarged to fit, once along each edge.
        "0 | shape=3,120,64",
      })
  void batchesAreOurs(float tolerance, String settings) throws IOException {
    compare(one, tolerance, settings);
  }

  @Test
  void grayBatchesAreOurs() throws IOException {
    compare(gray, 0, "shape=1,24,30 resize=40 mean-r=99 std-r=3");
    // Of images in colour, too: of a JPEG the luminance as it is stored.
    compare(one, 0, "shape=1,24,30");
  }

  @Test
  void batchesWithAlphaAreOurs() throws IOException {
    compare(alpha, 0, "shape=4,28,24 resize=40 mean-a=9 std-a=2");
  }

  @Test
  void threeLabelsAreOurs() throws IOException {
    compare(three, 0, "shape=3,8,8 label-width=3");
  }

  /** Parts by count, with an index, and by bytes without one. */
  @ParameterizedTest
  @CsvSource({"2, count", "3, count", "3, bytes", "4, bytes"})
  void partsAreOurs(int parts, String rule) throws IOException {
    int rows = 0;
    for (int part = 0; part < parts; part++) {
      Map<String, String> theirs = new LinkedHashMap<>();
      theirs.put("part_index", part + "");
      theirs.put("num_parts", parts + "");
      if (rule.equals("count")) {
        theirs.put("path_imgidx", one.toString().replace(".rec", ".idx"));
      }
      Map<String, String> ours = Map.of("part", part + "/" + parts, "part-rule", rule);
      rows += compare(one, 0, "shape=3,20,20", theirs, ours);
    }
    assertEquals(IMAGES, rows);
  }

  @Test
  void whatPackResizedIsRead() throws IOException {
    Path small =
        RandomImages.pack(images, folder.resolve("small.out"), "--resize", "32", "--quality", "90");
    assertEquals(IMAGES, compare(small, 0, "shape=3,30,30"));
    Path lossless =
        RandomImages.pack(
            images, folder.resolve("lossless.out"), "--resize", "32", "--encoding", ".png");
    assertEquals(IMAGES, compare(lossless, 0, "shape=3,32,32"));
    // What pack has resized is what ImageRecordIter makes of the image itself.
    try (RecordIter packed = theirs(lossless, "shape=3,32,32", Map.of());
        RecordIter direct = theirs(one, "shape=3,32,32 resize=32", Map.of())) {
      while (packed.next()) {
        assertTrue(direct.next());
        assertArrayEquals(direct.data(), packed.data());
        assertArrayEquals(direct.labels(), packed.labels());
      }
      assertFalse(direct.next());
    }
  }

  @Test
  void itLoadsOurMeanImage() throws IOException {
    Path mean = folder.resolve("mean.bin");
    RandomImages.run(
        "mean-image", one.toString(), mean.toString(), "--shape", "3,24,24", "--resize", "30");
    String settings = "shape=3,24,24 resize=30 mirror=true scale=0.5 mean-img=" + mean;
    assertEquals(IMAGES, compare(one, 0, settings));
  }

  private static int compare(Path records, float tolerance, String settings) throws IOException {
    return compare(records, tolerance, settings, Map.of(), Map.of());
  }

  /** Compares all batches of an epoch; returns the number of images. */
  private static int compare(
      Path records,
      float tolerance,
      String settings,
      Map<String, String> onlyTheirs,
      Map<String, String> onlyOurs)
      throws IOException {
    Map<String, String> options = options(settings);
    options.put("batch-size", BATCH);
    options.putAll(onlyOurs);
    int images = 0;
    try (ImageBatchReader ours =
            ImageBatchReader.open(
                LocalFiles.checked(), records.toString(), ImageBatchOptions.of(options));
        RecordIter theirs = theirs(records, settings, onlyTheirs)) {
      while (ours.next()) {
        ImageBatch batch = ours.get();
        assertTrue(theirs.next(), "batch " + batch.number());
        assertEquals(theirs.pad(), batch.pad());
        assertArrayEquals(theirs.data(), numbers(batch), tolerance, "batch " + batch.number());
        float[] labels = new float[batch.rows() * batch.labelWidth()];
        batch.labels().get(labels);
        assertArrayEquals(theirs.labels(), labels, "batch " + batch.number());
        images += batch.rows() - batch.pad();
      }
      assertFalse(theirs.next());
    }
    return images;
  }

  private static RecordIter theirs(Path records, String settings, Map<String, String> more) {
    var parameters = new LinkedHashMap<String, String>();
    options(settings)
        .forEach(
            (name, value) -> {
              switch (name) {
                case "shape" -> parameters.put("data_shape", "(" + value + ")");
                case "inter" -> parameters.put("inter_method", value);
                default -> parameters.put(name.replace('-', '_'), value);
              }
            });
    parameters.put("path_imgrec", records.toString());
    parameters.put("batch_size", BATCH);
    parameters.putAll(more);
    return new RecordIter(parameters);
  }

  private static Map<String, String> options(String settings) {
    var options = new LinkedHashMap<String, String>();
    for (String setting : settings.strip().split("\\s+")) {
      String[] pair = setting.split("=", 2);
      options.put(pair[0], pair[1]);
    }
    return options;
  }

  private static float[] numbers(ImageBatch batch) {
    if (batch.dtype() == ImageDtype.FLOAT32) {
      float[] numbers = new float[batch.floats().remaining()];
      batch.floats().get(numbers);
      return numbers;
    }
    ByteBuffer bytes = batch.data();
    float[] numbers = new float[bytes.remaining()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = batch.dtype() == ImageDtype.UINT8 ? bytes.get(i) & 0xff : bytes.get(i);
    }
    return numbers;
  }
}
