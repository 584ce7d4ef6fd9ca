// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import dev.recordio.fs.row.ColumnFile;
import dev.recordio.jobs.rows.shard.CsrConf;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.sparse.ColumnMap;
import dev.recordio.sparse.ColumnSet;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Which columns csr writes: all, the ones that occur, or the ones of an earlier map. */
final class ColumnChoice {
  private final Configuration conf;
  private final String choice;
  private final Path file; // null unless an earlier map is taken
  private ColumnMap map; // once it is known

  /**
   * Reads the choice, and the map if there is one.
   *
   * @throws FileNotFoundException when there is no such file
   */
  ColumnChoice(Configuration conf) throws IOException {
    this.conf = conf;
    choice = CsrConf.COLUMNS.normal(conf);
    file = areAll() || areCounted() ? null : new Path(choice);
    if (file != null) {
      map = ColumnFile.read(file.getFileSystem(conf), file);
    }
  }

  /** Whether columns stay as they are. */
  boolean areAll() {
    return choice.equals(CsrConf.ALL);
  }

  /** Whether the input has to be read for the columns that occur. */
  boolean areCounted() {
    return choice.equals(CsrConf.COMPACT);
  }

  /** Returns the files that the choice depends on. */
  List<FileStatus> files() throws IOException {
    return file == null ? List.of() : List.of(file.getFileSystem(conf).getFileStatus(file));
  }

  /** Returns the map; null while there is none. */
  ColumnMap map() {
    return map;
  }

  /**
   * Takes the columns that a job has collected.
   *
   * @param shift added to them: the base that the job has subtracted, less the base in force
   */
  void take(ColumnSet occurring, int shift) {
    ColumnSet shifted = occurring;
    if (shift != 0) {
      shifted = new ColumnSet();
      for (long column : occurring.sorted()) {
        shifted.add(column + shift);
      }
    }
    map = ColumnMap.compact(shifted);
  }

  /**
   * Checks that an earlier map counts from the same base as the input does.
   *
   * @throws UsageException when the folder of the map says otherwise
   */
  void checkBase(int base) throws IOException, UsageException {
    if (file == null) {
      return;
    }
    FileSystem fs = file.getFileSystem(conf);
    CsrManifest made;
    try {
      made = CsrManifest.read(fs, fs.makeQualified(file).getParent());
    } catch (FileNotFoundException | BadInputException e) {
      return; // a map of a model, or one that was copied
    }
    if (made.columnMap() != null && made.indexBase() != base) {
      throw new UsageException(
          "%s was made of rows whose indices count from %d, these count from %d: --index-base %d"
              .formatted(file, made.indexBase(), base, made.indexBase()));
    }
  }
}
