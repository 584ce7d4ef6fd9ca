// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.verify;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.layout.DeltaBlock;
import dev.recordio.store.layout.TableLayout;
import dev.recordio.store.layout.TableMeta;
import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.manifest.Manifest.RowsRef;
import dev.recordio.store.manifest.Manifest.TableRef;
import dev.recordio.store.manifest.StorePaths;
import dev.recordio.store.read.StoreTables.OpenTable;
import dev.recordio.store.read.TableReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads tables as a whole, each once, and compares them with what refers to them. */
final class TableCheck {
  private static final int CHECKSUM_AT = 20; // of the footer

  private final FileSystem fs;
  private final StorePaths paths;
  private final TableReader reader;
  private final Findings findings;
  private final Map<String, Checked> checked = new HashMap<>();
  private long bytes;

  /**
   * A table that was read.
   *
   * @param table null when it is not readable
   * @param firstId of a delta: the smallest id
   * @param lastId of a delta: the greatest one
   */
  private record Checked(OpenTable table, long firstId, long lastId) {}

  TableCheck(FileSystem fs, StorePaths paths, TableReader reader, Findings findings) {
    this.fs = fs;
    this.paths = paths;
    this.reader = reader;
    this.findings = findings;
  }

  /** Returns how many tables there were. */
  long files() {
    return checked.size();
  }

  long bytes() {
    return bytes;
  }

  static String damagedSomewhere(String what, int expected, int found) {
    return String.format(
        "damaged %s: expected the CRC32C 0x%08x of all bytes before the footer, found 0x%08x",
        what, expected, found);
  }

  /** Checks a row table. */
  void rows(RowsRef ref, Path manifest) {
    OpenTable table = check(ref).table;
    if (table != null
        && is(table, table.rows() != null, "a row table", manifest)
        && ref.skip() + ref.count() > table.rows().count()) {
      differs(manifest, ref, table.rows().count() + " records");
    }
  }

  /** Checks a delta table, or one of deleted ids. */
  void delta(DeltaRef ref, boolean places, Path manifest) {
    OpenTable table = check(ref).table;
    if (table != null
        && is(
            table,
            table.delta() != null && table.delta().hasPlaces() == places,
            places ? "a delta table" : "a table of deleted ids",
            manifest)) {
      anyDelta(ref, manifest);
    }
  }

  /** Checks a delta table of either kind. */
  void anyDelta(DeltaRef ref, Path manifest) {
    Checked is = check(ref);
    if (is.table == null || !is(is.table, is.table.delta() != null, "a delta", manifest)) {
      return;
    }
    long count = is.table.delta().count();
    if (ref.count() != count || ref.first() != is.firstId || ref.last() != is.lastId) {
      differs(manifest, ref, count + " ids from " + is.firstId + " to " + is.lastId);
    }
  }

  private boolean is(OpenTable table, boolean holds, String expected, Path manifest) {
    if (!holds) {
      findings.add(
          table.path(),
          8,
          "wrong kind of table: expected "
              + expected
              + ", by "
              + manifest
              + ", found "
              + table.kind());
    }
    return holds;
  }

  private void differs(Path manifest, Object ref, String found) {
    findings.add(manifest, 0, "wrong reference to a table: " + ref + ", which has " + found);
  }

  private Checked check(TableRef ref) {
    return checked.computeIfAbsent(ref.file(), name -> read(ref));
  }

  private Checked read(TableRef ref) {
    Path path = paths.table(ref.file());
    long length = ref.bytes();
    try (var in = new FileBytes(fs, path, length)) {
      bytes += length;
      TableLayout.Kind kind = TableLayout.kind(in.next(TableLayout.HEADER_BYTES), 0);
      OpenTable table = reader.open(ref);
      if (kind != table.kind()) {
        findings.add(path, 8, "the header says " + kind + ", the description " + table.kind());
      }
      long before = findings.count();
      Checked is = blocks(table, in);
      in.skip(length - TableLayout.FOOTER_BYTES - table.footer().metaAt());
      if (findings.count() == before && in.checksum() != table.footer().checksum()) {
        findings.add(
            path,
            length - TableLayout.FOOTER_BYTES + CHECKSUM_AT,
            damagedSomewhere("table", table.footer().checksum(), in.checksum()));
      }
      return is;
    } catch (IOException e) {
      findings.add(path, e);
      return new Checked(null, 0, 0);
    }
  }

  private Checked blocks(OpenTable table, FileBytes in) throws IOException {
    TableMeta meta = table.meta();
    long first = -1;
    long last = -1;
    for (long block = 0; block < meta.blocks(); block++) {
      byte[] read = in.next(meta.blockBytes(block));
      try {
        if (meta.block(block, read, 0) instanceof DeltaBlock ids) {
          first = block == 0 ? ids.id(0) : first;
          last = ids.id(ids.size() - 1);
          if (table.delta().blockOf(ids.id(0)) != block || table.delta().blockOf(last) != block) {
            findings.add(
                table.path(),
                meta.blockAt(block),
                "the ids " + ids.id(0) + " to " + last + " are not the ids of block " + block);
          }
        }
      } catch (MalformedRecordException e) {
        findings.add(table.path(), e);
        if (table.delta() != null) {
          return new Checked(null, 0, 0);
        }
      }
    }
    return new Checked(table, first, last);
  }
}
