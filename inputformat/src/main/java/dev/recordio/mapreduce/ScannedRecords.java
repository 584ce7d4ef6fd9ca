// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.fs.DamageTracker;
import dev.recordio.fs.InputRange;
import dev.recordio.fs.RecordSplitReader;
import dev.recordio.wire.MalformedRecordException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * The records of a split in the order of the files: each piece is read from begin to end, and must
 * hold the records that the index told of.
 */
final class ScannedRecords implements IndexedSplitReader.Records {
  private final List<IndexedSplit.Piece> pieces;
  private final RecordSplitReader reader;
  private int at; // the piece that is read
  private int seen; // records of that piece
  private long behind; // the offset behind the last of them

  ScannedRecords(Configuration conf, IndexedSplit split, DamageTracker damage) {
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
    while (at < pieces.size() && seen == pieces.get(at).count()) {
      check(behind == pieces.get(at).end());
      at++;
      seen = 0;
    }
    if (!more) {
      check(at == pieces.size());
      return false;
    }
    check(
        at < pieces.size()
            && reader.path().equals(pieces.get(at).path())
            && (seen > 0 || reader.record().offset() == pieces.get(at).begin()));
    seen++;
    behind = reader.record().position();
    return true;
  }

  private void check(boolean fits) throws MalformedRecordException {
    if (!fits) {
      IndexedSplit.Piece piece = pieces.get(Math.min(at, pieces.size() - 1));
      throw new MalformedRecordException(
          "the index does not fit the file",
          piece.path().toString(),
          piece.begin(),
          -1,
          piece.count() + " records up to offset " + piece.end() + ", as the index says",
          seen + " records up to offset " + behind + "; make the index anew");
    }
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

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
