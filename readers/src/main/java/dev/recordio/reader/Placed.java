// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.Path;

/** An item that has a place: in the order of its epoch, in the input, and in a file. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public abstract class Placed {
  private long position;
  private long ordinal;
  private Path path;
  private long fileOffset;

  /** Creates an item without a place. */
  @InterfaceAudience.Private
  protected Placed() {}

  /** Returns the place in the epoch's order, over all workers, from 0. */
  public final long position() {
    return position;
  }

  /** Returns the number over the whole input, in the order of its files, from 0. */
  public final long ordinal() {
    return ordinal;
  }

  /** Returns the file; null for an item of a list. */
  public final Path path() {
    return path;
  }

  /**
   * Returns the offset in the file of the record's first header, or of the row's line, in bytes; of
   * a compressed file, in the uncompressed bytes.
   */
  public final long fileOffset() {
    return fileOffset;
  }

  /** Sets the place. */
  @InterfaceAudience.Private
  public final void setPlace(long inOrder, long inInput, Path file, long offset) {
    position = inOrder;
    ordinal = inInput;
    if (path != file) { // mostly the same; a store of a reference costs more than the question
      path = file;
    }
    fileOffset = offset;
  }
}
