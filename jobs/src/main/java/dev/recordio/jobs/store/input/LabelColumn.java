// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.fs.numbered.RecordTable;
import dev.recordio.fs.stream.CloseOnFailure;
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
final class LabelColumn implements Column {
  private final Configuration conf;
  private final RecordTable table;
  private final List<FileStatus> files;
  private final FieldType type;

  private LabelColumn(
      Configuration conf, RecordTable table, List<FileStatus> files, StoreField field)
      throws IOException {
    this.conf = conf;
    this.table = table;
    this.files = files;
    type = field == null ? typeOfFirst() : field.type();
    if (!type.item().equals(NpyHeader.FLOAT32) || !isVector()) {
      throw mismatch(field.name(), FieldType.parse("f4[*]"));
    }
    if (type.isFixed() && table.total() > 0) {
      FieldType found = typeOfFirst();
      if (found.unitBytes() != type.unitBytes()) {
        throw mismatch(field.name(), found);
      }
    }
  }

  private boolean isVector() {
    return type.isFixed() ? type.shape().size() <= 1 : type.shape().isEmpty();
  }

  private BadInputException mismatch(String name, FieldType found) {
    return new BadInputException(
        "field "
            + name
            + " is "
            + type
            + ", but the labels of "
            + source()
            + " are "
            + found
            + ": fields of labels are f4, f4[K] or f4[*], as many as each record has",
        null);
  }

  private FieldType typeOfFirst() throws IOException {
    if (table.total() == 0) {
      return FieldType.array(NpyHeader.FLOAT32, false, List.of());
    }
    try (var reader = new LabelReader(conf, table, 0, 0, 1)) {
      reader.next();
      int labels = reader.length() / Float.BYTES;
      return FieldType.array(NpyHeader.FLOAT32, false, labels == 1 ? List.of() : List.of(labels));
    }
  }

  static LabelColumn open(
      Configuration conf, List<FileStatus> listed, List<FileStatus> files, StoreField field)
      throws IOException {
    return CloseOnFailure.of(
        RecordTable.open(conf, files), table -> new LabelColumn(conf, table, listed, field));
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
    int width = type.isFixed() ? type.unitBytes() : Float.BYTES;
    return table.total() * width;
  }

  @Override
  public ColumnReader read(long from, long to) throws IOException {
    return new LabelReader(conf, table, type.isFixed() ? type.unitBytes() : 0, from, to);
  }

  @Override
  public String source() {
    return files.get(0).getPath() + "#label";
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
