// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Data that breaks the rules of its format, with the place and the rule. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class MalformedRecordException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param what what is wrong, in a few words
   * @param path the file
   * @param offset absolute byte offset in the file
   * @param line line number from 1, or -1 where the file has no lines
   * @param expected what the format asks for
   * @param found what is there
   */
  public MalformedRecordException(
      String what, String path, long offset, long line, String expected, String found) {
    super(
        what
            + ": "
            + path
            + " at offset "
            + offset
            + (line < 0 ? "" : " line " + line)
            + ": expected "
            + expected
            + ", found "
            + found);
  }
}
