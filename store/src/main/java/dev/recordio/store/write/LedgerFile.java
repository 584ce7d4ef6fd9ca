// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.write;

import dev.recordio.store.layout.Ledger;
import dev.recordio.store.layout.TableLayout;
import dev.recordio.store.manifest.LedgerRef;
import java.io.IOException;

/** Writes ledgers. */
public final class LedgerFile {
  private LedgerFile() {}

  /** Writes a ledger; null when there is nothing in it. */
  public static LedgerRef write(StoreWriting files, Ledger ledger) throws IOException {
    if (ledger.isEmpty()) {
      return null;
    }
    try (var table = new TableFile(files, TableLayout.Kind.LEDGER)) {
      int count = ledger.accounts().size();
      table.finish(ledger.encode(), count);
      return new LedgerRef(table.name(), table.length(), count);
    }
  }
}
