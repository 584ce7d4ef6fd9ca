// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.segment;

import dev.recordio.fs.input.InputRange;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * A part of the input that gives one result of its own.
 *
 * @param number counts from 0 over the input
 * @param ranges what it reads, in order, at most one a file; none when it is empty
 */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public record Segment(int number, List<InputRange> ranges) {
  /** Returns the bytes of all ranges, as the files have them. */
  public long bytes() {
    return ranges.stream().mapToLong(InputRange::length).sum();
  }
}
