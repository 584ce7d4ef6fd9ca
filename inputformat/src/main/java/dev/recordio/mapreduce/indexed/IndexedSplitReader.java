// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.indexed;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.numbered.RecordIndex;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.task.ReadReport;
import dev.recordio.task.RecordIOCounter;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads the records of an {@link IndexedSplit}, with counters: what the record readers share. */
public final class IndexedSplitReader implements Closeable {
  /** Counters cost a call each: they are brought up to date once in that many records. */
  private static final int COUNTER_INTERVAL = 1 << 12;

  /** A way to read the records. */
  public interface Records extends Closeable {
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

  public IndexedSplitReader(InputSplit split, TaskAttemptContext context) throws IOException {
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
            .filter(piece -> piece.leads() && piece.run().source() == RecordIndex.Source.HEADERS)
            .count());
  }

  /** Steps to the next record; false after the last one. */
  public boolean next() throws IOException {
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

  /** Returns the reader of the current record. */
  public Records record() {
    return records;
  }

  /** Returns what part of the records has been read, 0 to 1. */
  public float progress() {
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
