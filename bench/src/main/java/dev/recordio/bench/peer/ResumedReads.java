// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.harness.Tally;
import dev.recordio.reader.Reader;
import dev.recordio.reader.ReaderState;
import dev.recordio.reader.Readers;
import dev.recordio.reader.Record;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** A run that is stopped at some record, and resumed there again and again. */
public final class ResumedReads {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Configuration conf;
  private final String spec;
  private final String state;
  private final Tally next; // the record after the state
  private final Tally first;
  private final long saveNanos;
  private long restoreNanos = Long.MAX_VALUE; // the least of all runs: without what disturbed it

  /** Reads so many records, saves the state, and notes the record after it. */
  public ResumedReads(Configuration conf, String spec, long records) throws IOException {
    this.conf = conf;
    this.spec = spec;
    try (Reader<Record> reader = Readers.open(conf, spec)) {
      first = step(reader);
      for (long i = 1; i < records; i++) {
        if (!reader.next()) {
          throw new IllegalStateException("expected " + records + " records, found " + i);
        }
      }
      long begun = System.nanoTime();
      state = reader.state().toString();
      saveNanos = System.nanoTime() - begun;
      next = step(reader);
    }
  }

  private static Tally step(Reader<Record> reader) throws IOException {
    if (!reader.next()) {
      throw new IllegalStateException("expected another record");
    }
    Record record = reader.get();
    return new Tally(
        record.ordinal(),
        record.length(),
        Tally.mix(0, record.bytes(), record.offset(), record.length()));
  }

  /** Opens the pipeline, and reads one record. */
  public Tally open() throws IOException {
    try (Reader<Record> reader = Readers.open(conf, spec)) {
      return step(reader);
    }
  }

  /** Opens the pipeline, restores the state, and reads one record. */
  public Tally resume() throws IOException {
    try (Reader<Record> reader = Readers.open(conf, spec)) {
      long begun = System.nanoTime();
      reader.restore(ReaderState.parse(state));
      restoreNanos = Math.min(restoreNanos, System.nanoTime() - begun);
      return step(reader);
    }
  }

  /** Returns the first record. */
  public Tally first() {
    return first;
  }

  /** Returns the record after the state. */
  public Tally next() {
    return next;
  }

  /** Returns how long saving and restoring took, without opening and reading. */
  public Map<String, Object> facts() {
    return Map.of(
        "state bytes",
        state.length(),
        "save ms",
        millis(saveNanos),
        "restore ms",
        millis(restoreNanos));
  }

  private static double millis(long nanos) {
    return Math.round(nanos / NANOS_PER_MILLI * 100) / 100.0;
  }
}
