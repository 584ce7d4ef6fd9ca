// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.gather.WorkerThreads;
import dev.recordio.fs.input.InputListing;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Loads the indexes of a table, or only what must be known of them. */
final class TableLoader {
  private static final int MAX_THREADS = 16; // each opens up to 3 files at a time

  private final Configuration conf;
  private final RecordTable.Limits limits;

  TableLoader(Configuration conf, RecordTable.Limits limits) {
    this.conf = conf;
    this.limits = limits;
  }

  /** For each part of a table either a whole index, or one whose entries are read when needed. */
  record Parts(RecordIndex[] whole, StretchedIndex[] stretched, RecordTable.Limits limits) {
    private Parts(int count, RecordTable.Limits limits) {
      this(new RecordIndex[count], new StretchedIndex[count], limits);
    }

    static Parts of(List<RecordIndex> indexes, RecordTable.Limits limits) {
      var parts = new Parts(indexes.size(), limits);
      indexes.toArray(parts.whole);
      return parts;
    }

    int count() {
      return whole.length;
    }

    RecordIndex whole(int i) {
      return whole[i];
    }

    StretchedIndex stretched(int i) {
      return stretched[i];
    }

    long records(int i) {
      return whole[i] != null ? whole[i].count() : stretched[i].count();
    }

    Path path(int i) {
      return whole[i] != null ? whole[i].file() : stretched[i].file();
    }
  }

  /** Returns what there is of the indexes of files. */
  Parts files(List<FileStatus> files) throws IOException {
    var parts = new Parts(files.size(), limits);
    long bytes = InputListing.bytes(files);
    if (bytes / RecordIOFormat.HEADER_BYTES > limits.wholeRecords()) {
      each(files.size(), i -> parts.stretched[i] = StretchedIndex.of(conf, files.get(i)));
      long records = 0;
      for (StretchedIndex index : parts.stretched) {
        records += index == null ? 0 : index.count();
      }
      if (records <= limits.wholeRecords()) {
        Arrays.fill(parts.stretched, null);
      }
    }
    each(
        files.size(),
        i -> {
          if (parts.stretched[i] == null) {
            parts.whole[i] = RecordIndex.load(conf, files.get(i));
          }
        });
    return parts;
  }

  /** Returns what there is of the indexes of runs. */
  Parts runs(List<RecordTable.Run> runs) throws IOException {
    var parts = new Parts(runs.size(), limits);
    long records = runs.stream().mapToLong(RecordTable.Run::count).sum();
    boolean small = records <= limits.wholeRecords();
    for (int i = 0; i < runs.size(); i++) {
      RecordTable.Run run = runs.get(i);
      if (small || run.source() != RecordIndex.Source.BINARY) {
        parts.whole[i] = run.load(conf);
      } else {
        FileStatus file = run.path().getFileSystem(conf).getFileStatus(run.path());
        parts.stretched[i] =
            StretchedIndex.part(conf, file, run.first(), run.count(), run.begin(), run.end());
      }
    }
    return parts;
  }

  @FunctionalInterface
  private interface Piece {
    void run(int number) throws IOException;
  }

  /** Runs pieces in parallel; throws the failure of the first one in order, not in time. */
  private void each(int count, Piece piece) throws IOException {
    var failures = new Exception[count];
    int workers = Math.min(MAX_THREADS, RecordIOConf.GATHER_THREADS.getInt(conf));
    try (var threads = new WorkerThreads(workers)) {
      threads.run(
          count,
          (i, worker) -> {
            try {
              piece.run(i);
            } catch (IOException | RuntimeException e) {
              failures[i] = e;
              throw e;
            }
          });
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      for (Exception failure : failures) {
        if (failure instanceof IOException io) {
          throw io;
        } else if (failure instanceof RuntimeException runtime) {
          throw runtime;
        }
      }
      throw e;
    }
  }
}
