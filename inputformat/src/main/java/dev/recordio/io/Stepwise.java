// SPDX-License-Identifier: Apache-2.0
package dev.recordio.io;

import dev.recordio.bytes.MalformedRecordException;
import java.io.DataInput;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Reads as many bytes as a length announces, without allocating memory for bytes that do not
 * follow.
 */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class Stepwise {
  /** The first step; each further one is as large as all before it. */
  private static final int STEP_BYTES = 1 << 20;

  private Stepwise() {}

  /**
   * Reads {@code length} bytes.
   *
   * @param into reused when it is long enough
   * @param what the bytes are, for the error
   * @return the array that holds them, from 0
   * @throws MalformedRecordException when the input ends before
   */
  static byte[] read(DataInput in, byte[] into, int length, String what) throws IOException {
    byte[] bytes = into;
    int done = 0;
    try {
      while (done < length) {
        int step = Math.min(length - done, Math.max(STEP_BYTES, done));
        if (bytes.length < done + step) {
          bytes = Arrays.copyOf(bytes, done + step);
        }
        in.readFully(bytes, done, step);
        done += step;
      }
      return bytes;
    } catch (EOFException e) {
      throw malformed("truncated " + what, length + " bytes", "its end before them");
    }
  }

  /** Returns the error about a value whose place in a file is not known. */
  public static MalformedRecordException malformed(String what, String expected, String found) {
    return new MalformedRecordException(what, null, 0, -1, expected, found);
  }
}
