// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.layout.Ledger;
import dev.recordio.store.manifest.LedgerRef;
import dev.recordio.store.manifest.ManifestBuilder;
import dev.recordio.store.read.LedgerReader;
import dev.recordio.store.read.TableReader;
import dev.recordio.store.write.LedgerFile;
import dev.recordio.store.write.StoreWriting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the ledgers of a store few: the last two are merged as long as the last one is as large as
 * the one before it, so there are as many as the logarithm of the number of chunks.
 */
final class LedgerMerge {
  private LedgerMerge() {}

  /** Adds a commit's ledger to the manifest, and its sums to the totals. */
  static void add(ManifestBuilder to, StoreWriting files, TableReader reader, Ledger own)
      throws IOException {
    for (Ledger.Account account : own.accounts()) {
      boolean made = account.length() > 0;
      to.totals = to.totals.plus(made ? 1 : 0, account.storedBytes(), account.liveBytes());
    }
    List<LedgerRef> refs = to.ledgers;
    int merged = 0;
    long entries = own.accounts().size();
    while (merged < refs.size() && refs.get(refs.size() - 1 - merged).count() <= entries) {
      entries += refs.get(refs.size() - 1 - merged).count();
      merged++;
    }
    List<LedgerRef> last = new ArrayList<>(refs.subList(refs.size() - merged, refs.size()));
    Ledger sum = LedgerReader.sum(reader, last);
    sum.add(own);
    if (merged == refs.size()) {
      removeDead(to, sum);
    }
    refs.subList(refs.size() - merged, refs.size()).clear();
    LedgerRef ref = LedgerFile.write(files, sum);
    if (ref != null) {
      refs.add(ref);
    }
  }

  /** All ledgers are in the sum: a chunk without live values is needed no more. */
  private static void removeDead(ManifestBuilder to, Ledger sum) {
    for (Ledger.Account account : sum.accounts()) {
      if (account.isDead()) {
        to.totals = to.totals.plus(-1, -account.storedBytes(), 0);
      }
    }
    sum.removeDead();
  }
}
