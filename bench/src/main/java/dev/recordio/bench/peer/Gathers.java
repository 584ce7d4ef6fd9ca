// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.harness.Tally;
import dev.recordio.fs.numbered.RecordGather;
import dev.recordio.fs.numbered.RecordIndex;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.order.SeededPermutation;
import dev.recordio.wire.RecordCursor;
import java.io.IOException;
import java.util.List;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;

/** The ways to read records of a file in an order unrelated to the file's. */
public final class Gathers {
  private static final int MAX_RECORDS = 10_000;

  private final Configuration conf;
  private final RecordIndex index;
  private final SeededPermutation order;
  private final int count;
  private long reads;

  /** Chooses 10,000 records of the index, or all if it has fewer, in a seeded order. */
  public Gathers(Configuration conf, RecordIndex index, long seed) {
    this.conf = conf;
    this.index = index;
    order = new SeededPermutation(index.count(), seed);
    count = Math.min(MAX_RECORDS, index.count());
  }

  /** Returns what reading them must find. */
  public Tally expected(Payloads payloads) {
    long checksum = 0;
    for (int i = 0; i < count; i++) {
      checksum =
          Tally.mix(
              checksum, payloads.bytes(), payloads.offset((int) order.at(i)), payloads.size());
    }
    return new Tally(count, (long) count * payloads.size(), checksum);
  }

  /** Gathers them, batch by batch. */
  public Tally gather() throws IOException {
    long bytes = 0;
    long records = 0;
    long checksum = 0;
    LongStream places = LongStream.range(0, count).map(order::at);
    try (var gather =
        new RecordGather(conf, List.of(index), places.iterator(), DamageTracker.failing())) {
      while (gather.next()) {
        int from = gather.payloadOffset();
        checksum = Tally.mix(checksum, gather.buffer(), from, gather.payloadLength());
        bytes += gather.payloadLength();
        records++;
      }
      reads = gather.reads();
    }
    return new Tally(records, bytes, checksum);
  }

  /** Returns the number of reads of the last {@link #gather}. */
  public long reads() {
    return reads;
  }

  /** Reads them one by one, a positioned read for each, and checks each as the gather does. */
  public Tally oneByOne() throws IOException {
    long bytes = 0;
    long records = 0;
    long checksum = 0;
    var cursor = new RecordCursor();
    var crc = new CRC32C();
    byte[] buffer = {};
    try (FSDataInputStream in = index.file().getFileSystem(conf).open(index.file())) {
      for (int i = 0; i < count; i++) {
        int record = (int) order.at(i);
        long begin = index.offset(record);
        int length = Math.toIntExact(index.end(record) - begin);
        buffer = buffer.length < length ? new byte[length] : buffer;
        in.readFully(begin, buffer, 0, length);
        cursor.start(begin, begin + length);
        cursor.window(buffer, 0, length, begin);
        if (cursor.next() != RecordCursor.Step.RECORD) {
          throw cursor.malformed();
        }
        crc.reset();
        crc.update(buffer, cursor.payloadOffset(), cursor.payloadLength());
        if ((int) crc.getValue() != index.checksum(record)) {
          throw new IOException("wrong checksum of record " + record + " of " + index.file());
        }
        checksum = Tally.mix(checksum, buffer, cursor.payloadOffset(), cursor.payloadLength());
        bytes += cursor.payloadLength();
        records++;
      }
    }
    return new Tally(records, bytes, checksum);
  }
}
