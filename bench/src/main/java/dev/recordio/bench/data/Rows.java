// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.data;

import dev.recordio.bench.harness.Tally;
import dev.recordio.order.SeededPermutation;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Records of one length, and some of them by number, in an order unrelated to their own.
 *
 * @param payloads the records
 * @param ids the numbers
 */
public record Rows(Payloads payloads, long[] ids) {
  private static final int MAX_IDS = 10_000;

  /** Chooses 10,000 records, or all if there are fewer. */
  public static Rows of(Payloads payloads) {
    return of(payloads, MAX_IDS);
  }

  /** Chooses some records, or all if there are fewer. */
  public static Rows of(Payloads payloads, int count) {
    var order = new SeededPermutation(payloads.count(), payloads.size());
    long[] ids = new long[Math.min(count, payloads.count())];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = order.at(i);
    }
    return new Rows(payloads, ids);
  }

  /** Returns what reading the chosen ones must find. */
  public Tally expected() {
    long checksum = 0;
    for (long id : ids) {
      checksum = Tally.mix(checksum, payloads.bytes(), payloads.offset((int) id), payloads.size());
    }
    return new Tally(ids.length, (long) ids.length * payloads.size(), checksum);
  }

  /** Writes all records, one after the other. */
  public void write(OutputStream out) throws IOException {
    for (int i = 0; i < payloads.count(); i++) {
      out.write(payloads.bytes(), payloads.offset(i), payloads.size());
    }
  }

  /** Returns the numbers as NumPy writes {@code <i8}. */
  public byte[] idBytes() {
    var buffer = ByteBuffer.allocate(Long.BYTES * ids.length).order(ByteOrder.LITTLE_ENDIAN);
    buffer.asLongBuffer().put(ids);
    return buffer.array();
  }
}
