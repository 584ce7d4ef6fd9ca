// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import java.util.Arrays;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** The payload of a record: a view of bytes that belong to a reader or a batch. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class Record extends Placed {
  private byte[] bytes = {};
  private int offset;
  private int length;

  /** Creates an empty view. */
  @InterfaceAudience.Private
  public Record() {}

  /** Returns the array with the payload. Do not change it. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns where the payload begins in {@link #bytes}. */
  public int offset() {
    return offset;
  }

  /** Returns the length of the payload in bytes. */
  public int length() {
    return length;
  }

  /** Returns a copy of the payload. */
  public byte[] copy() {
    return Arrays.copyOfRange(bytes, offset, offset + length);
  }

  /** Sets the payload. */
  @InterfaceAudience.Private
  public void setPayload(byte[] of, int from, int count) {
    if (bytes != of) { // mostly the same; a store of a reference costs more than the question
      bytes = of;
    }
    offset = from;
    length = count;
  }
}
