// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.PayloadType;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.spark.scan.Columns;
import dev.recordio.spark.scan.FileRows;
import dev.recordio.spark.scan.ScanCounters;
import dev.recordio.task.TaskRecords;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeArrayWriter;
import org.apache.spark.sql.types.StructType;

/** The records of ranges of a file as rows. Only what the requested columns need is read. */
final class RecordRows extends FileRows {
  private final TaskRecords records;
  private final RecordSplitReader reader;
  private final boolean image;
  private final boolean headersOnly;
  private final byte[] start = new byte[ImageRecordHeader.FIXED_BYTES + Float.BYTES];
  private final ImageRecordHeader header = new ImageRecordHeader();
  private final RecordKeys keys; // null when there is no column key
  private final int offset;
  private final int key;
  private final int id;
  private final int id2;
  private final int label;
  private final int labels;
  private final int data;

  /**
   * Makes the rows of some ranges of a file.
   *
   * @param name of the ranges together
   * @param keys of the file's records; null when {@code wanted} has no column {@code key}
   */
  RecordRows(
      Configuration conf,
      List<InputRange> ranges,
      String name,
      StructType wanted,
      PayloadType payload,
      RecordKeys keys,
      ScanCounters counters) {
    super(wanted.size());
    this.keys = keys;
    offset = Columns.at(wanted, "offset");
    key = Columns.at(wanted, "key");
    id = Columns.at(wanted, "id");
    id2 = Columns.at(wanted, "id2");
    label = Columns.at(wanted, "label");
    labels = Columns.at(wanted, "labels");
    data = Columns.at(wanted, "data");
    image =
        payload == PayloadType.IMAGE
            && (id >= 0 || id2 >= 0 || label >= 0 || labels >= 0 || data >= 0);
    headersOnly = id2 < 0 && labels < 0 && data < 0;
    // Files of different folders may have the same name: so each gets its own quarantine.
    String attempt = name + "-" + UUID.randomUUID();
    records = TaskRecords.open(conf, ranges, counters, null, attempt, headersOnly);
    reader = records.reader();
  }

  @Override
  public boolean step() throws IOException {
    if (!records.stepped(reader.next())) {
      return false;
    }
    RecordRangeReader record = reader.record();
    if (offset >= 0) {
      row.write(offset, record.offset());
    }
    if (key >= 0) {
      if (keys.reach(record.offset())) {
        row.write(key, keys.key());
      } else {
        row.setNullAt(key);
      }
    }
    if (image) {
      try {
        image(record);
      } catch (MalformedRecordException e) {
        throw e.path() == null ? e.at(reader.path().toString()) : e;
      }
    } else if (data >= 0) {
      int from = record.payloadOffset();
      row.write(data, record.buffer(), from, record.payloadLength());
    }
    return true;
  }

  private void image(RecordRangeReader record) throws IOException {
    int length = record.payloadLength();
    if (headersOnly) {
      record.prefix(start);
      if (id >= 0) {
        row.write(id, ImageRecordHeader.id(start, length, record.offset()));
      }
      if (label >= 0) {
        row.write(label, ImageRecordHeader.firstLabel(start, length, record.offset()));
      }
      return;
    }
    int from = record.payloadOffset();
    header.read(record.buffer(), from, length, record.offset());
    if (id >= 0) {
      row.write(id, header.id());
    }
    if (id2 >= 0) {
      row.write(id2, header.id2());
    }
    if (label >= 0) {
      row.write(label, header.label(0));
    }
    if (labels >= 0) {
      labels();
    }
    if (data >= 0) {
      row.write(data, record.buffer(), header.imageOffset(), header.imageLength());
    }
  }

  private void labels() {
    int begin = row.cursor();
    UnsafeArrayWriter array = array(header.labelCount(), Float.BYTES);
    for (int i = 0; i < header.labelCount(); i++) {
      array.write(i, header.label(i));
    }
    endArray(labels, begin);
  }

  @Override
  public void closeFiles() throws IOException {
    records.close();
  }
}
