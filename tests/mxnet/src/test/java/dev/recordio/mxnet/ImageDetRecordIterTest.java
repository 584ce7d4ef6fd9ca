// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mxnet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.images.batch.ImageBatch;
import dev.recordio.images.batch.ImageBatchOptions;
import dev.recordio.images.batch.ImageBatchReader;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Images with boxes: ImageDetRecordIter's padded labels, mirrored boxes and pixels are ours. */
class ImageDetRecordIterTest {
  private static final int IMAGES = 17;
  private static final int BATCH = 4;
  private static final int SIDE = 40;

  /** What ImageDetRecordIter puts before labels: channels, rows, columns, number of labels. */
  private static final int BEFORE = 4;

  @TempDir static Path folder;
  private static Path records;
  private static int widest;

  @BeforeAll
  static void pack() throws IOException {
    Path images = RandomImages.write(folder.resolve("in"), IMAGES, 1, 5, 3);
    var random = new SplittableRandom(3);
    var lines = new ArrayList<String>();
    for (String line : Files.readAllLines(images.resolve("all.lst"))) {
      String[] fields = line.split("\t");
      var labels = new StringBuilder("2\t6");
      int objects = random.nextInt(1, 6);
      for (int i = 0; i < objects; i++) {
        double left = random.nextDouble(0.5);
        double top = random.nextDouble(0.5);
        labels.append('\t').append(random.nextInt(20)).append('\t').append((float) left);
        labels.append('\t').append((float) top).append('\t').append((float) (left + 0.4));
        labels.append('\t').append((float) (top + 0.3)).append('\t').append(i % 2);
      }
      widest = Math.max(widest, 2 + 6 * objects);
      lines.add(fields[0] + '\t' + labels + '\t' + fields[2]);
    }
    Files.write(images.resolve("all.lst"), lines);
    records = RandomImages.pack(images, folder.resolve("out"));
  }

  @Test
  void theLongestRecordGivesTheWidth() throws IOException {
    compare(widest, Map.of(), Map.of());
  }

  @Test
  void labelsArePaddedAlike() throws IOException {
    compare(
        40,
        Map.of("label_pad_width", "40", "label_pad_value", "-7"),
        Map.of("label-pad-width", "40", "label-pad-value", "-7"));
  }

  @Test
  void boxesAreMirroredAlike() throws IOException {
    compare(widest, Map.of("rand_mirror_prob", "1"), Map.of("mirror", "true"));
  }

  @Test
  void theShortEdgeIsResizedFirstAlike() throws IOException {
    compare(widest, Map.of("resize", "64"), Map.of("resize", "64"));
  }

  private static void compare(int width, Map<String, String> theirs, Map<String, String> ours)
      throws IOException {
    var parameters = new HashMap<>(theirs);
    parameters.put("path_imgrec", records.toString());
    parameters.put("batch_size", BATCH + "");
    parameters.put("data_shape", "(3," + SIDE + "," + SIDE + ")");
    var options = new HashMap<>(ours);
    options.put("shape", "3," + SIDE + "," + SIDE);
    options.put("batch-size", BATCH + "");
    options.put("label-width", "-1");
    int images = 0;
    try (var iterator = new RecordIter("ImageDetRecordIter", parameters);
        ImageBatchReader reader =
            ImageBatchReader.open(
                LocalFiles.checked(), records.toString(), ImageBatchOptions.of(options))) {
      while (reader.next()) {
        ImageBatch batch = reader.get();
        assertTrue(iterator.next());
        assertEquals(width, batch.labelWidth());
        float[] labels = iterator.labels();
        int each = labels.length / BATCH;
        assertEquals(BEFORE + width, each);
        for (int row = 0; row < batch.rows() - batch.pad(); row++) {
          float[] own = new float[width];
          for (int i = 0; i < width; i++) {
            own[i] = batch.label(row, i);
          }
          float[] before = {3, SIDE, SIDE, batch.labelCount(row)};
          int at = row * each;
          assertArrayEquals(before, Arrays.copyOfRange(labels, at, at + BEFORE));
          assertArrayEquals(Arrays.copyOfRange(labels, at + BEFORE, at + each), own);
          images++;
        }
        float[] numbers = new float[batch.floats().remaining()];
        batch.floats().get(numbers);
        assertArrayEquals(iterator.data(), numbers);
      }
      assertFalse(iterator.next());
    }
    assertEquals(IMAGES, images);
  }
}
