// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseCounters;
import dev.recordio.sparse.RowTraits;
import dev.recordio.sparse.layout.RowBlockDecoder;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Reads the rows of RecordIO files whose records are saved row blocks, one or more each. */
final class RowBlockReader implements RowReader, RowBlockDecoder.Source {
  private final RecordSplitReader records;
  private final RowBlockDecoder decoder;
  private final boolean empty;
  private final long features;
  private final ParseCounters counters = new ParseCounters();
  private final RowTraits traits = new RowTraits();
  private boolean inRecord;
  private int consumed; // of the record's payload
  private long recordCount;

  RowBlockReader(Configuration conf, TextSettings settings, List<InputRange> ranges) {
    records = new RecordSplitReader(conf, ranges, DamageTracker.of(conf, null));
    decoder = new RowBlockDecoder(this, 0, settings.indexType());
    empty = ranges.isEmpty();
    features = settings.features();
  }

  @Override
  public boolean next(CsrBlock block) throws IOException {
    block.clear();
    while (block.rows() == 0) {
      if (!inRecord) {
        if (!records.next()) {
          return false;
        }
        recordCount++;
        consumed = 0;
        decoder.reset(records.record().payloadLength());
      }
      try {
        inRecord = decoder.next(block);
      } catch (MalformedRecordException e) {
        throw placed(e);
      }
    }
    check(block);
    block.setPositions(records.record().offset());
    traits.add(block);
    return true;
  }

  private void check(CsrBlock block) throws MalformedRecordException {
    for (int i = 0; features > 0 && i < block.entries(); i++) {
      if (Long.compareUnsigned(block.index(i), features) >= 0) {
        throw new MalformedRecordException(
            "index-too-large",
            path().toString(),
            records.record().offset(),
            -1,
            "an index below " + features + ", as " + LibSvmConf.FEATURES + " says",
            Long.toUnsignedString(block.index(i)));
      }
    }
  }

  /** Gives an error its place in the file; in a record of several parts, the record's. */
  private MalformedRecordException placed(MalformedRecordException e) {
    RecordRangeReader record = records.record();
    boolean whole = record.parts() == 1;
    return new MalformedRecordException(
        e.what(),
        path().toString(),
        record.offset() + (whole ? RecordIOFormat.HEADER_BYTES + e.offset() : 0),
        -1,
        e.expected(),
        e.found() + (whole ? "" : " at byte " + e.offset() + " of the record's payload"));
  }

  /** Gives the decoder the record's bytes. */
  @Override
  public int read(byte[] into, int offset, int length) {
    RecordRangeReader record = records.record();
    int from = record.payloadOffset() + consumed;
    int count = Math.min(length, record.payloadLength() - consumed);
    System.arraycopy(record.buffer(), from, into, offset, count);
    consumed += count;
    return count;
  }

  @Override
  public int lineLength(long position) {
    return -1;
  }

  @Override
  public Path path() {
    return records.path();
  }

  @Override
  public int range() {
    return records.range();
  }

  @Override
  public float progress() {
    return empty ? 1 : records.progress();
  }

  @Override
  public long bytesRead() {
    return records.bytesRead();
  }

  @Override
  public long lines() {
    return recordCount;
  }

  @Override
  public ParseCounters counters() {
    return counters;
  }

  @Override
  public RowTraits traits() {
    return traits;
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
