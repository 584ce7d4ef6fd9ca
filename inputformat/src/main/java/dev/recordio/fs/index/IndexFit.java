// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * Checks by a file's headers whether an index is the file's, for every user of an index: reads
 * those of the first record, the last, and one between them; of many if the file was modified after
 * its index. The time alone proves nothing, since copies do not keep it; nor does damage, which is
 * reported when the record is read.
 */
public final class IndexFit {
  private static final int LOOKS_AT_OLDER = 256;
  private static final int LOOKS = 3;

  private IndexFit() {}

  /**
   * Checks records.
   *
   * @param index at least one record
   * @param from the first record to check
   * @param to the record after the last one to check
   * @param indexTime when the index was modified, in milliseconds
   * @return the first record checked that shows that the index is not the file's; -1 if none does
   */
  public static long misfit(
      Configuration conf, FileStatus file, IndexView index, long from, long to, long indexTime)
      throws IOException {
    long most = indexTime < file.getModificationTime() ? LOOKS_AT_OLDER : LOOKS;
    long last = to - from - 1;
    long looks = Math.min(last + 1, most);
    try (var evidence = new IndexEvidence(conf, file, index)) {
      for (long look = 0; look < looks; look++) {
        long i = from + (looks == 1 ? 0 : (long) (last * (look / (looks - 1.0))));
        if (evidence.contradicts(i)) {
          return i;
        }
      }
    }
    return -1;
  }
}
