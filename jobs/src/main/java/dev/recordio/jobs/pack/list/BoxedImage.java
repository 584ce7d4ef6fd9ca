// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.list;

import dev.recordio.bytes.MalformedRecordException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** An image of a data set for detection, with its objects; or what is wrong with its annotation. */
final class BoxedImage {
  /** Numbers of an object after its class: left, top, right, bottom, flag. */
  static final int NUMBERS = 5;

  /** A file of one image's annotation has at most so many bytes. */
  private static final int MAX_ANNOTATION = 16 << 20;

  final String annotation;
  String path = ""; // as the annotation names it
  long key = -1; // none: its number among all
  long offset; // where the annotation names it
  long line = -1;
  int[] classes = {}; // numbers of BoxClasses
  float[] numbers = {}; // of objects one after the other; parts of width and height
  int objects;
  IOException error; // or null

  /** Makes an image without objects. */
  BoxedImage(String annotation) {
    this.annotation = annotation;
  }

  /** Makes an image that cannot be read. */
  BoxedImage(String annotation, IOException error) {
    this.annotation = annotation;
    this.error = error;
  }

  /**
   * Adds an object.
   *
   * @param flag 1 when it is difficult (VOC) or a crowd (COCO)
   */
  void add(int ofClass, double left, double top, double right, double bottom, int flag) {
    if (objects == classes.length) {
      classes = Arrays.copyOf(classes, Math.max(1, 2 * objects));
      numbers = Arrays.copyOf(numbers, classes.length * NUMBERS);
    }
    classes[objects] = ofClass;
    int at = objects++ * NUMBERS;
    numbers[at] = (float) left;
    numbers[at + 1] = (float) top;
    numbers[at + 2] = (float) right;
    numbers[at + 3] = (float) bottom;
    numbers[at + 4] = flag;
  }

  /** Returns the bytes of the annotation of one image. */
  static byte[] read(Configuration conf, FileStatus file) throws IOException {
    if (file.getLen() > MAX_ANNOTATION) {
      throw malformed(
          file.getPath(),
          0,
          -1,
          "an annotation of one image, of at most " + MAX_ANNOTATION + " bytes",
          file.getLen() + " bytes");
    }
    FileSystem fs = file.getPath().getFileSystem(conf);
    return dev.recordio.fs.stream.Files.readAll(fs, file.getPath());
  }

  static MalformedRecordException malformed(
      Path file, long offset, long line, String expected, String found) {
    return new MalformedRecordException(
        "malformed annotation", file.toString(), offset, line, expected, found);
  }
}
