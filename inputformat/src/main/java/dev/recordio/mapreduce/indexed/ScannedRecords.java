// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.indexed;

import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.index.RidxReader;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.numbered.RecordGather;
import dev.recordio.fs.numbered.RecordIndex;
import dev.recordio.fs.numbered.RecordTable;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.wire.RecordIndexLayout;
import java.io.IOException;
import java.util.List;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;

/**
 * The records of a split in the order of the files: each piece is read from start to end, and must
 * hold the records that the index lists. Each record is compared with the binary index, if there is
 * one with checksums, whose entries are read along.
 */
final class ScannedRecords implements IndexedSplitReader.Records {
  private final Configuration conf;
  private final List<IndexedSplit.Piece> pieces;
  private final RecordSplitReader reader;
  private final CRC32C crc = new CRC32C();
  private int at = -1; // the piece that is read
  private RecordTable.Run run; // of that piece
  private RidxReader entries; // of its binary index; or null
  private int seen; // records of the piece
  private long after; // the offset after the last of them

  ScannedRecords(Configuration conf, IndexedSplit split, DamageTracker damage) {
    this.conf = conf;
    pieces = split.pieces();
    List<InputRange> ranges =
        pieces.stream()
            .map(IndexedSplit.Piece::run)
            .map(run -> new InputRange(run.path(), run.begin(), run.end() - run.begin()))
            .toList();
    reader = new RecordSplitReader(conf, ranges, damage);
  }

  @Override
  public boolean next() throws IOException {
    boolean more = reader.next();
    int range = more ? reader.range() : pieces.size();
    while (at < range) {
      if (at >= 0 && (seen < run.count() || after != run.end())) {
        fail(0, seen + " records up to offset " + after);
      }
      begin(at + 1);
    }
    if (more) {
      compare(reader.record());
      after = reader.record().position();
    }
    return more;
  }

  private void begin(int piece) throws IOException {
    closeEntries();
    entries = null;
    at = piece;
    seen = 0;
    if (at < pieces.size()) {
      run = pieces.get(at).run();
      after = run.begin();
      entries = run.source() == RecordIndex.Source.BINARY ? entries(run) : null;
    }
  }

  private RidxReader entries(RecordTable.Run run) throws IOException {
    RidxReader opened = RidxReader.open(conf, RecordFiles.binaryIndex(run.path()));
    if (opened.layout().has(RecordIndexLayout.PAYLOAD_CHECKSUMS)
        && run.first() + run.count() <= opened.count()) {
      return opened;
    }
    opened.close();
    return null;
  }

  /** Compares the next record of the piece with the index. */
  private void compare(RecordRangeReader record) throws IOException {
    if (seen == 0 && record.offset() != run.begin() || seen == run.count()) {
      fail(0, "a record at offset " + record.offset());
    }
    if (entries != null) {
      entries.read(run.first() + seen);
      if (entries.offset() != record.offset()) {
        fail(0, "a record at offset " + record.offset());
      }
      crc.reset();
      crc.update(record.buffer(), record.payloadOffset(), record.payloadLength());
      if ((int) crc.getValue() != entries.payloadChecksum()) {
        fail(seen, "a record with another checksum at offset " + record.offset());
      }
    }
    seen++;
  }

  /**
   * Throws what is wrong: the first record from {@code from} on that is damaged, or the index. A
   * reader by number decides which.
   */
  private void fail(int from, String found) throws IOException {
    RecordIndex index = run.load(conf);
    var numbers = LongStream.range(from, run.count()).iterator();
    try (var gather = new RecordGather(conf, List.of(index), numbers, DamageTracker.failing())) {
      while (gather.next()) {
        // It throws what is wrong with a record.
      }
    }
    throw index.misfit(run.count() + " records up to offset " + run.end(), found);
  }

  @Override
  public long number() {
    return pieces.get(at).number() + seen - 1;
  }

  @Override
  public byte[] buffer() {
    return reader.record().buffer();
  }

  @Override
  public int payloadOffset() {
    return reader.record().payloadOffset();
  }

  @Override
  public int payloadLength() {
    return reader.record().payloadLength();
  }

  @Override
  public long bytesRead() {
    return reader.bytesRead();
  }

  @Override
  public long multiPartRecords() {
    return reader.multiPartRecords();
  }

  private void closeEntries() throws IOException {
    if (entries != null) {
      entries.close();
    }
  }

  @Override
  public void close() throws IOException {
    try (reader) {
      closeEntries();
    }
  }
}
