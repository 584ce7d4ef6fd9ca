// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.train;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import ml.dmlc.xgboost4j.java.Communicator;
import ml.dmlc.xgboost4j.java.XGBoostError;

/**
 * Sends bytes from each worker to all, through XGBoost's communicator, so that no engine needs a
 * way of its own.
 *
 * <p>From Java it sums floats and nothing else: a float is exact up to 2^24, so one carries three
 * bytes, and all but the sender add zeros. A sum whose peers are gone is silently the worker's own
 * numbers: so each message carries a count of workers and a checksum.
 */
final class Exchange {
  private static final int BYTES = 3; // of a float
  private static final int CHUNK_BYTES = BYTES << 18;
  private static final int MASK = 0xFFFFFF;

  private final int rank;
  private final int workers;

  Exchange() throws XGBoostError {
    rank = Communicator.getRank();
    workers = Communicator.getWorldSize();
  }

  int rank() {
    return rank;
  }

  /**
   * Sends bytes and gets the bytes of all workers. All must call it, in the same order.
   *
   * @return the bytes of each rank, this one's included
   * @throws IOException when a worker is gone
   */
  List<byte[]> all(byte[] mine) throws IOException {
    var lengths = new byte[workers * Integer.BYTES];
    putInt(lengths, rank * Integer.BYTES, mine.length);
    byte[] allLengths = sum(lengths);
    var all = new ArrayList<byte[]>();
    for (int sender = 0; sender < workers; sender++) {
      int length = getInt(allLengths, sender * Integer.BYTES);
      all.add(from(sender, sender == rank ? mine : new byte[length]));
    }
    return all;
  }

  private byte[] from(int sender, byte[] bytes) throws IOException {
    for (int at = 0; at < bytes.length; at += CHUNK_BYTES) {
      int count = Math.min(CHUNK_BYTES, bytes.length - at);
      byte[] chunk = new byte[count + Integer.BYTES];
      if (sender == rank) {
        System.arraycopy(bytes, at, chunk, 0, count);
        putInt(chunk, count, crc(chunk, count));
      }
      byte[] sum = sum(chunk);
      if (getInt(sum, count) != crc(sum, count)) {
        throw gone();
      }
      System.arraycopy(sum, 0, bytes, at, count);
    }
    return bytes;
  }

  /** Sums bytes; at each place only one worker's is not 0. */
  private byte[] sum(byte[] bytes) throws IOException {
    byte[] padded = Arrays.copyOf(bytes, (bytes.length + BYTES - 1) / BYTES * BYTES);
    float[] floats = new float[padded.length / BYTES + 1];
    for (int i = 0; i < floats.length - 1; i++) {
      floats[i] =
          (padded[BYTES * i] & 0xFF) << 16
              | (padded[BYTES * i + 1] & 0xFF) << 8
              | padded[BYTES * i + 2] & 0xFF;
    }
    floats[floats.length - 1] = 1;
    float[] sums = Communicator.allReduce(floats, Communicator.OpType.SUM);
    if (sums[sums.length - 1] != workers) {
      throw gone();
    }
    for (int i = 0; i < sums.length - 1; i++) {
      int three = (int) sums[i] & MASK;
      padded[BYTES * i] = (byte) (three >>> 16);
      padded[BYTES * i + 1] = (byte) (three >>> 8);
      padded[BYTES * i + 2] = (byte) three;
    }
    return Arrays.copyOf(padded, bytes.length);
  }

  private IOException gone() {
    return new IOException(
        "a worker of "
            + workers
            + " is gone: the log of the worker that failed first has the reason (this is rank "
            + rank
            + ")");
  }

  private static int crc(byte[] bytes, int count) {
    var crc = new CRC32();
    crc.update(bytes, 0, count);
    return (int) crc.getValue() | 1; // not 0, which zeros have
  }

  private static void putInt(byte[] bytes, int at, int value) {
    for (int i = 0; i < Integer.BYTES; i++) {
      bytes[at + i] = (byte) (value >>> 24 - 8 * i);
    }
  }

  private static int getInt(byte[] bytes, int at) {
    int value = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      value = value << 8 | bytes[at + i] & 0xFF;
    }
    return value;
  }
}
