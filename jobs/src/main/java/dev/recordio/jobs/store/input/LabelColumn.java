// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.numbered.RecordTable;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.npy.NpyHeader;
import dev.recordio.store.schema.FieldType;
import dev.recordio.store.schema.StoreField;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * The labels in the image headers of records: all of them have as many, unless the field varies.
 */
final class LabelColumn extends Column {
  private final Configuration conf;
  private final RecordTable table;

  private LabelColumn(Configuration conf, RecordTable table, FieldType type, String source) {
    super(
        type,
        table.total(),
        table.total() * (type.isFixed() ? type.unitBytes() : Float.BYTES),
        source);
    this.conf = conf;
    this.table = table;
  }

  static Column open(
      Configuration conf, List<FileStatus> listed, List<FileStatus> files, StoreField field)
      throws IOException {
    String source = listed.get(0).getPath() + "#label";
    return CloseOnFailure.of(
        RecordTable.open(conf, files),
        table -> {
          FieldType type = field == null ? typeOfFirst(conf, table) : field.type();
          if (!type.item().equals(NpyHeader.FLOAT32) || !isVector(type)) {
            throw mismatch(field, source, FieldType.parse("f4[*]"));
          }
          if (type.isFixed() && table.total() > 0) {
            FieldType found = typeOfFirst(conf, table);
            if (found.unitBytes() != type.unitBytes()) {
              throw mismatch(field, source, found);
            }
          }
          return new LabelColumn(conf, table, type, source);
        });
  }

  private static boolean isVector(FieldType type) {
    return type.isFixed() ? type.shape().size() <= 1 : type.shape().isEmpty();
  }

  private static BadInputException mismatch(StoreField field, String source, FieldType found) {
    return BadInputException.of(
        "field %s is %s, but the labels of %s are %s: fields of labels are f4, f4[K] or f4[*],"
            + " by the number of labels of a record",
        field.name(), field.type(), source, found);
  }

  private static FieldType typeOfFirst(Configuration conf, RecordTable table) throws IOException {
    if (table.total() == 0) {
      return FieldType.array(NpyHeader.FLOAT32, false, List.of());
    }
    try (var reader = new Reader(conf, table, 0, 0, 1)) {
      reader.next();
      int labels = reader.length() / Float.BYTES;
      return FieldType.array(NpyHeader.FLOAT32, false, labels == 1 ? List.of() : List.of(labels));
    }
  }

  @Override
  Column.Reader read(long from, long to) throws IOException {
    return new Reader(conf, table, type().isFixed() ? type().unitBytes() : 0, from, to);
  }

  @Override
  public void close() throws IOException {
    table.close();
  }

  /** Reads labels of consecutive records; of long ones only the headers are read. */
  private static final class Reader extends Column.Reader {
    private static final int LABEL_AT = 4;

    private final Configuration conf;
    private final RecordTable table;
    private final int wanted; // bytes of labels; 0: any
    private final long to;
    private byte[] header;
    private long record; // the next one
    private long end; // of the records in the current file
    private RecordRangeReader reader; // of it

    Reader(Configuration conf, RecordTable table, int wanted, long from, long to) {
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
        throw misfit(
            "record " + (record - 1) + " to end at " + table.end(record - 1), "another end");
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
      int offset = inside ? LABEL_AT : ImageRecordHeader.FIXED_BYTES;
      int length = inside ? Float.BYTES : bytes - ImageRecordHeader.FIXED_BYTES;
      if (wanted != 0 && length != wanted) {
        throw new MalformedRecordException(
            "record with another number of labels",
            table.path(table.partOf(record - 1)).toString(),
            reader.offset(),
            -1,
            wanted / Float.BYTES + " labels, as the other records have",
            String.valueOf(length / Float.BYTES));
      }
      if (offset + length > header.length) {
        header = new byte[offset + length];
        reader.prefix(header);
      }
      set(header, offset, length);
    }

    @Override
    public void close() throws IOException {
      try (RecordRangeReader closing = reader) {
        reader = null;
      }
    }
  }
}
