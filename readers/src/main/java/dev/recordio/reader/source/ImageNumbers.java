// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.InsightFaceFiles;
import dev.recordio.fs.numbered.RecordTable;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.image.InsightFaceDialect;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * The numbers of images among the numbers of all records, where some files are InsightFace sets:
 * their other records have numbers in the table of records, and none here.
 */
final class ImageNumbers {
  private final InsightFaceRecords[] faces; // of each file; null: all its records are taken
  private final long[] leftOut; // records, ascending

  private ImageNumbers(InsightFaceRecords[] faces, long[] leftOut) {
    this.faces = faces;
    this.leftOut = leftOut;
  }

  /**
   * Looks at the files of a table.
   *
   * @return null when all records are taken
   */
  static ImageNumbers of(
      Configuration conf, List<FileStatus> files, RecordTable table, DamageTracker damage)
      throws IOException {
    InsightFaceDialect[] found =
        InsightFaceFiles.lookAll(conf, files.stream().map(FileStatus::getPath).toList());
    var faces = new InsightFaceRecords[found.length];
    long[] leftOut = {};
    boolean any = false;
    for (int i = 0; i < faces.length; i++) {
      if (found[i] != null) {
        any = true;
        faces[i] = new InsightFaceRecords(files.get(i).getPath(), found[i]);
        leftOut = append(leftOut, numbers(conf, files.get(i), i, faces[i], table, damage));
      }
    }
    return any ? new ImageNumbers(faces, leftOut) : null;
  }

  private static long[] append(long[] some, long[] more) {
    long[] all = Arrays.copyOf(some, Math.addExact(some.length, more.length));
    System.arraycopy(more, 0, all, some.length, more.length);
    return all;
  }

  private static long[] numbers(
      Configuration conf,
      FileStatus file,
      int part,
      InsightFaceRecords faces,
      RecordTable table,
      DamageTracker damage)
      throws IOException {
    long[] found =
        InsightFaceFiles.bookkeeping(
            conf, file.getPath(), file.getLen(), faces.dialect(), damage.uncounted());
    long end = table.first(part + 1);
    long next = table.first(part);
    for (int i = 0; i < found.length; i++) {
      long offset = found[i];
      if (next == end || table.offset(next) != offset) {
        next = RecordsByNumber.firstFrom(table, part, offset);
      }
      if (next == end || table.offset(next) != offset) {
        throw new MalformedRecordException(
            "the index does not fit the file",
            file.getPath().toString(),
            offset,
            -1,
            "a record, as the .idx says",
            "none");
      }
      found[i] = next++;
    }
    return found;
  }

  /** Returns how many records are not images. */
  long leftOut() {
    return leftOut.length;
  }

  /** Returns the number among all records of an image. */
  long record(long image) {
    int low = 0;
    int high = leftOut.length;
    while (low < high) { // how many are left out before it
      int middle = low + high >>> 1;
      if (leftOut[middle] - middle <= image) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return image + low;
  }

  /** Returns how many images come before a record. */
  long image(long record) {
    int found = Arrays.binarySearch(leftOut, record);
    return record - (found < 0 ? -found - 1 : found);
  }

  /**
   * Checks that a record is an image.
   *
   * @param file which one
   * @throws MalformedRecordException when it is not, or contradicts key 0
   */
  void check(int file, byte[] buffer, int from, int length, long offset, String path)
      throws IOException {
    if (faces[file] != null && !faces[file].isImage(buffer, from, length, offset)) {
      throw new MalformedRecordException(
          "the InsightFace set contradicts itself",
          path,
          offset,
          -1,
          "an image, by the key in the .idx",
          "a record with two labels and no image");
    }
  }
}
