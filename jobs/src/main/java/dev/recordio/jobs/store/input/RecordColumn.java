// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.bytes.Excerpt;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.numbered.RecordGather;
import dev.recordio.fs.numbered.RecordTable;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.store.schema.FieldType;
import dev.recordio.store.schema.StoreField;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.io.Text;

/**
 * Payloads of records. A file without an index is counted, and its records are found, by its
 * headers.
 */
final class RecordColumn extends Column {
  private final Configuration conf;
  private final RecordTable table;
  private final List<ArrayFile> present; // of each of the table's files; null: all are

  private RecordColumn(
      Configuration conf, RecordTable table, List<FileStatus> files, FieldType type)
      throws IOException {
    super(type, table.total(), InputListing.bytes(files), files.get(0).getPath().toString());
    this.conf = conf;
    this.table = table;
    present = new ArrayList<>();
    for (int i = 0; i < table.parts(); i++) {
      ArrayFile values = ArrayColumn.beside(conf, table.path(i), Columns.REC, ArrayColumn.PRESENT);
      if (values != null) {
        ArrayColumn.check(values, table.first(i + 1) - table.first(i), table.path(i).toString());
      }
      present.add(values);
    }
  }

  /**
   * @param listed the files, also empty ones
   * @param files the files with bytes
   */
  static Column open(
      Configuration conf, List<FileStatus> listed, List<FileStatus> files, StoreField field)
      throws IOException {
    FieldType type = field == null ? FieldType.BYTES : field.type();
    if (type.isFixed()) {
      throw BadInputException.of(
          "field %s is %s, but the payloads of %s have any length: give a .npy file,"
              + " or .rec#label for the labels of image records",
          field.name(), type, listed.get(0).getPath());
    }
    return CloseOnFailure.of(
        RecordTable.open(conf, files), table -> new RecordColumn(conf, table, listed, type));
  }

  @Override
  Column.Reader read(long from, long to) throws IOException {
    return new Reader(from, to);
  }

  @Override
  public void close() throws IOException {
    table.close();
  }

  /** Reads payloads of consecutive records, by their indexes. */
  private final class Reader extends Column.Reader {
    private static final int SHOWN = 16;

    private final RecordGather gather;
    private int presentPart = -1; // the file of:
    private ArrayColumn.Present truths; // null: all have values

    Reader(long from, long to) {
      gather =
          new RecordGather(
              conf, table, LongStream.range(from, to).iterator(), DamageTracker.failing());
    }

    @Override
    public boolean next() throws IOException {
      if (!gather.next()) {
        return false;
      }
      if (isPresentIn(gather.indexNumber())) {
        set(gather.buffer(), gather.payloadOffset(), gather.payloadLength());
        check();
      } else {
        setAbsent();
      }
      return true;
    }

    private boolean isPresentIn(int part) throws IOException {
      if (part != presentPart) {
        closeTruths();
        presentPart = part;
        ArrayFile file = present.get(part);
        if (file != null) {
          long first = table.first(part);
          truths = ArrayColumn.Present.open(conf, file, gather.place() - first, file.rows());
        }
      }
      return truths == null || truths.next();
    }

    private void check() throws IOException {
      int length = length();
      if (!type().accepts(length)) {
        throw malformed(
            "value of the wrong length",
            "a payload of a multiple of " + type().unitBytes() + " bytes, for values of " + type(),
            length + " bytes");
      }
      if (type().kind() != FieldType.Kind.TEXT) {
        return;
      }
      try {
        Text.validateUTF8(buffer(), offset(), length);
      } catch (MalformedInputException e) {
        int shown = Math.min(SHOWN, length);
        throw malformed(
            "no text",
            "a payload in UTF-8, for values of text",
            Excerpt.of(buffer(), offset(), offset() + shown) + (shown < length ? "..." : ""));
      }
    }

    private MalformedRecordException malformed(String what, String expected, String found) {
      return new MalformedRecordException(
          what, gather.path().toString(), gather.offset(), -1, expected, found);
    }

    private void closeTruths() throws IOException {
      try (ArrayColumn.Present closing = truths) {
        truths = null;
      }
    }

    @Override
    public void close() throws IOException {
      try (gather) {
        closeTruths();
      }
    }
  }
}
