// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.Notes;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Labels of another number per record, and labels that are boxes. */
class LabelLayoutTest {
  private static final float[] ONE = {2, 5, 7, 0.1f, 0.2f, 0.3f, 0.4f};
  private static final float[] TWO = {2, 5, 7, 0, 0, 0.25f, 1, 3, 0.5f, 0.5f, 1, 0.75f};
  private static final float[] NONE = {2, 5};

  @TempDir Path dir;
  private final List<String> notes = new ArrayList<>();
  private int files;

  /** Writes a file with an image for each row of labels. */
  private Path write(float[]... labels) throws IOException {
    Path file = dir.resolve(files++ + "boxes.rec");
    var path = LocalFiles.path(file);
    try (var writer = RecordFileWriter.create(LocalFiles.raw(), path, RecordFiles.index(path))) {
      for (int i = 0; i < labels.length; i++) {
        byte[] record = ImageFiles.record(i, ImageFiles.png(i), labels[i]);
        writer.write(i, record, 0, record.length);
      }
    }
    return file;
  }

  /** Reads all labels, a row each. */
  private List<float[]> rows(Path file, String... options) throws IOException {
    var rows = new ArrayList<float[]>();
    try (Notes.Listening listening = Notes.listen(notes::add);
        ImageBatchReader reader = open(file, options)) {
      while (reader.next()) {
        ImageBatch batch = reader.get();
        for (int row = 0; row < batch.rows(); row++) {
          float[] labels = new float[batch.labelWidth()];
          for (int i = 0; i < labels.length; i++) {
            labels[i] = batch.label(row, i);
          }
          rows.add(labels);
        }
      }
    }
    return rows;
  }

  private static ImageBatchReader open(Path file, String... options) throws IOException {
    ImageBatchOptions.Builder builder =
        ImageBatchOptions.builder()
            .set("shape", "3,6,7")
            .set("batch-size", "2")
            .set("tail", "emit")
            .set("label-width", "-1");
    for (String option : options) {
      builder.set(option.split("=")[0], option.split("=")[1]);
    }
    Configuration conf = LocalFiles.raw();
    conf.set("recordio.image.codec", "jdk");
    return ImageBatchReader.open(conf, file.toString(), builder.build());
  }

  private static float[] padded(float[] labels, int width, float value) {
    float[] row = new float[width];
    Arrays.fill(row, value);
    System.arraycopy(labels, 0, row, 0, labels.length);
    return row;
  }

  private static void assertRows(List<float[]> rows, float[]... expected) {
    assertEquals(expected.length, rows.size());
    for (int i = 0; i < expected.length; i++) {
      assertArrayEquals(expected[i], rows.get(i));
    }
  }

  @Test
  void rowsAreAsWideAsTheLongestRecord() throws IOException {
    Path file = write(ONE, NONE, TWO);
    assertRows(rows(file), padded(ONE, 12, -1), padded(NONE, 12, -1), TWO);
    assertEquals(1, notes.size());
    assertTrue(
        notes.get(0).contains("boxes (header of 2, objects of 5 numbers: class, xmin, ymin"),
        notes.get(0));
    assertTrue(notes.get(0).contains("12 a row, as the longest record has"), notes.get(0));
  }

  @Test
  void rowsAreAsWideAsIsAskedFor() throws IOException {
    Path file = write(ONE, TWO);
    List<float[]> rows =
        rows(file, "label-pad-width=14", "label-pad-value=0.5", "label-layout=detection");
    assertRows(rows, padded(ONE, 14, 0.5f), padded(TWO, 14, 0.5f));
    assertEquals(List.of(), notes);
    try (ImageBatchReader reader = open(file, "label-pad-width=14")) {
      assertTrue(reader.next());
      assertEquals(7, reader.get().labelCount(0));
      assertEquals(12, reader.get().labelCount(1));
      assertEquals(
          List.of("class", "xmin", "ymin", "xmax", "ymax"), reader.labelLayout().columns());
    }
  }

