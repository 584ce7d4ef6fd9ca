// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.loop;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.harness.Tally;
import dev.recordio.wire.RecordCursor;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Walking the records of a chunk in memory, compared with copying the chunk. */
@State(Scope.Thread)
public class CursorLoop {
  /** Payload bytes of a record. */
  @Param({"100", "10240", "102400"})
  public int size;

  private byte[] chunk;
  private byte[] copy;

  /** Makes the chunk. */
  @Setup
  public void setUp() throws IOException {
    chunk = Chunks.records(new Payloads(size, Chunks.BYTES, 1));
    copy = new byte[chunk.length];
  }

  /** Walks the records and reads the first and the last byte of each. */
  @Benchmark
  public Tally cursor() {
    var cursor = new RecordCursor();
    cursor.start(0, chunk.length);
    cursor.window(chunk, 0, chunk.length, 0);
    long records = 0;
    long bytes = 0;
    long checksum = 0;
    while (cursor.next() == RecordCursor.Step.RECORD) {
      checksum = Tally.mix(checksum, chunk, cursor.payloadOffset(), cursor.payloadLength());
      bytes += cursor.payloadLength();
      records++;
    }
    return new Tally(records, bytes, checksum);
  }

  /** Copies the chunk. */
  @Benchmark
  public byte[] arraycopy() {
    System.arraycopy(chunk, 0, copy, 0, chunk.length);
    return copy;
  }
}
