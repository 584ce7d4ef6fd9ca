// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.verify;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.read.GroupScan;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.StoredValues;
import dev.recordio.store.verify.StoreVerify.StoreFinding;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * Looks up and reads the live values of one group of fields: their checksums, their lengths, their
 * compression.
 */
final class ValueCheck implements StoredValues.Taker, Closeable {
  private final StoreTables tables;
  private final ChunkCheck chunks;
  private final Findings findings;
  private final Manifest manifest;
  private final List<FieldEntry> fields;
  private final GroupScan scan;
  private byte[] plain = {};
  private long values;

  ValueCheck(
      StoreTables tables,
      ChunkCheck chunks,
      Findings findings,
      Manifest manifest,
      List<FieldEntry> fields) {
    this.tables = tables;
    this.chunks = chunks;
    this.findings = findings;
    this.manifest = manifest;
    this.fields = fields;
    scan = new GroupScan(tables, manifest, fields, 0, manifest.length());
  }

  /** Returns how many values were looked up. */
  long values() {
    return values;
  }

  /**
   * Checks all live values. What cannot be looked up, or read, does not end it.
   *
   * @param file the manifest's
   * @param countDeleted whether the deleted records are compared with their number
   */
  void run(Path file, boolean countDeleted) {
    long deleted = 0;
    boolean all = true;
    for (boolean more = true; more; ) {
      try {
        more = scan.next();
        for (int i = 0; more && i < scan.count(); i++) {
          deleted += scan.isDeleted(i) ? 1 : 0;
        }
        if (more) {
          check();
        }
      } catch (IOException e) {
        findings.add(file, e);
        all = false;
      }
    }
    if (all && countDeleted && deleted != manifest.deleted()) {
      findings.add(
          file, 0, deleted + " records are deleted, the manifest says " + manifest.deleted());
    }
  }

  private void check() throws IOException {
    for (int i = 0; i < scan.count(); i++) {
      for (int f = 0; f < fields.size(); f++) {
        values += StoredWord.isAbsent(scan.word(f, i)) ? 0 : 1;
      }
    }
    scan.read(this);
  }

  @Override
  public boolean reads(int chunk) {
    return chunks.isReadable(tables.chunkName(chunk));
  }

  @Override
  public void take(int i, int f, byte[] bytes, int at, int word) throws IOException {
    if (bytes != null) {
      int length = scan.values().length(f, i, bytes, at);
      if (plain.length < length) {
        plain = new byte[length];
      }
      scan.values().decode(f, i, bytes, at, plain, 0, length);
    }
  }

  @Override
  public void failed(IOException e) {
    if (e instanceof MalformedRecordException wrong && wrong.path() != null) {
      findings.addAnew(new StoreFinding(wrong.path(), wrong.offset(), wrong.withoutPlace()));
    } else {
      findings.add(tables.paths().chunks(), e);
    }
  }

  @Override
  public void close() throws IOException {
    scan.close();
  }
}
