// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.run.error.UsageException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Option;

/** The options that name records: {@code --ids} or {@code --slice}. */
final class IdsOption {
  @Option(
      names = "--ids",
      paramLabel = "IDS",
      description = {
        "The records, such as 5,2,2,9; or @FILE, a .npy of whole numbers, or a text with a number a"
            + " line."
      })
  private String ids;

  @Option(
      names = "--slice",
      paramLabel = "A:B:C",
      description = "The records of a slice of Python's: from A, before B, every C-th.")
  private String slice;

  /** Returns the text of {@code --ids}; null when it was not given. */
  String ids() {
    return ids;
  }

  /** Returns the text of {@code --slice}; null when it was not given. */
  String slice() {
    return slice;
  }

  /**
   * Returns the ids that the keys specify.
   *
   * @param length the number of records of the store
   * @throws UsageException when both are given, or none
   */
  static Ids read(Configuration conf, long length) throws IOException {
    String list = StoreCommandConf.SELECT_IDS.get(conf);
    String slice = StoreCommandConf.SELECT_SLICE.get(conf);
    if (list.isEmpty() == slice.isEmpty()) {
      throw new UsageException("give the records by either --ids or --slice");
    }
    if (list.isEmpty()) {
      return Slice.parse(slice).of(length);
    }
    Ids ids = IdText.read(conf, list);
    IdChecks.requireWithin(ids, length);
    return ids;
  }
}
