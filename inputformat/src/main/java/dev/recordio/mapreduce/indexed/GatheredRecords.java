// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.indexed;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.numbered.RecordGather;
import dev.recordio.fs.numbered.RecordIndex;
import dev.recordio.fs.numbered.RecordTable;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.order.EpochOrder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;

/** The records of a split by their indexes: in another order, or some of them only. */
final class GatheredRecords implements IndexedSplitReader.Records {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final List<IndexedSplit.Piece> pieces;
  private final RecordTable table;
  private final RecordGather gather;

  GatheredRecords(Configuration conf, IndexedSplit split, DamageTracker damage) throws IOException {
    pieces = split.pieces();
    var wanted = new WantedRecords(conf);
    long[] chosen = null;
    if (wanted.byKey()) {
      var indexes = new ArrayList<RecordIndex>();
      for (IndexedSplit.Piece piece : pieces) {
        indexes.add(piece.run().load(conf));
      }
      chosen = chosen(wanted, indexes);
      table = RecordTable.of(conf, indexes);
    } else {
      table = RecordTable.ofRuns(conf, pieces.stream().map(IndexedSplit.Piece::run).toList());
    }
    gather = new RecordGather(conf, table, places(conf, split, chosen), damage);
  }

  /** Returns the places to read; of the chosen ones, or of all. */
  private static PrimitiveIterator.OfLong places(
      Configuration conf, IndexedSplit split, long[] chosen) {
    long count = chosen == null ? split.wanted() : chosen.length;
    LongStream positions = LongStream.range(0, count);
    if (RecordIOConf.INPUT_SHUFFLE.getBoolean(conf)) {
      // Each split has its own order.
      var order = EpochOrder.of(conf, count, split.number() * GOLDEN);
      positions = positions.map(order::at);
    }
    return (chosen == null ? positions : positions.map(i -> chosen[(int) i])).iterator();
  }

  /** Returns the places of the records with wanted keys, in the list of indexes. */
  private long[] chosen(WantedRecords wanted, List<RecordIndex> indexes)
      throws MalformedRecordException {
    var places = LongStream.builder();
    long place = 0;
    for (int piece = 0; piece < pieces.size(); piece++) {
      RecordIndex index = indexes.get(piece);
      int count = 0;
      for (int i = 0; i < index.count(); i++, place++) {
        if (wanted.has(index, i)) {
          places.add(place);
          count++;
        }
      }
      if (count != pieces.get(piece).wanted()) {
        throw index.misfit(
            pieces.get(piece).wanted() + " records with wanted keys, as when the splits were made",
            Integer.toString(count));
      }
    }
    return places.build().toArray();
  }

  @Override
  public boolean next() throws IOException {
    return gather.next();
  }

  @Override
  public long number() {
    IndexedSplit.Piece piece = pieces.get(gather.indexNumber());
    return piece.number() + gather.place() - table.first(gather.indexNumber());
  }

  @Override
  public byte[] buffer() {
    return gather.buffer();
  }

  @Override
  public int payloadOffset() {
    return gather.payloadOffset();
  }

  @Override
  public int payloadLength() {
    return gather.payloadLength();
  }

  @Override
  public long bytesRead() {
    return gather.bytesRead();
  }

  @Override
  public long multiPartRecords() {
    return gather.multiPartRecords();
  }

  @Override
  public void close() throws IOException {
    try (table) {
      gather.close();
    }
  }
}
