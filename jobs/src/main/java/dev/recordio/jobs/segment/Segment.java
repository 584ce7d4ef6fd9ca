// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.segment;

import dev.recordio.fs.input.InputRange;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * A part of the input with its own result.
 *
 * @param number counts from 0 over the input
 * @param ranges what it reads, in order, at most one per file; none when it is empty
 */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public record Segment(int number, List<InputRange> ranges) {
  /** Returns the total length of the ranges in the files, in bytes. */
  public long bytes() {
    return ranges.stream().mapToLong(InputRange::length).sum();
  }
}
