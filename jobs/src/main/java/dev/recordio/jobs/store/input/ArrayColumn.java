// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.FilePaths;
import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.npy.NpyHeader;
import dev.recordio.store.schema.FieldType;
import dev.recordio.store.schema.StoreField;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
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
  private final boolean isBigEndian; // the offsets
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
    isBigEndian = offsets != null && offsets.header().type().text().startsWith(">");
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
          "%s holds %s: expected int64, one number more than there are records",
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
    return number(number, 0);
  }

  private long number(byte[] bytes, int at) {
    long number = LittleEndian.getLong(bytes, at);
    return isBigEndian ? Long.reverseBytes(number) : number;
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
  Column.Reader read(long from, long to) throws IOException {
    return CloseOnFailure.of(new Reader(from, to), Reader::open);
  }

  /** Reads rows of the array, one a record, or as many as offsets say. */
  private final class Reader extends Column.Reader {
    private static final int STRAIGHT_BYTES = 1 << 20;
    private static final int TRANSPOSED_BYTES = 32 << 20;
    private static final int OFFSETS_BYTES = 1 << 16;

    private final long to;
    private final int rowBytes = (int) values.rowBytes(); // its type was accepted, so it fits
    private Rows.Window rows;
    private Present truths; // null: all are present
    private Rows.Window begins; // null: one row a record

    private long record; // the next one

    Reader(long from, long to) {
      this.to = to;
      record = from;
    }

    private Reader open() throws IOException {
      if (present != null) {
        truths = Present.open(conf, present, record, to);
      }
      long first = record;
      if (offsets != null) {
        begins = new Rows.Window(offsets.open(conf, record), Long.BYTES, to + 1, OFFSETS_BYTES);
        first = record < to ? begin(record) : 0;
      }
      int capacity = values.isTransposed() ? TRANSPOSED_BYTES : STRAIGHT_BYTES;
      // With offsets, a task reads up to a window of rows of the next one.
      long end = offsets == null ? to : values.rows();
      rows = new Rows.Window(values.open(conf, first), rowBytes, end, capacity);
      return this;
    }

    @Override
    public boolean next() throws IOException {
      if (record == to) {
        return false;
      }
      boolean isPresent = truths == null || truths.next();
      long first = record;
      int count = 1;
      if (offsets != null) {
        first = begin(record);
        count = count(first);
      }
      record++;
      if (isPresent) {
        int at = rows.require(first, count);
        set(rows.buffer(), at, count * rowBytes);
      } else {
        setAbsent();
      }
      return true;
    }

    private long begin(long of) throws IOException {
      int at = begins.require(of, 2);
      long begin = number(begins.buffer(), at);
      if (begin < 0 || begin > values.rows()) {
        throw wrong(of, "0 to " + values.rows() + ", the rows of the values", begin);
      }
      return begin;
    }

    private int count(long begin) throws IOException {
      int at = begins.require(record, 2) + Long.BYTES;
      long end = number(begins.buffer(), at);
      if (end < begin || end > values.rows()) {
        throw wrong(record + 1, begin + " to " + values.rows() + ", the rows of the values", end);
      }
      long most = rowBytes == 0 ? Integer.MAX_VALUE : FieldType.MAX_VALUE_BYTES / rowBytes;
      if (end - begin > most) {
        throw wrong(
            record + 1, "a value of at most " + FieldType.MAX_VALUE_BYTES + " bytes", end - begin);
      }
      return (int) (end - begin);
    }

    private IOException wrong(long entry, String expected, long found) {
      return offsets.changed(offsets.base() + entry * Long.BYTES, expected, found + "");
    }

    @Override
    public void close() throws IOException {
      try (Present closing = truths;
          Rows.Window closingToo = begins) {
        if (rows != null) {
          rows.close();
        }
      }
    }
  }

  /** Truth values of consecutive records. */
  static final class Present implements Closeable {
    private static final int WINDOW = 1 << 16;

    private final ArrayFile file;
    private final Rows.Window window;
    private long next;

    private Present(ArrayFile file, Rows.Window window, long from) {
      this.file = file;
      this.window = window;
      next = from;
    }

    static Present open(Configuration conf, ArrayFile file, long from, long to) throws IOException {
      return new Present(file, new Rows.Window(file.open(conf, from), 1, to, WINDOW), from);
    }

    /** Whether the next record has a value. */
    boolean next() throws IOException {
      long record = next++;
      int at = window.require(record, 1);
      byte value = window.buffer()[at];
      if (value != 0 && value != 1) {
        throw file.changed(file.base() + record, "a truth value, 0 or 1", String.valueOf(value));
      }
      return value == 1;
    }

    @Override
    public void close() throws IOException {
      window.close();
    }
  }
}