  @Test
  void mirroredImagesHaveMirroredBoxes() throws IOException {
    float[] extra = {3, 6, 9, 1, 0.25f, 0.5f, 0.5f, 1, 8};
    float[] mirrored = {3, 6, 9, 1, 0.5f, 0.5f, 0.75f, 1, 8};
    assertRows(rows(write(extra), "mirror=true"), mirrored);
    try (ImageBatchReader reader = open(write(extra))) {
      assertEquals("extra0", reader.labelLayout().columns().get(5));
    }
    // At random: each image is either mirrored with its boxes, or neither is.
    float[][] many = new float[40][];
    Arrays.fill(many, extra);
    List<float[]> rows = rows(write(many), "rand-mirror=true");
    long turned = rows.stream().filter(row -> row[4] == 0.5f).count();
    assertTrue(turned > 5 && turned < 35, turned + " of 40");
    rows.forEach(row -> assertArrayEquals(row[4] == 0.5f ? mirrored : extra, row));
  }

  @Test
  void plainLabelsAreNotMirrored() throws IOException {
    Path file = write(new float[] {4, 9}, new float[] {1}, new float[] {8, 2, 6});
    List<float[]> rows = rows(file, "mirror=true", "rand-crop=true");
    assertRows(rows, new float[] {4, 9, -1}, new float[] {1, -1, -1}, new float[] {8, 2, 6});
    assertTrue(notes.get(0).contains("plain numbers"), notes.get(0));
    assertRows(rows(write(ONE), "mirror=true", "label-layout=plain"), ONE);
  }

  @Test
  void labelsOfAListMayVaryToo() throws IOException {
    Path file = write(ONE, ONE);
    Path list = Files.writeString(dir.resolve("a.lst"), "1\t5\t6\t7\tx\n0\t4\tx\n");
    assertRows(rows(file, "labels=" + list), new float[] {4, -1, -1}, new float[] {5, 6, 7});
    var missing =
        assertThrows(
            MalformedRecordException.class, () -> rows(write(ONE, ONE, ONE), "labels=" + list));
    assertTrue(missing.getMessage().contains("no labels of id 2"), missing.getMessage());
  }

  @Test
  void aRecordThatDoesNotFitIsNamed() throws IOException {
    Path file = write(ONE, new float[] {4, 5, 0, 0, 1, 0, 0, 1, 1});
    var other = assertThrows(MalformedRecordException.class, () -> rows(file));
    assertTrue(other.getMessage().contains("labels of id 1"), other.getMessage());
    assertTrue(other.getMessage().contains("label-layout plain"), other.getMessage());
    assertTrue(other.path().endsWith("boxes.rec") && other.offset() > 0);
    var narrow =
        assertThrows(
            MalformedRecordException.class, () -> rows(write(ONE, TWO), "label-pad-width=7"));
    assertTrue(narrow.getMessage().contains("at most 7, as label-pad-width is"));
    var none =
        assertThrows(
            InvalidSettingException.class,
            () -> rows(write(new float[] {1}), "label-layout=detection"));
    assertTrue(none.getMessage().contains("the first labels are [1.0]"), none.getMessage());
  }

  @Test
  void labelsWhoseBoxesLeaveTheImageAreNotGuessedToBeBoxes() throws IOException {
    float[] classes = {2, 5, 9, 11, 13, 17, 19};
    assertRows(rows(write(classes), "mirror=true"), classes);
    var mirrored = new float[] {2, 5, 9, 1 - 17, 13, 1 - 11, 19};
    assertRows(rows(write(classes), "mirror=true", "label-layout=detection"), mirrored);
  }

  @Test
  void whatWouldMoveBoxesIsRefusedByName() throws IOException {
    Path file = write(ONE);
    for (String moving :
        List.of("rand-crop=true", "pad=2", "max-rotate-angle=10", "max-random-scale=2")) {
      var error = assertThrows(InvalidSettingException.class, () -> rows(file, moving));
      assertTrue(error.getMessage().contains(moving.split("=")[0]), error.getMessage());
      assertTrue(error.getMessage().contains("boxes"), error.getMessage());
    }
    assertEquals(1, rows(file, "resize=9", "brightness=0.2").size());
    assertThrows(InvalidSettingException.class, () -> open(file, "label-width=0"));
    var pad =
        assertThrows(
            InvalidSettingException.class, () -> open(file, "label-width=7", "label-pad-width=9"));
    assertTrue(pad.getMessage().contains("no label-pad-width without label-width -1"));
    assertFalse(rows(file, "label-width=7", "label-layout=detection").isEmpty());
  }
}
