// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.verify;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.fs.gather.Gather;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.layout.TableLayout;
import dev.recordio.store.layout.ValueCodec;
import dev.recordio.store.layout.ValueCodecs;
import dev.recordio.store.manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.read.GroupScan;
import dev.recordio.store.read.StoreTables;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * Looks up and reads the live values of one group of fields: their checksums, their lengths, their
 * compression.
 */
final class ValueCheck implements Closeable {
  private final StoreTables tables;
  private final ChunkCheck chunks;
  private final Findings findings;
  private final Manifest manifest;
  private final List<FieldEntry> fields;
  private final GroupScan scan;
  private final ValueCodec[] codecs;
  private final Gather gather;
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
    codecs = new ValueCodec[fields.size()];
    for (int f = 0; f < codecs.length; f++) {
      codecs[f] = ValueCodecs.of(fields.get(f).field().codec());
    }
    gather = new Gather(tables.conf(), tables.chunkPaths());
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

  private void check() {
    int all = scan.count() * fields.size();
    for (int value = 0; value < all; value++) {
      values += StoredWord.isAbsent(word(value)) ? 0 : 1;
    }
    for (int from = 0; from < all; ) {
      gather.clear();
      int to = from;
      while (to < all && (!isRead(to) || request(to))) {
        to++;
      }
      read(from, to);
      from = to;
    }
  }

  private int word(int value) {
    return scan.word(value % fields.size(), value / fields.size());
  }

  private boolean isRead(int value) {
    return !StoredWord.isAbsent(word(value)) && chunks.isReadable(tables.chunkName(chunk(value)));
  }

  private int chunk(int value) {
    return scan.places(value % fields.size()).chunk(value / fields.size());
  }

  private long offset(int value) {
    return scan.places(value % fields.size()).offset(value / fields.size());
  }

  private boolean request(int value) {
    return gather.add(chunk(value), offset(value), StoredWord.space(word(value)));
  }

  private void read(int from, int to) {
    try {
      gather.fetch();
    } catch (IOException e) {
      findings.add(tables.paths().chunks(), e);
      return;
    }
    int range = 0;
    for (int value = from; value < to; value++) {
      if (isRead(value)) {
        String wrong = wrong(value % fields.size(), word(value), gather.start(range++));
        if (wrong != null) {
          report(value, wrong);
        }
      }
    }
  }

  private void report(int value, String wrong) {
    Path file = tables.chunkPaths().get(chunk(value));
    String field = fields.get(value % fields.size()).field().name();
    long id = scan.id(value / fields.size());
    findings.addAnew(
        new StoreFinding(
            file.toString(),
            offset(value),
            "damaged value of field " + field + " of record " + id + ": " + wrong));
  }

  /** Returns what is wrong with a value; null when nothing is. */
  private String wrong(int f, int word, int at) {
    byte[] bytes = gather.bytes();
    int stored = StoredWord.length(word);
    int checksum = TableLayout.checksum(bytes, at, stored);
    if (checksum != LittleEndian.getInt(bytes, at + stored)) {
      return String.format(
          "expected CRC32C 0x%08x, found 0x%08x",
          LittleEndian.getInt(bytes, at + stored), checksum);
    }
    boolean compressed = codecs[f] != null && !StoredWord.isPlain(word);
    int length = !compressed ? stored : stored < 4 ? -1 : LittleEndian.getInt(bytes, at);
    if (length < 0 || !fields.get(f).field().type().accepts(length)) {
      return "expected a value of " + fields.get(f).field() + ", found " + length + " bytes";
    }
    return compressed ? wrongCompressed(f, bytes, at + 4, stored - 4, length) : null;
  }

  private String wrongCompressed(int f, byte[] bytes, int at, int stored, int length) {
    if (plain.length < length) {
      plain = new byte[length];
    }
    try {
      codecs[f].decompress(bytes, at, stored, plain, 0, length);
      return null;
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  @Override
  public void close() throws IOException {
    try (scan) {
      gather.close();
    }
  }
}
