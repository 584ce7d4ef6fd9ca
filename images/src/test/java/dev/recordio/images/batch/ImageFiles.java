// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.testing.LocalFiles;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import javax.imageio.ImageIO;

/** Files of records of small PNG images of random pixels; image i has the id 1000 + 7 * i. */
final class ImageFiles {
  static final int WIDTH = 13;
  static final int HEIGHT = 11;

  private ImageFiles() {}

  static long id(int i) {
    return 1000 + 7L * i;
  }

  /** Returns the pixels of an image, RGB. */
  static BufferedImage image(int i) {
    var image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    var random = new Random(i);
    for (int y = 0; y < HEIGHT; y++) {
      for (int x = 0; x < WIDTH; x++) {
        image.setRGB(x, y, random.nextInt(1 << 24));
      }
    }
    return image;
  }

  static byte[] png(int i) throws IOException {
    var out = new ByteArrayOutputStream();
    ImageIO.write(image(i), "png", out);
    return out.toByteArray();
  }

  /** Returns a record: header with the labels, and bytes. */
  static byte[] record(long id, byte[] image, float... labels) {
    int header = ImageRecordHeader.bytes(labels.length);
    byte[] record = new byte[header + image.length];
    ImageRecordHeader.write(record, 0, id, 0, labels, labels.length);
    System.arraycopy(image, 0, record, header, image.length);
    return record;
  }

  /** Writes images {@code first} to {@code first + count - 1}; those in {@code bad} as text. */
  static Path write(Path file, int first, int count, int... bad) throws IOException {
    var path = LocalFiles.path(file);
    try (var writer = RecordFileWriter.create(LocalFiles.raw(), path, RecordFiles.index(path))) {
      for (int i = first; i < first + count; i++) {
        byte[] image = png(i);
        for (int wrong : bad) {
          image = wrong == i ? "no image".getBytes() : image;
        }
        byte[] record = record(id(i), image, i / 2f);
        writer.write(id(i), record, 0, record.length);
      }
    }
    return file;
  }
}
