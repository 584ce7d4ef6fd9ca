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
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * The numbers of images among the numbers of all records, where some files are InsightFace sets:
 * their other records have numbers in the table of records, and none here.
 */
final class ImageNumbers {
  private final InsightFaceDialect[] sets; // of each file; null: all its records are taken
  private final long[] leftOut; // records, ascending

  /**
   * Finds the records of the sets that are no images.
   *
   * @param sets what a look at each file of the table has found
   */
  ImageNumbers(
      Configuration conf,
      List<FileStatus> files,
      InsightFaceDialect[] sets,
      RecordTable table,
      DamageTracker damage)
      throws IOException {
    this.sets = sets;
    var numbers = LongStream.builder();
    for (int i = 0; i < sets.length; i++) {
      if (sets[i] != null) {
        Path file = files.get(i).getPath();
        long length = files.get(i).getLen();
        addNumbers(
            numbers,
            file,
            i,
            InsightFaceFiles.bookkeeping(conf, file, length, sets[i], damage.uncounted()),
            table);
      }
    }
    leftOut = numbers.build().toArray();
  }

  private static void addNumbers(
      LongStream.Builder to, Path file, int part, long[] offsets, RecordTable table)
      throws IOException {
    long end = table.first(part + 1);
    long next = table.first(part);
    for (long offset : offsets) {
      if (next == end || table.offset(next) != offset) {
        next = RecordsByNumber.firstFrom(table, part, offset);
      }
      if (next == end || table.offset(next) != offset) {
        throw new MalformedRecordException(
            "the index does not fit the file",
            file.toString(),
            offset,
            -1,
            "a record, as the .idx says",
            "none");
      }
      to.add(next++);
    }
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
    if (sets[file] == null) {
      return;
    }
    int shown = Math.min(length, InsightFaceDialect.BOOKKEEPING_BYTES);
    byte[] start = Arrays.copyOfRange(buffer, from, from + shown);
    boolean isImage;
    try {
      isImage = sets[file].isImage(start, length, offset);
    } catch (MalformedRecordException e) {
      throw e.at(path);
    }
    if (!isImage) {
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
