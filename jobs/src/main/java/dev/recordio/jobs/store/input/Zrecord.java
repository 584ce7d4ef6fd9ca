// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.FilePaths;
import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.store.schema.FieldCodec;
import dev.recordio.store.schema.FieldType;
import dev.recordio.store.schema.StoreField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A folder that loaderx's zrecord wrote: {@code meta.json}, for each field {@code FIELD.offset}
 * with an item of 16 bytes a record, and {@code chunk/N.zr} with the records' bytes. Each item is
 * checked when it is opened, and each deflated record inflated once, so that nothing is imported of
 * a folder that can't be imported whole.
 *
 * <p>An item has, little-endian, the number of a chunk (u32), an offset in it (u64) and a length
 * (u32); a length of 0 is no value. The shape of values is not written down: where all values of a
 * field have one length, it is a row of so many items, else it varies.
 */
final class Zrecord {
  private final Configuration conf;
  private final FileSystem fs;
  private final boolean offsetFirst;
  private final ZrecordMeta meta;
  private final ZrecordChunks chunks;
  private final List<FileStatus> items = new ArrayList<>(); // the files, of each field
  private final List<Lengths> lengths = new ArrayList<>(); // of the values of each field

  /**
   * Opens a folder.
   *
   * @param offsetFirst whether the offset is before the number of the chunk in an item, as a struct
   *     of Zig that is not packed has them
   * @param check whether all of it is checked, which finds the types of values; else items are
   *     checked as they are read
   * @throws BadInputException when it holds something else
   * @throws MalformedRecordException when an item leads to no record
   */
  Zrecord(Configuration conf, Path folder, boolean offsetFirst, boolean check) throws IOException {
    this.conf = conf;
    this.offsetFirst = offsetFirst;
    fs = folder.getFileSystem(conf);
    meta = ZrecordMeta.read(fs, folder);
    chunks = new ZrecordChunks(fs, folder, meta);
    for (ZrecordMeta.Field field : meta.fields()) {
      FileStatus file = fs.getFileStatus(FilePaths.in(folder, field.name() + ".offset"));
      if (file.getLen() / ZrecordItems.BYTES < meta.length()) {
        throw new MalformedRecordException(
            "cut items of a zrecord",
            file.getPath().toString(),
            file.getLen(),
            -1,
            meta.length() + " items of " + ZrecordItems.BYTES + " bytes",
            file.getLen() + " bytes");
      }
      items.add(file);
    }
    for (int i = 0; check && i < items.size(); i++) {
      lengths.add(check(i));
    }
  }

  private Lengths check(int field) throws IOException {
    var found = new Lengths();
    int unit = FieldType.parse(meta.fields().get(field).item()).unitBytes();
    if (meta.fields().get(field).deflated()) {
      try (ZrecordReader reader = reader(field, unit, 0, meta.length())) {
        while (reader.next()) {
          if (reader.isPresent()) {
            found.add(reader.length());
          }
        }
      }
      return found;
    }
    try (ZrecordItems all = items(field, meta.length())) {
      for (long record = 0; record < meta.length(); record++) {
        all.read(record);
        if (all.length() % unit != 0) {
          throw all.malformed(record, "a multiple of " + unit + " bytes", all.length() + " bytes");
        }
        if (all.length() > 0) {
          found.add(all.length());
        }
      }
    }
    return found;
  }

  private ZrecordItems items(int field, long to) throws IOException {
    return new ZrecordItems(fs, items.get(field), chunks, offsetFirst, to);
  }

  private ZrecordReader reader(int field, int unit, long from, long to) throws IOException {
    return CloseOnFailure.of(
        items(field, to),
        opened ->
            new ZrecordReader(
                conf, opened, chunks, meta.fields().get(field).deflated(), unit, from, to));
  }

  /** Returns the names of the fields. */
  List<String> names() {
    return meta.fields().stream().map(ZrecordMeta.Field::name).toList();
  }

  /** Returns the fields, with the types that their values show; those deflated there, here too. */
  List<StoreField> fields() {
    var fields = new ArrayList<StoreField>();
    for (int i = 0; i < items.size(); i++) {
      ZrecordMeta.Field field = meta.fields().get(i);
      FieldCodec codec = field.deflated() ? FieldCodec.DEFLATE : FieldCodec.RAW;
      fields.add(new StoreField(field.name(), lengths.get(i).type(field.item()), codec));
    }
    return fields;
  }

  /**
   * Returns the values of a field.
   *
   * @param field the field of the store, of the same name
   * @throws BadInputException when there is none, or the values are not of its type
   */
  Column column(StoreField field) throws BadInputException {
    for (int i = 0; i < items.size(); i++) {
      ZrecordMeta.Field found = meta.fields().get(i);
      if (found.name().equals(field.name())) {
        boolean fits = lengths.isEmpty() || lengths.get(i).fit(field.type());
        if (!found.item().equals(field.type().item()) || !fits) {
          throw new BadInputException(
              "field "
                  + field.name()
                  + " is "
                  + field.type()
                  + ", but "
                  + items.get(i).getPath()
                  + " is of values of "
                  + (lengths.isEmpty() ? found.item() : lengths.get(i).type(found.item())),
              null);
        }
        return new ZrecordColumn(i, field.type());
      }
    }
    throw new BadInputException(
        "the zrecord has no field "
            + field.name()
            + ": it has "
            + String.join(", ", meta.fields().stream().map(ZrecordMeta.Field::name).toList()),
        null);
  }

  private final class ZrecordColumn implements Column {
    private final int field;
    private final FieldType type;

    ZrecordColumn(int field, FieldType type) {
      this.field = field;
      this.type = type;
    }

    @Override
    public FieldType type() {
      return type;
    }

    @Override
    public long records() {
      return meta.length();
    }

    @Override
    public long bytes() {
      return chunks.bytes() / meta.fields().size();
    }

    @Override
    public ColumnReader read(long from, long to) throws IOException {
      return reader(field, type.unitBytes(), from, to);
    }

    @Override
    public String source() {
      return items.get(field).getPath().toString();
    }

    @Override
    public void close() {}
  }

  /** The lengths of the values of a field that were seen. */
  private static final class Lengths {
    private boolean seen;
    private boolean vary;
    private int length;
    private int divisor; // the largest one of all lengths

    void add(int bytes) {
      vary |= seen && bytes != length;
      seen = true;
      length = bytes;
      int a = divisor;
      for (int b = bytes; b != 0; ) {
        int rest = a % b;
        a = b;
        b = rest;
      }
      divisor = a;
    }

    /** Returns the type of values of these lengths. */
    FieldType type(String item) {
      FieldType one = FieldType.array(item, false, List.of());
      if (vary || seen && length == 0) {
        return FieldType.array(item, true, List.of());
      }
      int items = length / one.unitBytes();
      return items <= 1 ? one : FieldType.array(item, false, List.of(items));
    }

    /** Whether all values fit a field of a type with the same items. */
    boolean fit(FieldType type) {
      return !seen
          || (type.isFixed()
              ? !vary && length == type.unitBytes()
              : divisor % type.unitBytes() == 0);
    }
  }
}
