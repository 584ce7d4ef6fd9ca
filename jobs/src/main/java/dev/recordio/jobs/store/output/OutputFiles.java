// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.output;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.npy.NpyHeader;
import dev.recordio.store.GatherBatch;
import dev.recordio.store.schema.FieldType;
import dev.recordio.store.schema.StoreField;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The files of some fields of so many records, in a folder: {@code FIELD.npy} in C order, with
 * zeros where a record has no value; of {@code bytes} and {@code text} {@code FIELD.rec} with its
 * indexes; of fields whose first dimension varies the values of all records in {@code FIELD.npy},
 * and in {@code FIELD.offsets.npy} (int64, one more than there are records) where the values of
 * each begin and end; {@code FIELD.present.npy} (bool) where a record has no value; {@code id.npy}
 * (int64).
 *
 * <p>Memory: 64 KiB a file, and 1 MiB a field whose first dimension varies. None of the files may
 * exist. Closed without {@link #finish}, they are not whole.
 */
public final class OutputFiles implements Closeable {
  private static final String NPY = ".npy";

  private final List<FieldFile> files = new ArrayList<>();
  private final FieldFile ids; // or null
  private final byte[] id = new byte[Long.BYTES];

  private OutputFiles(FieldFile ids) {
    this.ids = ids;
  }

  /**
   * Creates the files.
   *
   * @param prefix what their names begin with, such as {@code part-00000.}; empty for none
   * @param withIds whether there is an {@code id.npy}, too
   * @param records how many records there will be
   * @throws IOException when one exists, or can't be created
   */
  public static OutputFiles create(
      Configuration conf,
      Path folder,
      String prefix,
      List<StoreField> fields,
      boolean withIds,
      long records)
      throws IOException {
    FieldFile ids =
        withIds
            ? create(conf, new Path(folder, prefix + "id"), FieldType.parse("i8"), records)
            : null;
    return CloseOnFailure.of(
        new OutputFiles(ids),
        output -> {
          for (StoreField field : fields) {
            Path stem = new Path(folder, prefix + field.name());
            output.files.add(create(conf, stem, field.type(), records));
          }
          return output;
        });
  }

  private static FieldFile create(Configuration conf, Path stem, FieldType type, long records)
      throws IOException {
    Path file = stem.suffix(NPY);
    var present = new FieldFile.Present(conf, stem.suffix(".present" + NPY), records);
    return switch (type.kind()) {
      case FIXED ->
          new FieldFile.Fixed(
              ArrayOutput.create(conf, file, type, records), present, type.unitBytes());
      case RAGGED ->
          CloseOnFailure.of(
              ArrayOutput.create(conf, stem.suffix(".offsets" + NPY), NpyHeader.INT64, records + 1),
              offsets -> new FieldFile.Ragged(conf, file, type, offsets, present));
      case BYTES, TEXT -> {
        Path rec = stem.suffix(RecordFiles.RECORDS);
        yield new FieldFile.Payloads(
            RecordFileWriter.create(conf, rec, RecordFiles.index(rec), true),
            present,
            rec.toString());
      }
    };
  }

  /** Returns how many files there are, unless records have no value. */
  public static int count(List<StoreField> fields) {
    int count = 0;
    for (StoreField field : fields) {
      count +=
          switch (field.type().kind()) {
            case FIXED -> 1;
            case RAGGED -> 2; // with offsets
            case BYTES, TEXT -> 3; // with two indexes
          };
    }
    return count;
  }

  /** Returns the files of a field. */
  public FieldFile field(int i) {
    return files.get(i);
  }

  /** Writes records with all of the fields, in order; returns the bytes of their values. */
  public long write(GatherBatch batch) throws IOException {
    long bytes = 0;
    for (int field = 0; field < files.size(); field++) {
      bytes += write(batch, field, files.get(field));
    }
    for (int i = 0; ids != null && i < batch.size(); i++) {
      id(batch.id(i));
    }
    return bytes;
  }

  private static long write(GatherBatch batch, int field, FieldFile file) throws IOException {
    if (file instanceof FieldFile.Fixed fixed && allPresent(batch, field)) {
      return fixed.values(batch.bytes(field), 0, batch.size());
    }
    long bytes = 0;
    for (int i = 0; i < batch.size(); i++) {
      if (batch.isPresent(field, i)) {
        file.value(batch.bytes(field), batch.start(field, i), batch.length(field, i));
        bytes += batch.length(field, i);
      } else {
        file.absent();
      }
    }
    return bytes;
  }

  private static boolean allPresent(GatherBatch batch, int field) {
    for (int i = 0; i < batch.size(); i++) {
      if (!batch.isPresent(field, i)) {
        return false;
      }
    }
    return true;
  }

  /** Writes the id of the next record. */
  public void id(long number) throws IOException {
    LittleEndian.putLong(id, 0, number);
    ids.value(id, 0, id.length);
  }

  /**
   * Ends all files.
   *
   * @throws IllegalStateException when there were fewer records than announced
   */
  public void finish() throws IOException {
    if (ids != null) {
      ids.finish();
    }
    for (FieldFile file : files) {
      file.finish();
    }
  }

  @Override
  public void close() throws IOException {
    try (ids) {
      CloseOnFailure.closeAll(files);
    }
  }
}
