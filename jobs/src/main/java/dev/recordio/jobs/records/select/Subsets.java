// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.select;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.order.SeededPermutation;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Splits records into subsets of exact sizes, stratum by stratum: the records of a stratum are put
 * in a seeded order, and each subset gets a range of it. Without stratification all records are one
 * stratum.
 */
final class Subsets implements OutputChooser {
  private static final int MAX_STRATA = 1_000_000;
  private static final long POINTS = 1L << 62;

  private final Fractions fractions;
  private final long seed;
  private final boolean stratify;
  private final Map<Long, Stratum> surveyed = new TreeMap<>();
  private long[] labels = {}; // ascending
  private Stratum[] strata = {}; // of the labels

  Subsets(Fractions fractions, long seed, boolean stratify) {
    this.fractions = fractions;
    this.seed = seed;
    this.stratify = stratify;
  }

  private static final class Stratum {
    private long records;
    private long next;
    private SeededPermutation order;
    private long[] ends; // of the subsets' ranges
  }

  @Override
  public boolean needsSurvey() {
    return stratify;
  }

  @Override
  public void survey(long value) {
    surveyed.computeIfAbsent(value, label -> new Stratum()).records++;
    if (surveyed.size() > MAX_STRATA) {
      throw new InvalidSettingException(
          "more than " + MAX_STRATA + " different labels: they are no strata");
    }
  }

  @Override
  public void begin(long records) {
    if (!stratify) {
      surveyed.computeIfAbsent(0L, label -> new Stratum()).records = records;
    }
    labels = surveyed.keySet().stream().mapToLong(Long::longValue).toArray();
    strata = surveyed.values().toArray(Stratum[]::new);
    BigDecimal[] deficits = Fractions.zeros(fractions.count());
    surveyed.forEach(
        (label, stratum) -> {
          stratum.next = 0;
          stratum.order = new SeededPermutation(stratum.records, seed ^ label << 32);
          stratum.ends = fractions.share(stratum.records, deficits);
          Arrays.parallelPrefix(stratum.ends, Long::sum);
        });
  }

  @Override
  public int choose(long number, long value) {
    Stratum stratum = strata[stratify ? Arrays.binarySearch(labels, value) : 0];
    return stretch(stratum.ends, stratum.order.at(stratum.next++));
  }

  private static int stretch(long[] ends, long place) {
    int subset = 0;
    while (place >= ends[subset]) {
      subset++;
    }
    return subset;
  }

  /**
   * Splits records into subsets by a value: records with the same value stay together. The subset
   * of a value depends only on the value and the seed, so sizes are approximate.
   */
  static OutputChooser byValue(Fractions fractions, long seed) {
    var points = new SeededPermutation(POINTS, seed);
    long[] ends = fractions.share(POINTS, Fractions.zeros(fractions.count()));
    Arrays.parallelPrefix(ends, Long::sum);
    return (number, value) -> stretch(ends, points.at((value ^ value >>> 62) & POINTS - 1));
  }
}
