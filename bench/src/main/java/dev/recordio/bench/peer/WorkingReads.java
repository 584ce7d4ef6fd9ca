// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.harness.Tally;
import dev.recordio.reader.Reader;
import dev.recordio.reader.Readers;
import dev.recordio.reader.Record;
import dev.recordio.reader.Waits;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/** A consumer that works for some time on each record, on a processor, and notes how it waited. */
public final class WorkingReads {
  private static final int STEPS = 64; // of work between two looks at the clock
  private static final double PERCENT = 100;

  private final Configuration conf;
  private final String spec;
  private final long nanos;
  private double waited; // share of the time of the last run
  private long idle; // work's own result: of no use, but only so is it done

  /**
   * Creates the consumer of a pipeline.
   *
   * @param nanos how long it works on each record
   */
  public WorkingReads(Configuration conf, String spec, long nanos) {
    this.conf = conf;
    this.spec = spec;
    this.nanos = nanos;
  }

  /** Reads all records, and works on each. */
  public Tally read() throws IOException {
    long records = 0;
    long bytes = 0;
    long checksum = 0;
    long begun = System.nanoTime();
    try (Reader<Record> reader = Readers.open(conf, spec)) {
      while (reader.next()) {
        Record record = reader.get();
        checksum = Tally.mix(checksum, record.bytes(), record.offset(), record.length());
        bytes += record.length();
        records++;
        work();
      }
      List<Waits> waits = Waits.of(reader);
      long wait = waits.stream().mapToLong(Waits::consumerWaitNanos).sum();
      waited = (double) wait / (System.nanoTime() - begun);
    }
    return new Tally(records, bytes, checksum);
  }

  private void work() {
    long end = System.nanoTime() + nanos;
    long sum = idle;
    do {
      for (int i = 0; i < STEPS; i++) {
        sum = sum * 31 + i;
      }
    } while (System.nanoTime() < end);
    idle = sum;
  }

  /** Returns the share of the last run's time for which the consumer waited, and its work. */
  public Map<String, Object> facts() {
    return Map.of(
        "consumer waited %",
        Math.round(waited * PERCENT * 10) / 10.0, "work µs", TimeUnit.NANOSECONDS.toMicros(nanos));
  }
}
