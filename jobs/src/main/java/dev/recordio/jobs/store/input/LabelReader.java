// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.numbered.RecordTable;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.image.ImageRecordHeader;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Reads labels of consecutive records; of long ones only the headers are read. */
final class LabelReader implements ColumnReader {
  private static final int LABEL_AT = 4;

  private final Configuration conf;
  private final RecordTable table;
  private final int wanted; // bytes of labels; 0: any
  private final long to;
  private byte[] header;
  private long record; // the next one
  private long end; // of the records in the current file
  private RecordRangeReader reader; // of it
  private int offset;
  private int length;

  LabelReader(Configuration conf, RecordTable table, int wanted, long from, long to) {
    this.conf = conf;
    this.table = table;
    this.wanted = wanted;
    this.to = to;
    record = from;
    end = from;
    header = new byte[ImageRecordHeader.FIXED_BYTES + wanted];
  }

  @Override
  public boolean next() throws IOException {
    if (record == end) {
      close();
      if (record == to) {
        return false;
      }
      open();
    }
    if (!reader.next()) {
      throw misfit("its records " + record + " to " + (end - 1), "fewer");
    }
    record++;
    if (record == end && reader.position() != table.end(record - 1)) {
      throw misfit("record " + (record - 1) + " to end at " + table.end(record - 1), "another end");
    }
    labels();
    return true;
  }

  private void open() throws IOException {
    int part = table.partOf(record);
    end = Math.min(to, table.first(part + 1));
    long begin = table.offset(record);
    var range = new InputRange(table.path(part), begin, table.end(end - 1) - begin);
    reader = RecordInputs.openHeaders(conf, range, DamageTracker.failing());
  }

  private MalformedRecordException misfit(String expected, String found) {
    String path = table.path(table.partOf(end - 1)).toString();
    return new MalformedRecordException(
        "the index does not fit", path, reader.position(), -1, expected, found);
  }

  private void labels() throws IOException {
    int there = reader.prefix(header);
    int payload = reader.payloadLength();
    boolean fits = ImageRecordHeader.fits(header, 0, there, payload);
    int bytes = fits ? ImageRecordHeader.bytesOf(header, 0) : 0;
    if (!fits) {
      try {
        ImageRecordHeader.id(header, payload, reader.offset()); // throws, as it does not fit
      } catch (MalformedRecordException e) {
        throw e.at(table.path(table.partOf(record - 1)).toString());
      }
    }
    boolean inside = bytes == ImageRecordHeader.FIXED_BYTES;
    offset = inside ? LABEL_AT : ImageRecordHeader.FIXED_BYTES;
    length = inside ? Float.BYTES : bytes - ImageRecordHeader.FIXED_BYTES;
    if (wanted != 0 && length != wanted) {
      throw new MalformedRecordException(
          "record with another number of labels",
          table.path(table.partOf(record - 1)).toString(),
          reader.offset(),
          -1,
          wanted / Float.BYTES + " labels, as many as the others have",
          String.valueOf(length / Float.BYTES));
    }
    if (offset + length > header.length) {
      header = new byte[offset + length];
      reader.prefix(header);
    }
  }

  @Override
  public boolean isPresent() {
    return true;
  }

  @Override
  public byte[] buffer() {
    return header;
  }

  @Override
  public int offset() {
    return offset;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public void close() throws IOException {
    try (RecordRangeReader closing = reader) {
      reader = null;
    }
  }
}
