// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.IndexType;
import dev.recordio.sparse.ParseCounters;
import dev.recordio.sparse.RowTraits;
import dev.recordio.sparse.layout.RowBlockDecoder;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Reads the rows of RecordIO files whose records hold rows, one or more each. */
final class RecordRowReader implements RowReader {
  private final RecordSplitReader records;
  private final RecordRows rows;
  private final boolean blocks; // the payloads are saved row blocks
  private final boolean empty;
  private final long features;
  private final EntryFilter filter;
  private final ParseCounters counters = new ParseCounters();
  private final RowTraits traits = new RowTraits();
  private Path path; // of the last block
  private int range;
  private boolean waiting; // a record was read, but not begun
  private boolean inRecord;
  private boolean ended;
  private IOException failure; // after the rows handed out last
  private long recordCount;

  /**
   * Creates a reader.
   *
   * @param before what was read before the ranges, whose shape must be theirs; or null
   */
  RecordRowReader(
      Configuration conf, TextSettings settings, List<InputRange> ranges, RowsBefore before) {
    DamageTracker damage = DamageTracker.of(conf, null);
    blocks = settings.isRowBlock();
    features = settings.features();
    filter = settings.filter();
    empty = ranges.isEmpty();
    if (before != null && before.traits().columns() >= 0) {
      traits.columns(before.traits().columns());
    }
    if (blocks) {
      records = new RecordSplitReader(conf, ranges, damage);
      rows = new RowBlockRows(settings.indexType());
    } else {
      records = RecordSplitReader.ofUnescaped(conf, ranges, damage);
      rows = new SageMakerRows(traits, features);
    }
  }

  @Override
  public boolean next(CsrBlock block) throws IOException {
    block.clear();
    if (failure != null) {
      throw failure;
    }
    try {
      fill(block);
    } catch (IOException e) {
      if (block.rows() == 0) {
        throw e;
      }
      failure = e; // the rows before it come first
    }
    filter.apply(block, counters, traits);
    traits.add(block);
    return block.rows() > 0;
  }

  private void fill(CsrBlock block) throws IOException {
    while (!rows.isFull(block)) {
      if (!inRecord && !begin(block.rows() == 0)) {
        return;
      }
      int before = block.rows();
      try {
        inRecord = rows.next(block);
      } catch (MalformedRecordException e) {
        throw placed(e);
      }
      long offset = records.record().offset();
      long[] positions = block.positions();
      for (int row = before; row < block.rows(); row++) {
        positions[row] = offset;
      }
      if (features > 0 && blocks) { // other records have a shape, which was checked
        check(block, block.offset(before));
      }
    }
  }

  /**
   * Begins the next record.
   *
   * @param anyRange whether it may be of another range than the one before
   * @return false when there is no such record
   */
  private boolean begin(boolean anyRange) throws IOException {
    if (!waiting) {
      ended = ended || !records.next();
      if (ended) {
        return false;
      }
      waiting = true;
    }
    if (!anyRange && records.range() != range) {
      return false;
    }
    waiting = false;
    if (path == null || records.range() != range) {
      range = records.range();
      path = records.path();
    }
    recordCount++;
    RecordRangeReader record = records.record();
    if (record.parts() > 1 && !blocks) {
      throw new MalformedRecordException(
          "record of several parts",
          path.toString(),
          record.offset(),
          -1,
          "a record of one part and less than 2^29 bytes: this format is not escaped",
          "one of " + record.parts() + " parts");
    }
    rows.begin(record.buffer(), record.payloadOffset(), record.payloadLength());
    return true;
  }

  /** Checks the columns of the entries from {@code first} on. */
  private void check(CsrBlock block, int first) throws MalformedRecordException {
    for (int i = first; i < block.entries(); i++) {
      if (Long.compareUnsigned(block.index(i), features) >= 0) {
        String index = Long.toUnsignedString(block.index(i));
        block.clear();
        throw new MalformedRecordException(
            "index-too-large",
            path.toString(),
            records.record().offset(),
            -1,
            "an index below " + features + ", as " + LibSvmConf.FEATURES + " says",
            index);
      }
    }
  }

  /** Gives an error its place in the file; in a record of several parts, the record's. */
  private MalformedRecordException placed(MalformedRecordException e) {
    RecordRangeReader record = records.record();
    boolean whole = record.parts() == 1;
    return new MalformedRecordException(
        e.what(),
        path.toString(),
        record.offset() + (whole ? RecordIOFormat.HEADER_BYTES + e.offset() : 0),
        -1,
        e.expected(),
        e.found() + (whole ? "" : " at byte " + e.offset() + " of the record's payload"));
  }

  @Override
  public int lineLength(long position) {
    return -1;
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public int range() {
    return range;
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

  /**
   * The rows of payloads that are saved row blocks, one after the other; a block has one's rows.
   */
  private static final class RowBlockRows implements RecordRows {
    private final RowBlockDecoder decoder;

    RowBlockRows(IndexType type) {
      decoder = new RowBlockDecoder(type);
    }

    @Override
    public void begin(byte[] bytes, int from, int length) {
      decoder.begin(bytes, from, length);
    }

    @Override
    public boolean next(CsrBlock block) throws IOException {
      return decoder.next(block);
    }

    @Override
    public boolean isFull(CsrBlock block) {
      return block.rows() > 0;
    }
  }

  /** Makes rows of the payloads of records. */
  interface RecordRows {
    /** Begins the payload {@code bytes[from .. from + length)}, good until the next one begins. */
    void begin(byte[] bytes, int from, int length);

    /**
     * Adds the payload's next rows to a block, which may be cleared first unless {@link #isFull}
     * says that more fit after those that it has.
     *
     * @return whether the payload may have more rows
     * @throws dev.recordio.bytes.MalformedRecordException when it is malformed, with the offset in
     *     the payload; no rows are added then
     */
    boolean next(CsrBlock block) throws IOException;

    /** Whether a block is handed out as it is, before further rows are read. */
    boolean isFull(CsrBlock block);
  }
}
