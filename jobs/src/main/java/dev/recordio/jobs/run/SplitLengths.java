// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.mapreduce.InputSplit;

/** The lengths of splits. */
final class SplitLengths {
  private SplitLengths() {}

  /** Returns their sum in bytes; 0 when one is unknown. */
  static long sum(List<? extends InputSplit> splits) {
    long sum = 0;
    for (InputSplit split : splits) {
      try {
        sum += split.getLength();
      } catch (IOException e) {
        return 0;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return 0;
      }
    }
    return sum;
  }
}
