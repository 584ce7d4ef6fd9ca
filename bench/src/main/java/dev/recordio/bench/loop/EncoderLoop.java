// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.loop;

import dev.recordio.bench.data.Payloads;
import dev.recordio.wire.RecordEncoder;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Framing and escaping payloads in memory, compared with copying them. */
@State(Scope.Thread)
public class EncoderLoop {
  /** Payload bytes of a record. */
  @Param({"100", "10240", "102400"})
  public int size;

  private Payloads payloads;
  private byte[] copy;

  /** Makes the payloads. */
  @Setup
  public void setUp() {
    payloads = new Payloads(size, Chunks.BYTES, 1);
    copy = new byte[Math.toIntExact(payloads.totalBytes())];
  }

  /** Encodes them into a chunk that is discarded. */
  @Benchmark
  public long encoder() throws IOException {
    var encoder = new RecordEncoder(Chunks.BYTES / 4, (bytes, offset, length) -> {});
    for (int i = 0; i < payloads.count(); i++) {
      encoder.write(payloads.bytes(), payloads.offset(i), size);
    }
    encoder.flush();
    return encoder.offset();
  }

  /** Copies them, one after the other. */
  @Benchmark
  public byte[] arraycopy() {
    for (int i = 0; i < payloads.count(); i++) {
      System.arraycopy(payloads.bytes(), payloads.offset(i), copy, i * size, size);
    }
    return copy;
  }
}
