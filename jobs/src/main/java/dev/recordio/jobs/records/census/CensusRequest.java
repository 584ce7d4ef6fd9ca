// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.fs.numbered.RecordIndex;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * What a census counts.
 *
 * @param wanted the notes of the records that are counted; null: all are
 * @param indexes has the keys that are wanted, or all records, without a look at these; null: all
 *     files are read
 * @param listed the files of the input, where they are listed already; null: they are not
 */
public record CensusRequest(
    RecordFormat format,
    CensusNote note,
    WantedValues wanted,
    Indexes indexes,
    List<FileStatus> listed) {
  /** Reads the index of a file, if it fits. */
  @FunctionalInterface
  public interface Indexes {
    RecordIndex load(Configuration conf, FileStatus file) throws IOException;
  }

  /** Returns a request for all records of RecordIO files. */
  public static CensusRequest of(CensusNote note) {
    return new CensusRequest(RecordFormat.RECORDS, note, null, null, null);
  }
}
