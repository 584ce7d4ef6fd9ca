// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.fs.row.RowNotes;
import dev.recordio.fs.row.RowReader;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.RowTraits;
import java.io.IOException;

/** Rows that were parsed ahead; without any, the end of their piece. */
final class ParsedRows {
  final CsrBlock block = new CsrBlock();
  private long lines;
  private long[] traits;
  private RowNotes notes;

  /**
   * Parses the next rows; false if there are none.
   *
   * @param format the name of their format
   */
  boolean read(RowReader from, String format) throws IOException {
    boolean any = from.next(block);
    notes = new RowNotes(format);
    notes.add(from);
    lines = from.lines();
    traits = from.traits().counts();
    return any;
  }

  /** Whether the piece ends here. */
  boolean isEnd() {
    return block.rows() == 0;
  }

  /** Returns the lines of the piece so far. */
  long lines() {
    return lines;
  }

  /** Returns what is said of the rows of the piece so far. */
  RowNotes notes() {
    return notes;
  }

  /** Returns what the rows of the piece so far have in common. */
  RowTraits traits() {
    return RowTraits.ofCounts(traits);
  }
}
