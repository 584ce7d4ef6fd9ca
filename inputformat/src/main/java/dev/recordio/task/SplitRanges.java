// SPDX-License-Identifier: Apache-2.0
package dev.recordio.task;

import dev.recordio.fs.input.InputRange;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** The ranges of files that a task reads. */
public final class SplitRanges {
  private SplitRanges() {}

  /** Returns the ranges of files that a split is, one, or that a combined one consists of. */
  public static List<InputRange> of(InputSplit split) {
    var ranges = new ArrayList<InputRange>();
    if (split instanceof CombineFileSplit combined) {
      for (int i = 0; i < combined.getNumPaths(); i++) {
        ranges.add(
            new InputRange(combined.getPath(i), combined.getOffset(i), combined.getLength(i)));
      }
    } else {
      var file = (FileSplit) split;
      ranges.add(new InputRange(file.getPath(), file.getStart(), file.getLength()));
    }
    return ranges;
  }
}
