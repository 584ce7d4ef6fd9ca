// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.IndexMisfit;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.index.RidxReader;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.wire.RecordIndexLayout;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Records listed by an index that are read in order: each is compared with the binary index, if
 * there is one with checksums, whose entries are read along.
 */
public final class IndexedStretch implements Closeable {
  private final Configuration conf;
  private final Path file;
  private final RecordIndex.Source source;
  private final long first;
  private final int count;
  private final long begin;
  private final long end;
  private final RidxReader entries; // or null
  private final RecordCheck check = new RecordCheck();
  private int seen;

  /**
   * Opens the index that is read along.
   *
   * @param first the number in the file of the first record
   * @param begin where that begins
   * @param end the offset after the last record
   */
  public IndexedStretch(
      Configuration conf,
      Path file,
      RecordIndex.Source source,
      long first,
      int count,
      long begin,
      long end)
      throws IOException {
    this.conf = conf;
    this.file = file;
    this.source = source;
    this.first = first;
    this.count = count;
    this.begin = begin;
    this.end = end;
    entries = source == RecordIndex.Source.BINARY ? entries() : null;
  }

  private RidxReader entries() throws IOException {
    RidxReader opened = RidxReader.open(conf, RecordFiles.binaryIndex(file));
    if (opened.layout().has(RecordIndexLayout.PAYLOAD_CHECKSUMS)
        && first + count <= opened.count()) {
      return opened;
    }
    opened.close();
    return null;
  }

  /** Returns how many records have been compared with the index. */
  public int seen() {
    return seen;
  }

  /**
   * Compares the next record with the index.
   *
   * @throws MalformedRecordException when it is not what the index says
   */
  public void next(RecordRangeReader record) throws IOException {
    if (seen == 0 && record.offset() != begin || seen == count) {
      fail("a record at offset " + record.offset());
    }
    if (entries != null) {
      entries.read(first + seen);
      if (entries.offset() != record.offset()) {
        fail("a record at offset " + record.offset());
      }
      if (!check.isChecksum(
          entries.payloadChecksum(),
          record.buffer(),
          record.payloadOffset(),
          record.payloadLength())) {
        failPayload();
      }
    }
    seen++;
  }

  /**
   * Ends the stretch.
   *
   * @param after the offset after the last record
   * @throws MalformedRecordException when the index has other records
   */
  public void end(long after) throws IOException {
    if (seen < count || after != end) {
      fail(seen + " records up to offset " + after);
    }
  }

  /** Throws what is wrong: the first record that is damaged, or the index. */
  private void fail(String found) throws IOException {
    RecordIndex index = load();
    try (var doubts = new RecordDoubts(conf)) {
      for (int i = 0; i < count; i++) {
        if (!doubts.fits(index, i)) {
          throw doubts.ofLength(index, i);
        }
      }
    }
    throw IndexMisfit.of(
        file, index.origin(), begin, count + " records up to offset " + end, found);
  }

  private void failPayload() throws IOException {
    RecordIndex index = load();
    try (var doubts = new RecordDoubts(conf)) {
      throw doubts.fits(index, seen)
          ? doubts.ofPayload(index, seen, check)
          : doubts.ofLength(index, seen);
    }
  }

  private RecordIndex load() throws IOException {
    return RecordIndex.part(conf, file, source, first, count, begin, end);
  }

  @Override
  public void close() throws IOException {
    if (entries != null) {
      entries.close();
    }
  }
}
