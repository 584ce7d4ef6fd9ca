// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.testing.BytesStream;
import dev.recordio.testing.ReadRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;

/** Reads ranges of a file that is an array: fast enough to try every cut. */
final class InMemory {
  static final String NAME = "memory.rec";

  private InMemory() {}

  /** Takes one record after the other. */
  interface Visitor {
    void record(RecordRangeReader reader) throws IOException;
  }

  static RecordRangeReader reader(
      byte[] file, long start, long end, int buffer, int verify, DamageTracker damage) {
    ChunkReader chunks = ChunkReader.of(BytesStream.open(file), NAME, file.length, buffer);
    return new RecordRangeReader(chunks, start, end, verify, damage);
  }

  static RecordRangeReader unescaped(
      byte[] file, long start, long end, int buffer, DamageTracker damage, int lookBack) {
    ChunkReader chunks = ChunkReader.of(BytesStream.open(file), NAME, file.length, buffer);
    return RecordRangeReader.ofUnescaped(chunks, start, end, 10, damage, lookBack);
  }

  static void scan(
      byte[] file, long start, long end, int buffer, DamageTracker damage, Visitor visitor)
      throws IOException {
    try (RecordRangeReader reader = reader(file, start, end, buffer, 0, damage)) {
      while (reader.next()) {
        visitor.record(reader);
      }
    }
  }

  static List<ReadRecord> records(
      byte[] file, long start, long end, int buffer, DamageTracker damage) throws IOException {
    var records = new ArrayList<ReadRecord>();
    scan(
        file,
        start,
        end,
        buffer,
        damage,
        reader -> {
          int from = reader.payloadOffset();
          records.add(
              ReadRecord.of(NAME, reader.offset(), reader.buffer(), from, reader.payloadLength()));
        });
    return records;
  }

  /** A digest of where the record begins and what is in it, much faster than a SHA-256. */
  static long digest(RecordRangeReader reader) {
    var crc = new CRC32C();
    crc.update(reader.buffer(), reader.payloadOffset(), reader.payloadLength());
    return crc.getValue() << 32 | reader.offset();
  }

  static DamageTracker skipping() {
    var conf = new Configuration(false);
    RecordIOConf.CORRUPT_POLICY.set(conf, "skip");
    return DamageTracker.of(conf, null);
  }
}
