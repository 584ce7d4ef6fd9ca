// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.input;

import java.nio.file.attribute.BasicFileAttributes;

/** Modification times as file systems report them. */
public final class FileTimes {
  private FileTimes() {}

  /** Returns when a file was changed, in whole milliseconds, as Hadoop's local file system does. */
  public static long modified(BasicFileAttributes file) {
    return file.lastModifiedTime().toInstant().toEpochMilli();
  }

  /**
   * Whether two times, in milliseconds, may be of the same change: some object stores return whole
   * seconds for a single object, and fractions in listings.
   */
  public static boolean areOfOneChange(long a, long b) {
    return a == b || a / 1000 == b / 1000 && (a % 1000 == 0 || b % 1000 == 0);
  }
}
