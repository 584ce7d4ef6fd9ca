// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.store.output.FieldFile;
import dev.recordio.jobs.store.output.OutputFiles;
import dev.recordio.jobs.store.output.OutputFolder;
import dev.recordio.store.GatherBatch;
import dev.recordio.store.Missing;
import dev.recordio.store.Snapshot;
import dev.recordio.store.StoreGather;
import dev.recordio.store.schema.StoreField;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Writes records of a snapshot to a folder, piece by piece. Memory: a piece, some 32 MiB of values
 * unless records differ much in length.
 */
final class GatherRun implements Closeable {
  private static final int PIECE_BYTES = 32 << 20;
  private static final int FIRST_RECORDS = 256;
  private static final int MAX_RECORDS = 1 << 16;

  private final Configuration conf;
  private final Path store;
  private final Ids ids;
  private final long records;
  private final StoreGather gather;
  private final List<StoreField> fields;

  /**
   * Begins to read.
   *
   * @throws dev.recordio.conf.InvalidSettingException when there is no such field
   * @throws dev.recordio.jobs.run.error.BadInputException when a record is deleted, and that is an
   *     error
   */
  GatherRun(Configuration conf, Snapshot snapshot, List<String> names, Ids ids, Missing missing)
      throws IOException {
    this.conf = conf;
    store = snapshot.path();
    this.ids = ids;
    gather = snapshot.gather(names).missing(missing);
    fields = gather.schema().fields();
    if (missing == Missing.FAIL) {
      IdChecks.requireLive(snapshot, ids);
    }
    records = ids.count() - (missing == Missing.SKIP ? IdChecks.deleted(snapshot, ids) : 0);
  }

  /** Returns how many records are written. */
  long records() {
    return records;
  }

  /** Returns the fields that are written. */
  List<StoreField> fields() {
    return fields;
  }

  /** Returns the bytes read so far. */
  long bytesRead() {
    return gather.bytesRead();
  }

  /**
   * Writes the records.
   *
   * @param output a folder that does not exist
   */
  void write(Path output, boolean withIds) throws IOException {
    try (OutputFolder folder = OutputFolder.create(conf, output, List.of(store))) {
      try (OutputFiles files =
          OutputFiles.create(conf, folder.path(), "", fields, withIds, records)) {
        int piece = FIRST_RECORDS;
        long largest = 1; // bytes of a record
        for (long from = 0; from < ids.count(); ) {
          long[] some = ids.piece(from, piece);
          try (GatherBatch batch = gather.get(some)) {
            long bytes = write(batch, files, withIds);
            largest = Math.max(largest, bytes / Math.max(1, batch.size()));
          }
          from += some.length;
          long room = Math.max(1, PIECE_BYTES / largest);
          piece = (int) Math.min(Math.min(MAX_RECORDS, 4L * piece), room);
        }
        files.finish();
      }
      folder.commit();
    }
  }

  /** Writes a piece; returns its bytes. */
  private long write(GatherBatch batch, OutputFiles files, boolean withIds) throws IOException {
    long bytes = 0;
    for (int f = 0; f < fields.size(); f++) {
      bytes += write(batch, f, files.field(f));
    }
    for (int i = 0; withIds && i < batch.size(); i++) {
      files.id(batch.id(i));
    }
    return bytes;
  }

  private long write(GatherBatch batch, int f, FieldFile file) throws IOException {
    byte[] from = batch.bytes(f);
    if (fields.get(f).type().isFixed() && allPresent(batch, f)) {
      file.values(from, 0, batch.size());
      return (long) batch.size() * fields.get(f).type().unitBytes();
    }
    long bytes = 0;
    for (int i = 0; i < batch.size(); i++) {
      if (batch.isPresent(f, i)) {
        file.value(from, batch.start(f, i), batch.length(f, i));
        bytes += batch.length(f, i);
      } else {
        file.absent();
      }
    }
    return bytes;
  }

  private static boolean allPresent(GatherBatch batch, int f) {
    for (int i = 0; i < batch.size(); i++) {
      if (!batch.isPresent(f, i)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    gather.close();
  }
}
