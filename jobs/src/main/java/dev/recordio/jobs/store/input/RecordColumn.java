// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.fs.numbered.RecordTable;
import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.store.schema.FieldType;
import dev.recordio.store.schema.StoreField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * Payloads of records. A file without an index is counted, and its records are found, by its
 * headers.
 */
final class RecordColumn implements Column {
  private final Configuration conf;
  private final RecordTable table;
  private final List<FileStatus> files;
  private final List<ArrayFile> present; // of each of the table's files; null: all are
  private final FieldType type;

  private RecordColumn(
      Configuration conf, RecordTable table, List<FileStatus> files, FieldType type)
      throws IOException {
    this.conf = conf;
    this.table = table;
    this.files = files;
    this.type = type;
    present = new ArrayList<>();
    for (int i = 0; i < table.parts(); i++) {
      ArrayFile values =
          ArrayColumn.beside(conf, table.path(i), InputText.REC, ArrayColumn.PRESENT);
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
  static RecordColumn open(
      Configuration conf, List<FileStatus> listed, List<FileStatus> files, StoreField field)
      throws IOException {
    FieldType type = field == null ? FieldType.BYTES : field.type();
    if (type.isFixed()) {
      throw new BadInputException(
          "field "
              + field.name()
              + " is "
              + type
              + ", but the payloads of "
              + listed.get(0).getPath()
              + " have any length: give a .npy file, or .rec#label for the labels of image"
              + " records",
          null);
    }
    return CloseOnFailure.of(
        RecordTable.open(conf, files), table -> new RecordColumn(conf, table, listed, type));
  }

  @Override
  public FieldType type() {
    return type;
  }

  @Override
  public long records() {
    return table.total();
  }

  @Override
  public long bytes() {
    return files.stream().mapToLong(FileStatus::getLen).sum();
  }

  @Override
  public ColumnReader read(long from, long to) throws IOException {
    return new PayloadReader(conf, table, present, type, from, to);
  }

  @Override
  public String source() {
    return files.get(0).getPath().toString();
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
