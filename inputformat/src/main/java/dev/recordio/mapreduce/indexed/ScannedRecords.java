// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.indexed;

import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.numbered.IndexedStretch;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordSplitReader;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * The records of a split in the order of the files: each piece is read from start to end, and must
 * hold the records that the index lists.
 */
final class ScannedRecords implements IndexedSplitReader.Records {
  private final Configuration conf;
  private final List<IndexedSplit.Piece> pieces;
  private final RecordSplitReader reader;
  private int at; // the piece that is read
  private IndexedStretch stretch; // of that piece; or null
  private long after; // the offset after its last record

  ScannedRecords(Configuration conf, IndexedSplit split, DamageTracker damage) {
    this.conf = conf;
    pieces = split.pieces();
    List<InputRange> ranges =
        pieces.stream()
            .map(piece -> new InputRange(piece.path(), piece.begin(), piece.end() - piece.begin()))
            .toList();
    reader = new RecordSplitReader(conf, ranges, damage);
  }

  @Override
  public boolean next() throws IOException {
    boolean more = reader.next();
    int range = more ? reader.range() : pieces.size();
    while (stretch == null || at < range) {
      if (stretch != null) {
        stretch.end(after);
        stretch.close();
        stretch = null;
        at++;
      }
      if (at == pieces.size()) {
        return false;
      }
      IndexedSplit.Piece piece = pieces.get(at);
      stretch =
          new IndexedStretch(
              conf,
              piece.path(),
              piece.source(),
              piece.first(),
              piece.count(),
              piece.begin(),
              piece.end());
      after = piece.begin();
    }
    stretch.next(reader.record());
    after = reader.record().position();
    return true;
  }

  @Override
  public long number() {
    return pieces.get(at).number() + stretch.seen() - 1;
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

  @Override
  public void close() throws IOException {
    try (reader) {
      if (stretch != null) {
        stretch.close();
      }
    }
  }
}
