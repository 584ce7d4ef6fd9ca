// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.verify;

import dev.recordio.store.layout.Ledger;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.FieldEntry;
import dev.recordio.store.manifest.GroupEntry;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.read.GroupScan;
import dev.recordio.store.read.LedgerReader;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.TableReader;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * Looks up every value of a generation, reads it, and compares what is live with what ledgers and
 * manifest say.
 */
final class LiveCheck {
  private final StoreTables tables;
  private final ChunkCheck chunks;
  private final Findings findings;
  private final Manifest manifest;
  private final Path file; // the manifest's
  private final Ledger live = new Ledger();
  private boolean complete = true; // whether all places were found
  private long values;

  LiveCheck(StoreTables tables, ChunkCheck chunks, Findings findings, Manifest manifest) {
    this.tables = tables;
    this.chunks = chunks;
    this.findings = findings;
    this.manifest = manifest;
    file = tables.paths().manifest(manifest.generation());
  }

  /** Returns how many values were read. */
  long values() {
    return values;
  }

  /** Checks the chunks that ledgers name. Returns the sum of these; null when one is unreadable. */
  static Ledger chunks(
      TableReader reader, ChunkCheck chunks, Findings findings, Manifest manifest, Path file) {
    Ledger sum;
    try {
      sum = LedgerReader.sum(reader, manifest.ledgers());
    } catch (IOException e) {
      findings.add(file, e);
      return null;
    }
    for (Ledger.Account account : sum.accounts()) {
      if (!account.isDead()) { // gc removes chunks in which nothing is live
        chunks.check(account.chunk(), account.length(), account.liveBytes(), account.liveValues());
      }
    }
    return sum;
  }

  /**
   * Checks all values.
   *
   * @param ledgers the sum of the generation's ledgers; null when it is not known
   */
  void check(Ledger ledgers) {
    boolean first = true;
    for (GroupEntry group : manifest.groups()) {
      List<FieldEntry> fields = manifest.fieldsOf(group.number());
      if (!fields.isEmpty()) {
        group(fields, first);
        first = false;
      }
    }
    if (complete && ledgers != null) {
      compare(ledgers);
    }
  }

  private void group(List<FieldEntry> fields, boolean countDeleted) {
    long deleted = 0;
    boolean all = true;
    try (var scan = new GroupScan(tables, manifest, fields, 0, manifest.length());
        var bytes = new ValueCheck(tables, chunks, findings, fields)) {
      for (Boolean there = next(scan); there == null || there; there = next(scan)) {
        if (there == null) {
          all = false; // other records are looked at nevertheless
          continue;
        }
        for (int i = 0; i < scan.count(); i++) {
          deleted += scan.isDeleted(i) ? 1 : 0;
          for (int f = 0; f < fields.size(); f++) {
            note(scan, fields.get(f), f, i);
          }
        }
        bytes.check(scan);
      }
    } catch (IOException e) {
      findings.add(file, e);
      all = false;
    }
    complete &= all;
    if (all && countDeleted && deleted != manifest.deleted()) {
      findings.add(
          file, 0, deleted + " records are deleted, the manifest says " + manifest.deleted());
    }
  }

  /** Steps on; null when the places of the next ids can't be looked up. */
  private Boolean next(GroupScan scan) {
    try {
      return scan.next();
    } catch (IOException e) {
      findings.add(file, e);
      return null;
    }
  }

  private void note(GroupScan scan, FieldEntry field, int f, int i) {
    int word = scan.word(f, i);
    if (!StoredWord.isAbsent(word)) {
      values++;
      String chunk = tables.chunkName(scan.places(f).chunk(i));
      live.add(chunk, field.group(), StoredWord.space(word), 1);
    }
  }

  private void compare(Ledger ledgers) {
    long liveBytes = 0;
    long storedBytes = 0;
    for (Ledger.Account account : ledgers.accounts()) {
      Ledger.Account is = live.get(account.chunk());
      liveBytes += account.liveBytes();
      storedBytes += account.storedBytes();
      if (is == null ? !account.isDead() : !same(is, account)) {
        ledgerDiffers(account.chunk(), text(is), text(account));
      }
    }
    for (Ledger.Account is : live.accounts()) {
      if (ledgers.get(is.chunk()) == null) {
        ledgerDiffers(is.chunk(), text(is), "nothing");
      }
    }
    var totals = manifest.totals();
    long count = ledgers.accounts().size();
    if (totals.chunks() != count
        || totals.liveBytes() != liveBytes
        || totals.storedBytes() != storedBytes) {
      findings.add(
          file,
          0,
          "wrong totals: "
              + totals
              + ", ledgers have "
              + count
              + " chunks of "
              + storedBytes
              + " bytes, "
              + liveBytes
              + " live");
    }
  }

  private static boolean same(Ledger.Account a, Ledger.Account b) {
    return a.liveBytes() == b.liveBytes()
        && a.liveValues() == b.liveValues()
        && a.group() == b.group();
  }

  private static String text(Ledger.Account account) {
    return account == null
        ? "nothing"
        : account.liveValues()
            + " values of "
            + account.liveBytes()
            + " bytes (group "
            + account.group()
            + ")";
  }

  private void ledgerDiffers(String chunk, String is, String said) {
    findings.add(
        file, 0, "of the chunk " + chunk + ", " + is + " are live, its ledgers say " + said);
  }
}
