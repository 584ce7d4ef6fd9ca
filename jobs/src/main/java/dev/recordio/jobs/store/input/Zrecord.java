// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.FilePaths;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.store.schema.FieldCodec;
import dev.recordio.store.schema.FieldType;
import dev.recordio.store.schema.StoreField;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private final boolean offsetFirst;
  private final ZrecordMeta meta;
  private final Chunks chunks;
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
    FileSystem fs = folder.getFileSystem(conf);
    meta = ZrecordMeta.read(fs, folder);
    chunks = new Chunks(fs, folder, meta);
    for (ZrecordMeta.Field field : meta.fields()) {
      FileStatus file = fs.getFileStatus(FilePaths.in(folder, field.name() + ".offset"));
      if (file.getLen() / ZrecordReader.ITEM_BYTES < meta.length()) {
        throw new MalformedRecordException(
            "cut items of a zrecord",
            file.getPath().toString(),
            file.getLen(),
            -1,
            meta.length() + " items of " + ZrecordReader.ITEM_BYTES + " bytes",
            file.getLen() + " bytes");
      }
      items.add(file);
    }
    for (int i = 0; check && i < items.size(); i++) {
      lengths.add(check(i));
    }
  }

  /** Reads all lengths; of deflated values, also the values. */
  private Lengths check(int field) throws IOException {
    var found = new Lengths();
    ZrecordMeta.Field values = meta.fields().get(field);
    int unit = FieldType.parse(values.item()).unitBytes();
    try (ZrecordReader reader = reader(field, unit, 0, meta.length(), values.deflated())) {
      while (reader.next()) {
        if (reader.isPresent()) {
          found.add(reader.length());
        }
      }
    }
    return found;
  }

  private ZrecordReader reader(int field, int unit, long from, long to, boolean readsValues)
      throws IOException {
    boolean deflated = meta.fields().get(field).deflated();
    return new ZrecordReader(
        conf, items.get(field), chunks, offsetFirst, deflated, unit, from, to, readsValues);
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
          throw BadInputException.of(
              "field %s is %s, but %s is of values of %s",
              field.name(),
              field.type(),
              items.get(i).getPath(),
              lengths.isEmpty() ? found.item() : lengths.get(i).type(found.item()));
        }
        return new ZrecordColumn(i, field.type());
      }
    }
    throw BadInputException.of(
        "the zrecord has no field %s: it has %s",
        field.name(),
        String.join(", ", meta.fields().stream().map(ZrecordMeta.Field::name).toList()));
  }

  private final class ZrecordColumn extends Column {
    private final int field;

    ZrecordColumn(int field, FieldType type) {
      super(
          type,
          meta.length(),
          chunks.bytes() / meta.fields().size(),
          items.get(field).getPath().toString());
      this.field = field;
    }

    @Override
    Column.Reader read(long from, long to) throws IOException {
      return reader(field, type().unitBytes(), from, to, true);
    }
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

  /** The chunks of a zrecord that exist, and up to where records may lie in each. */
  static final class Chunks {
    private static final String SUFFIX = ".zr";

    private final ZrecordMeta meta;
    private final List<Path> paths = new ArrayList<>();
    private final Map<Long, Integer> places = new HashMap<>(); // in the list, by number
    private final List<Long> ends = new ArrayList<>();
    private long bytes;

    Chunks(FileSystem fs, Path folder, ZrecordMeta meta) throws IOException {
      this.meta = meta;
      for (FileStatus file : files(fs, new Path(folder, "chunk"))) {
        String name = file.getPath().getName();
        String number = name.substring(0, Math.max(0, name.length() - SUFFIX.length()));
        if (!name.endsWith(SUFFIX) || !number.matches("0|[1-9][0-9]{0,17}")) {
          continue;
        }
        long id = Long.parseLong(number);
        long end = meta.writePositions().getOrDefault(id, file.getLen());
        if (end > file.getLen()) {
          throw BadInputException.of(
              "%s has %s bytes: expected at least %s, its write position",
              file.getPath(), file.getLen(), end);
        }
        places.put(id, paths.size());
        paths.add(file.getPath());
        ends.add(end);
        bytes += end;
      }
    }

    private static FileStatus[] files(FileSystem fs, Path folder) throws IOException {
      try {
        return fs.listStatus(folder);
      } catch (FileNotFoundException e) {
        return new FileStatus[0]; // of a zrecord without records
      }
    }

    List<Path> paths() {
      return paths;
    }

    long bytes() {
      return bytes;
    }

    /** Returns the place of a chunk in {@link #paths}. */
    int place(long chunk) {
      return places.get(chunk);
    }

    /** Returns what is wrong with the place of a record; null if nothing is. */
    String wrong(long chunk, long offset, long length) {
      if (chunk >= meta.chunks()) {
        return "chunk " + chunk + " of " + meta.chunks();
      }
      Integer place = places.get(chunk);
      if (place == null) {
        return "chunk " + chunk + ", which does not exist";
      }
      long end = ends.get(place);
      return offset < 0 || offset > end || length > end - offset
          ? length
              + " bytes at "
              + Long.toUnsignedString(offset)
              + " of chunk "
              + chunk
              + ", whose records end at "
              + end
          : null;
    }
  }
}
