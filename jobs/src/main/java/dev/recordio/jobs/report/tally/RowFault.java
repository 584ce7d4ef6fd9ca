// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report.tally;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.io.Stepwise;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.io.WritableUtils;

/**
 * A rule that a line breaks.
 *
 * @param reason the rule, and what was found
 */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public record RowFault(String path, long offset, String reason) {
  /** Takes place and reason of an error. */
  static RowFault of(MalformedRecordException error) {
    return new RowFault(error.path(), error.offset(), error.withoutPlace());
  }

  void write(DataOutput out) throws IOException {
    WritableUtils.writeString(out, path);
    WritableUtils.writeVLong(out, offset);
    WritableUtils.writeString(out, reason);
  }

  static RowFault read(DataInput in) throws IOException {
    String path = Stepwise.readString(in);
    long offset = WritableUtils.readVLong(in);
    return new RowFault(path, offset, Stepwise.readString(in));
  }
}
