// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.layout.Ledger;
import dev.recordio.store.manifest.LedgerRef;
import dev.recordio.store.read.OpenTable;
import dev.recordio.store.read.TableReader;
import java.io.IOException;

/** Reads ledgers. */
final class LedgerFiles {
  private LedgerFiles() {}

  /**
   * Reads a ledger.
   *
   * @throws MalformedRecordException when the file is damaged, or another table
   */
  static Ledger read(TableReader reader, LedgerRef ref) throws IOException {
    OpenTable table = reader.open(ref.file(), ref.bytes());
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
