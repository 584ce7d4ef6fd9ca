// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.verify;

import dev.recordio.fs.gather.Gather;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.layout.ValueCodec;
import dev.recordio.store.layout.ValueCodecs;
import dev.recordio.store.layout.Words;
import dev.recordio.store.manifest.FieldEntry;
import dev.recordio.store.read.GroupScan;
import dev.recordio.store.read.StoreTables;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** Reads values of the fields of one group: their checksums, their lengths, their compression. */
final class ValueCheck implements Closeable {
  private final StoreTables tables;
  private final ChunkCheck chunks;
  private final Findings findings;
  private final List<FieldEntry> fields;
  private final ValueCodec[] codecs;
  private final Gather gather;
  private byte[] plain = {};

  ValueCheck(StoreTables tables, ChunkCheck chunks, Findings findings, List<FieldEntry> fields) {
    this.tables = tables;
    this.chunks = chunks;
    this.findings = findings;
    this.fields = fields;
    codecs = new ValueCodec[fields.size()];
    for (int f = 0; f < codecs.length; f++) {
      codecs[f] = ValueCodecs.of(fields.get(f).field().codec());
    }
    gather = new Gather(tables.conf(), tables.chunkPaths());
  }

  /** Checks the live values of a batch of ids. */
  void check(GroupScan scan) {
    int all = scan.count() * fields.size();
    for (int from = 0; from < all; ) {
      gather.clear();
      int to = from;
      while (to < all && (!isRead(scan, to) || request(scan, to))) {
        to++;
      }
      read(scan, from, to);
      from = to;
    }
  }

  private int word(GroupScan scan, int value) {
    return scan.word(value % fields.size(), value / fields.size());
  }

  private boolean isRead(GroupScan scan, int value) {
    return !StoredWord.isAbsent(word(scan, value))
        && chunks.isReadable(tables.chunkName(chunk(scan, value)));
  }

  private int chunk(GroupScan scan, int value) {
    return scan.places(value % fields.size()).chunk(value / fields.size());
  }

  private long offset(GroupScan scan, int value) {
    return scan.places(value % fields.size()).offset(value / fields.size());
  }

  private boolean request(GroupScan scan, int value) {
    return gather.add(chunk(scan, value), offset(scan, value), StoredWord.space(word(scan, value)));
  }

  private void read(GroupScan scan, int from, int to) {
    try {
      gather.fetch();
    } catch (IOException e) {
      findings.add(tables.paths().chunks(), e);
      return;
    }
    int range = 0;
    for (int value = from; value < to; value++) {
      if (isRead(scan, value)) {
        String wrong = wrong(value % fields.size(), word(scan, value), gather.start(range++));
        if (wrong != null) {
          report(scan, value, wrong);
        }
      }
    }
  }

  private void report(GroupScan scan, int value, String wrong) {
    Path file = tables.chunkPaths().get(chunk(scan, value));
    String field = fields.get(value % fields.size()).field().name();
    long id = scan.id(value / fields.size());
    findings.addAnew(
        new StoreFinding(
            file.toString(),
            offset(scan, value),
            "damaged value of field " + field + " of record " + id + ": " + wrong));
  }

  /** Returns what is wrong with a value; null when nothing is. */
  private String wrong(int f, int word, int at) {
    byte[] bytes = gather.bytes();
    int stored = StoredWord.length(word);
    int checksum = Words.checksum(bytes, at, stored);
    if (checksum != Words.getInt(bytes, at + stored)) {
      return String.format(
          "expected CRC32C 0x%08x, found 0x%08x", Words.getInt(bytes, at + stored), checksum);
    }
    boolean compressed = codecs[f] != null && !StoredWord.isPlain(word);
    int length = !compressed ? stored : stored < 4 ? -1 : Words.getInt(bytes, at);
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
    gather.close();
  }
}
