// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

import dev.recordio.conf.InvalidSettingException;
import java.util.Collection;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How far one worker of a run was: it has read its shares of all epochs before {@code epoch}, and
 * the first {@code count} positions of its share of that epoch.
 *
 * @param name where this was read from, for messages
 * @param share what the worker reads
 */
public record Progress(String name, Share share, long epoch, long count) {
  private static final int MAX_MISSING_SHOWN = 10;

  /**
   * Creates the progress.
   *
   * @throws InvalidSettingException when the worker is in an epoch before the first of its share
   */
  public Progress {
    Objects.requireNonNull(name);
    if (epoch < share.firstEpoch() || count < 0) {
      throw new InvalidSettingException(
          String.format(
              "%s: expected an epoch of at least %d and a count of at least 0, found epoch %d,"
                  + " count %d",
              name, share.firstEpoch(), epoch, count));
    }
  }

  /**
   * Returns what a run left.
   *
   * @param run the progress of each of its workers once, in any order
   * @throws InvalidSettingException when a worker's is missing or there twice, or when they are of
   *     different runs
   */
  public static Remainder remainderAfter(Collection<Progress> run) {
    if (run.isEmpty()) {
      throw new InvalidSettingException("expected the states of all workers of a run, found none");
    }
    Progress any = run.iterator().next();
    var workers = new Progress[any.share.workers()];
    for (Progress each : run) {
      any.checkSameRun(each);
      Progress other = workers[each.share.worker()];
      if (other != null) {
        throw new InvalidSettingException(
            String.format(
                "%s and %s: expected one state for each worker, found two of shard %s",
                other.name, each.name, each.share.shard()));
      }
      workers[each.share.worker()] = each;
    }
    checkNoneMissing(workers, any);
    var epochs = IntStream.range(0, workers.length).mapToLong(i -> workers[i].epoch).toArray();
    var counts = IntStream.range(0, workers.length).mapToLong(i -> workers[i].count).toArray();
    return any.share.remainder().after(Generation.of(epochs, counts));
  }

  private void checkSameRun(Progress other) {
    if (share.workers() != other.share.workers()) {
      throw new InvalidSettingException(
          String.format(
              "%s and %s: expected states of one run, found shard %s and shard %s",
              name, other.name, share.shard(), other.share.shard()));
    }
    if (!share.remainder().equals(other.share.remainder())) {
      throw new InvalidSettingException(
          String.format(
              "%s and %s: expected states of one run, found that their runs resumed from different"
                  + " states",
              name, other.name));
    }
  }

  private static void checkNoneMissing(Progress[] workers, Progress any) {
    int[] missing =
        IntStream.range(0, workers.length).filter(worker -> workers[worker] == null).toArray();
    if (missing.length > 0) {
      String shards =
          IntStream.of(missing)
              .limit(MAX_MISSING_SHOWN)
              .mapToObj(worker -> worker + "/" + workers.length)
              .collect(Collectors.joining(", "));
      throw new InvalidSettingException(
          String.format(
              "%s is of a run of %d workers: expected the states of all, found none of shard %s%s",
              any.name,
              workers.length,
              shards,
              missing.length > MAX_MISSING_SHOWN
                  ? " and of " + (missing.length - MAX_MISSING_SHOWN) + " more"
                  : ""));
    }
  }
}
