// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import dev.recordio.fs.input.FilePaths;
import org.apache.hadoop.fs.Path;

/** Names of files that belong together: {@code a.rec}, {@code a.idx}, {@code a.ridx}. */
public final class RecordFiles {
  /** The suffix of files of records. */
  public static final String RECORDS = ".rec";

  /** The suffix of index files. */
  public static final String INDEX = ".idx";

  /** The suffix of binary index files. */
  public static final String BINARY_INDEX = ".ridx";

  /** The suffix of im2rec's lists of keys, labels and names. */
  public static final String LIST = ".lst";

  private RecordFiles() {}

  /** Returns the path of the {@code .idx} of a file of records. */
  public static Path index(Path records) {
    return beside(records, RECORDS, INDEX);
  }

  /** Returns the path of the {@code .ridx} of a file of records. */
  public static Path binaryIndex(Path records) {
    return beside(records, RECORDS, BINARY_INDEX);
  }

  /** Returns the path of the {@code .lst} that a file of records was made of. */
  public static Path list(Path records) {
    return beside(records, RECORDS, LIST);
  }

  /** Returns the path of the {@code .ridx} that belongs to an {@code .idx}. */
  static Path binaryOfIndex(Path index) {
    return beside(index, INDEX, BINARY_INDEX);
  }

  /** The suffix replaces the other one, or is appended to a name that does not have it. */
  private static Path beside(Path file, String suffix, String other) {
    String name = file.getName();
    int stem = name.length() - (name.endsWith(suffix) ? suffix.length() : 0);
    return FilePaths.beside(file, name.substring(0, stem) + other);
  }
}
