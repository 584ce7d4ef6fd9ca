// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

import dev.recordio.conf.InvalidSettingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * How far each worker of a run was when the run stopped. A worker in epoch e with count c has read
 * its shares of all epochs before e, and the first c positions of its share of epoch e. Immutable.
 */
public final class Generation {
  /** Workers of a run at most. */
  public static final int MAX_WORKERS = 1 << 16;

  /** The count of a worker that has read its share of an epoch as a whole. */
  static final long ALL = Long.MAX_VALUE;

  private static final long MAX_POSITIONS = 1L << 62;
  private static final String DEFLATED = "z";
  private static final int MAX_NUMBER = 19; // digits of a long
  private static final int MAX_WORKER = 2 * MAX_NUMBER + 2;
  private static final int MAX_SHOWN = 40;
  private static final Pattern WORKER = Pattern.compile("([0-9]{1,19}):([0-9]{1,19})");

  private final long[] epochs;
  private final long[] counts;

  private Generation(long[] epochs, long[] counts) {
    this.epochs = epochs;
    this.counts = counts;
  }

  /**
   * Creates a generation from the epochs and counts of its workers; the arrays are not kept.
   *
   * @throws InvalidSettingException when there are too many or no workers, a number is below 0, or
   *     a count is beyond 2^62 positions of all workers
   */
  public static Generation of(long[] epochs, long[] counts) {
    if (epochs.length != counts.length || epochs.length == 0 || epochs.length > MAX_WORKERS) {
      throw new InvalidSettingException(
          "expected the progress of 1 to " + MAX_WORKERS + " workers, found " + epochs.length);
    }
    long max = MAX_POSITIONS / epochs.length;
    for (int worker = 0; worker < epochs.length; worker++) {
      if (epochs[worker] < 0 || counts[worker] < 0 || counts[worker] > max) {
        throw new InvalidSettingException(
            String.format(
                "worker %d of %d: expected an epoch of at least 0 and a count of 0 to %d, found"
                    + " epoch %d, count %d",
                worker, epochs.length, max, epochs[worker], counts[worker]));
      }
    }
    return new Generation(epochs.clone(), counts.clone());
  }

  /** Returns a generation of one worker. */
  static Generation ofOne(long epoch, long count) {
    return of(new long[] {epoch}, new long[] {count});
  }

  /** Returns the number of workers. */
  public int workers() {
    return epochs.length;
  }

  /** Returns how many positions of its epoch a worker has read. */
  public long count(int worker) {
    return counts[worker];
  }

  /** Returns how many positions of its share of an epoch a worker has read, or {@link #ALL}. */
  long countIn(long epoch, int worker) {
    return epochs[worker] > epoch ? ALL : epochs[worker] == epoch ? counts[worker] : 0;
  }

  /** Returns the first epoch that may not be read to its end. */
  long firstEpoch() {
    return Arrays.stream(epochs).min().getAsLong();
  }

  /** Returns whether some position of an epoch, or of one after it, was read. */
  boolean touches(long epoch) {
    for (int worker = 0; worker < epochs.length; worker++) {
      if (epochs[worker] > epoch || epochs[worker] == epoch && counts[worker] > 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns what this generation leaves of an epoch and of those after it, and of none before. */
  Generation from(long epoch) {
    var later = new Generation(epochs.clone(), counts.clone());
    for (int worker = 0; worker < epochs.length; worker++) {
      later.counts[worker] = epochs[worker] < epoch ? 0 : counts[worker];
      later.epochs[worker] = Math.max(epoch, epochs[worker]);
    }
    return later;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Generation that
        && Arrays.equals(epochs, that.epochs)
        && Arrays.equals(counts, that.counts);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(epochs) + Arrays.hashCode(counts);
  }

  /**
   * Returns the written form: {@code EPOCH:COUNT} for each worker with commas between, or {@code z}
   * and the same in zlib's format in Base64 where that is shorter.
   */
  @Override
  public String toString() {
    var workers = new StringJoiner(",");
    for (int worker = 0; worker < epochs.length; worker++) {
      workers.add(epochs[worker] + ":" + counts[worker]);
    }
    String plain = workers.toString();
    String deflated = DEFLATED + Base64.getEncoder().encodeToString(deflate(plain));
    return deflated.length() < plain.length() ? deflated : plain;
  }

  /**
   * Reads the written form.
   *
   * @throws InvalidSettingException when it is not one
   */
  public static Generation parse(String text) {
    String plain = text.startsWith(DEFLATED) ? inflate(text) : text;
    String[] workers = plain.split(",", -1);
    var epochs = new long[workers.length];
    var counts = new long[workers.length];
    for (int i = 0; i < workers.length; i++) {
      var worker = WORKER.matcher(workers[i]);
      if (!worker.matches()) {
        throw invalid(workers[i]);
      }
      try {
        epochs[i] = Long.parseLong(worker.group(1));
        counts[i] = Long.parseLong(worker.group(2));
      } catch (NumberFormatException e) { // more than 2^63 - 1
        throw invalid(workers[i]);
      }
    }
    return of(epochs, counts);
  }

  private static byte[] deflate(String plain) {
    byte[] bytes = plain.getBytes(StandardCharsets.ISO_8859_1);
    var deflated = new byte[bytes.length]; // what does not get shorter is cut, and not used
    var deflater = new Deflater();
    try {
      deflater.setInput(bytes);
      deflater.finish();
      int length = deflater.deflate(deflated);
      return Arrays.copyOf(deflated, length);
    } finally {
      deflater.end();
    }
  }

  private static String inflate(String text) {
    var inflater = new Inflater();
    try {
      inflater.setInput(Base64.getDecoder().decode(text.substring(DEFLATED.length())));
      var plain = new StringBuilder();
      var part = new byte[4096];
      while (!inflater.finished()) {
        int length = inflater.inflate(part);
        plain.append(new String(part, 0, length, StandardCharsets.ISO_8859_1));
        if (length == 0 && !inflater.finished() || plain.length() > MAX_WORKER * MAX_WORKERS) {
          throw invalid(text);
        }
      }
      return plain.toString();
    } catch (DataFormatException | IllegalArgumentException e) {
      throw invalid(text);
    } finally {
      inflater.end();
    }
  }

  private static InvalidSettingException invalid(String text) {
    String found = text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text;
    return new InvalidSettingException(
        "workers' progress: expected EPOCH:COUNT for each, found \"" + found + '"');
  }
}
