// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.fs.DamageSettings;
import dev.recordio.fs.RecordIOConf;
import dev.recordio.fs.RecordIndex;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads the records of an {@link IndexedSplit}, with counters: what the record readers share. */
final class IndexedSplitReader implements Closeable {
  /** Counters cost a call each: they are brought up to date once in so many records. */
  private static final int COUNTER_INTERVAL = 1 << 12;

  /** A way to come by the records. */
  interface Records extends Closeable {
    boolean next() throws IOException;

    /** Returns the number of the record over the whole input. */
    long number();

    byte[] buffer();

    int payloadOffset();

    int payloadLength();

    long bytesRead();

    long multiPartRecords();
  }

  private final ReadReport report;
  private final Records records;
  private final long wanted;
  private long read;

  IndexedSplitReader(InputSplit split, TaskAttemptContext context) throws IOException {
    var indexed = (IndexedSplit) split;
    Configuration conf = context.getConfiguration();
    report = new ReadReport(context);
    wanted = indexed.wanted();
    // In order and without gaps no index is needed, as long as no damage shifts the numbers.
    boolean inOrder =
        !RecordIOConf.INPUT_SHUFFLE.getBoolean(conf)
            && RecordIOConf.INPUT_KEYS.get(conf).isEmpty()
            && DamageSettings.of(conf).failsFast();
    records =
        inOrder
            ? new ScannedRecords(conf, indexed, report.damage())
            : new GatheredRecords(conf, indexed, report.damage());
    report.count(
        RecordIOCounter.FILES_WITHOUT_INDEX,
        indexed.pieces().stream()
            .filter(piece -> piece.leads() && piece.source() == RecordIndex.Source.HEADERS)
            .count());
  }

  /** Steps to the next record; false behind the last one. */
  boolean next() throws IOException {
    boolean more = records.next();
    if (more) {
      read++;
    }
    if (!more || read % COUNTER_INTERVAL == 0) {
      update();
    }
    return more;
  }

  private void update() {
    report.update(records.bytesRead(), records.multiPartRecords());
  }

  /** Returns what stands on the current record. */
  Records record() {
    return records;
  }

  /** Returns what part of the records has been read, 0 to 1. */
  float progress() {
    return wanted == 0 ? 1 : Math.min(1f, (float) read / wanted);
  }

  @Override
  public void close() throws IOException {
    try (report;
        records) {
      update();
    }
  }
}
