// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

import dev.recordio.conf.InvalidSettingException;
import java.util.Objects;

/**
 * What one worker of a run reads: of the positions left of each epoch those numbered i, i + n, i +
 * 2n, ...
 *
 * @param worker i, 0 .. n - 1
 * @param workers n, at most {@link Generation#MAX_WORKERS}
 * @param remainder what earlier runs left
 */
public record Share(int worker, int workers, Remainder remainder) {
  /**
   * Creates the share.
   *
   * @throws InvalidSettingException when there is no such worker
   */
  public Share {
    Objects.requireNonNull(remainder);
    if (workers < 1 || workers > Generation.MAX_WORKERS || worker < 0 || worker >= workers) {
      throw new InvalidSettingException(
          String.format(
              "shard %d/%d: expected I/N with N from 1 to %d and I from 0 to N - 1",
              worker, workers, Generation.MAX_WORKERS));
    }
  }

  /** Returns the share of the only worker of a run that resumes nothing. */
  public static Share all(long firstEpoch) {
    return new Share(0, 1, Remainder.fresh(firstEpoch));
  }

  /**
   * Reads {@code I/N}: the share of a worker of a run that resumes nothing.
   *
   * @throws InvalidSettingException when it is none
   */
  public static Share parse(String text) {
    String[] parts = text.split("/", -1);
    try {
      int worker = Integer.parseInt(parts[0].trim());
      int workers = Integer.parseInt(parts.length == 2 ? parts[1].trim() : "");
      return new Share(worker, workers, Remainder.fresh(0));
    } catch (NumberFormatException e) {
      throw new InvalidSettingException(
          "'" + text + "' is no shard: write I/N, such as 0/4, with I from 0 to N - 1");
    }
  }

  /** Returns the share of the same worker in what other runs left. */
  public Share over(Remainder other) {
    return new Share(worker, workers, other);
  }

  /** Returns the first epoch that may not be read to its end. */
  public long firstEpoch() {
    return remainder.firstEpoch();
  }

  /**
   * Returns the positions of an epoch.
   *
   * @throws IllegalArgumentException when the epoch is before the first one
   */
  public EpochShare in(long epoch) {
    if (epoch < firstEpoch()) {
      throw new IllegalArgumentException("epoch " + epoch + " is before " + firstEpoch());
    }
    return new EpochShare(this, epoch);
  }

  /** Returns {@code I/N}. */
  public String shard() {
    return worker + "/" + workers;
  }
}
