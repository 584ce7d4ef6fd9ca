// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.rewrite;

import dev.recordio.jobs.records.census.SourceTable;
import dev.recordio.jobs.records.copy.RecordSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** The files that records are read from in any order; those used last stay open. */
final class RecordSources implements Closeable {
  private static final int MAX_OPEN = 32;

  private final Configuration conf;
  private final SourceTable files;
  private final Map<Integer, RecordSource> open = new LinkedHashMap<>(16, 0.75f, true);

  RecordSources(Configuration conf, SourceTable files) {
    this.conf = conf;
    this.files = files;
  }

  /** Returns what reads the records of a file. */
  RecordSource get(int file) throws IOException {
    RecordSource source = open.get(file);
    if (source == null) {
      if (open.size() == MAX_OPEN) {
        closeOne();
      }
      source = new RecordSource(conf, files);
      open.put(file, source);
    }
    return source;
  }

  private void closeOne() throws IOException {
    Iterator<RecordSource> eldest = open.values().iterator();
    RecordSource closing = eldest.next();
    eldest.remove();
    closing.close();
  }

  @Override
  public void close() throws IOException {
    if (!open.isEmpty()) {
      try (Closeable rest = this) {
        closeOne();
      }
    }
  }
}
