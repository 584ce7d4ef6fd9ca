// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.FilePaths;
import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.npy.NpyHeader;
import dev.recordio.store.schema.FieldType;
import dev.recordio.store.schema.StoreField;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * An array with a row for each record; or, with an array of offsets beside it, so many rows as
 * these say. An array of truth values beside it says which records have a value.
 */
final class ArrayColumn extends Column {
  /** Ends the name of the offsets of an array: n + 1 numbers from 0, in rows. */
  static final String OFFSETS = ".offsets.npy";

  /** Ends the name of the truth values of an array. */
  static final String PRESENT = ".present.npy";

  private static final Set<String> OFFSET_TYPES = Set.of("<i8", ">i8", "<u8", ">u8");

  private final Configuration conf;
  private final ArrayFile values;
  private final ArrayFile offsets; // or null
  private final ArrayFile present; // or null

  private ArrayColumn(
      Configuration conf, ArrayFile values, ArrayFile offsets, ArrayFile present, FieldType type) {
    super(
        type,
        offsets == null ? values.rows() : offsets.rows() - 1,
        values.header().dataBytes(),
        values.name());
    this.conf = conf;
    this.values = values;
    this.offsets = offsets;
    this.present = present;
  }

  private static ArrayColumn open(
      Configuration conf, ArrayFile values, ArrayFile offsets, ArrayFile present, StoreField field)
      throws IOException {
    if (values.header().axes() == 0) {
      throw new BadInputException(
          values.name()
              + " holds a single item, not one a record: save an array with an axis"
              + " of records",
          null);
    }
    FieldType type = type(values, offsets != null, field);
    if (values.rowBytes() > FieldType.MAX_VALUE_BYTES) {
      throw BadInputException.of(
          "a row of %s has %s bytes: expected at most %s",
          values.name(), values.rowBytes(), FieldType.MAX_VALUE_BYTES);
    }
    var column = new ArrayColumn(conf, values, offsets, present, type);
    if (offsets != null) {
      column.checkOffsets();
    }
    if (present != null) {
      check(present, column.records(), column.source());
    }
    return column;
  }

  /** Opens an array, and those beside it. */
  static ArrayColumn ofNpy(Configuration conf, FileStatus file, StoreField field)
      throws IOException {
    return open(
        conf,
        ArrayFile.ofNpy(conf, file),
        beside(conf, file.getPath(), Columns.NPY, OFFSETS),
        beside(conf, file.getPath(), Columns.NPY, PRESENT),
        field);
  }

  /** Opens a member of an archive. */
  static ArrayColumn ofNpz(Configuration conf, FileStatus file, String member, StoreField field)
      throws IOException {
    return open(conf, ArrayFile.ofNpz(conf, file, member), null, null, field);
  }

  /** Opens the array beside a file; null if there is none. */
  static ArrayFile beside(Configuration conf, Path file, String suffix, String other)
      throws IOException {
    String name = file.getName();
    String stem = name.substring(0, name.length() - suffix.length());
    Path path = FilePaths.beside(file, stem + other);
    FileStatus status;
    try {
      status = path.getFileSystem(conf).getFileStatus(path);
    } catch (FileNotFoundException e) {
      return null;
    }
    return ArrayFile.ofNpy(conf, status);
  }

  private static FieldType type(ArrayFile values, boolean hasOffsets, StoreField field)
      throws BadInputException {
    boolean steps =
        !hasOffsets
            && field != null
            && field.type().kind() == FieldType.Kind.RAGGED
            && values.header().axes() > 1;
    FieldType found = type(values, hasOffsets || steps, steps ? 2 : 1);
    if (field != null && !field.type().equals(found)) {
      throw mismatch(field, values.name(), found);
    }
    return found;
  }

  private static FieldType type(ArrayFile values, boolean ragged, int axis)
      throws BadInputException {
    NpyHeader header = values.header();
    try {
      List<Integer> shape =
          Arrays.stream(header.lengthsFrom(axis)).mapToObj(Math::toIntExact).toList();
      return FieldType.array(header.type().text(), ragged, shape);
    } catch (ArithmeticException | InvalidSettingException e) {
      throw new BadInputException(
          values.name() + " (" + header + ") can't be the values of a field: " + e.getMessage(), e);
    }
  }

  private static BadInputException mismatch(StoreField field, String source, FieldType found) {
    FieldType wanted = field.type();
    String what = "field " + field.name() + " is " + wanted + ", but " + source + " holds " + found;
    if (wanted.item().isEmpty()) {
      return new BadInputException(
          what + ": give a .rec file, whose payloads become the values", null);
    }
    if (!wanted.item().equals(found.item())) {
      return BadInputException.of(
          "%s: types are stored byte for byte, so they must be equal; convert it in"
              + " Python: numpy.save(file, a.astype('%s'))",
          what, wanted.item());
    }
    boolean ragged = wanted.kind() == FieldType.Kind.RAGGED;
    return BadInputException.of(
        "%s%s",
        what,
        ragged
            ? ": save the values of all records as one array, and beside it NAME"
                + OFFSETS
                + ", int64, where each record's rows begin and end"
            : ": the shape of a row must be the shape of the field; reshape it in Python");
  }

  private void checkOffsets() throws IOException {
    NpyHeader header = offsets.header();
    if (!OFFSET_TYPES.contains(header.type().text()) || header.axes() != 1 || offsets.rows() < 1) {
      throw BadInputException.of(
          "%s holds %s: expected int64, as many as there are records and one more",
          offsets.name(), header);
    }
    if (offset(0) != 0 || offset(offsets.rows() - 1) != values.rows()) {
      throw BadInputException.of(
          "%s goes from %s to %s: expected 0 to %s, the rows of %s",
          offsets.name(), offset(0), offset(offsets.rows() - 1), values.rows(), values.name());
    }
  }

  private long offset(long i) throws IOException {
    byte[] number = new byte[Long.BYTES];
    try (Rows rows = offsets.open(conf, i)) {
      rows.read(i, 1, number);
    }
    return ByteBuffer.wrap(number).order(order()).getLong();
  }

  private ByteOrder order() {
    boolean big = offsets.header().type().text().startsWith(">");
    return big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
  }

  /** Checks that an array has a truth value a record. */
  static void check(ArrayFile present, long records, String source) throws BadInputException {
    NpyHeader header = present.header();
    if (!header.type().text().equals(NpyHeader.BOOL)
        || header.axes() != 1
        || present.rows() != records) {
      throw BadInputException.of(
          "%s holds %s: expected bool (%s,), one a record of %s",
          present.name(), header, records, source);
    }
  }

  @Override
  ColumnReader read(long from, long to) throws IOException {
    return CloseOnFailure.of(
        new ArrayReader(values, from, to),
        reader -> {
          if (present != null) {
            reader.setPresent(PresentReader.open(conf, present, from, to));
          }
          long first = from;
          if (offsets != null) {
            var window = new RowWindow(offsets.open(conf, from), Long.BYTES, to + 1, 1 << 16);
            first = reader.setOffsets(offsets, window, order());
          }
          reader.setRows(values.open(conf, first));
          return reader;
        });
  }
}
