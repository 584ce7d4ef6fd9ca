// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.read;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.layout.Ledger;
import dev.recordio.store.manifest.LedgerRef;
import java.io.IOException;
import java.util.List;

/** Sums up ledgers. Memory: an entry a chunk. */
public final class LedgerReader {
  private LedgerReader() {}

  /** Returns the sum of ledgers; with all of a generation's, what is live in its chunks. */
  public static Ledger sum(TableReader reader, List<LedgerRef> refs) throws IOException {
    List<OpenTable> open =
        reader.openAll(
            refs.stream().map(ref -> new TableReader.Name(ref.file(), ref.bytes())).toList());
    var sum = new Ledger();
    for (OpenTable table : open) {
      sum.add(ledger(table));
    }
    return sum;
  }

  /**
   * Returns a ledger.
   *
   * @throws MalformedRecordException when the file is damaged, or another table
   */
  public static Ledger read(TableReader reader, LedgerRef ref) throws IOException {
    return ledger(reader.open(ref.file(), ref.bytes()));
  }

  private static Ledger ledger(OpenTable table) throws MalformedRecordException {
    if (table.ledger() == null) {
      throw new MalformedRecordException(
          "another table in place of a ledger",
          table.path().toString(),
          table.footer().metaAt(),
          -1,
          "a ledger",
          String.valueOf(table.kind()));
    }
    return table.ledger();
  }
}
