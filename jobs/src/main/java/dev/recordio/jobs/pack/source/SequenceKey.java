// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.io.Stepwise;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * A key that was written as Hadoop's Text or BytesWritable, whose length is not trusted before the
 * bytes have been read.
 */
final class SequenceKey implements Writable {
  private final boolean text;
  private byte[] bytes = {};
  private int length;

  /**
   * Creates a key.
   *
   * @param text whether it is Text
   */
  SequenceKey(boolean text) {
    this.text = text;
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    int claimed = text ? WritableUtils.readVInt(in) : in.readInt();
    if (claimed < 0 || claimed > Stepwise.MAX_TEXT_BYTES) {
      throw new SourceFault(
          "damaged: expected a name of up to "
              + Stepwise.MAX_TEXT_BYTES
              + " bytes, found one of "
              + claimed);
    }
    bytes = Stepwise.read(in, bytes, claimed, "name");
    length = claimed;
  }

  @Override
  public void write(DataOutput out) {
    throw new UnsupportedOperationException();
  }

  /** Returns the text that Hadoop's class gives. */
  @Override
  public String toString() {
    return text
        ? new String(bytes, 0, length, StandardCharsets.UTF_8)
        : new BytesWritable(bytes, length).toString();
  }
}
