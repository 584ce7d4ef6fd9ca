// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.select;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.jobs.records.census.ArrangeConf;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Named subsets and the fraction of each, as exact decimals that add up to 1. */
public final class Fractions {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final int MOST = 1000;

  private final List<String> names = new ArrayList<>();
  private final List<BigDecimal> fractions = new ArrayList<>();

  private Fractions() {}

  /**
   * Reads {@code train=0.8,val=0.1,test=0.1}.
   *
   * @throws InvalidSettingException when the text is something else, or the sum is not 1
   */
  public static Fractions parse(String text) {
    var result = new Fractions();
    for (String item : text.split(",", -1)) {
      int equals = item.indexOf('=');
      String name = item.substring(0, Math.max(0, equals)).strip();
      if (!NAME.matcher(name).matches()) {
        throw wrong(text, "write NAME=FRACTION, such as train=0.8,val=0.1,test=0.1");
      }
      if (result.names.contains(name)) {
        throw wrong(text, name + " comes twice");
      }
      result.names.add(name);
      result.fractions.add(fraction(text, item.substring(equals + 1).strip()));
    }
    BigDecimal sum = result.fractions.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    if (sum.compareTo(BigDecimal.ONE) != 0) {
      throw wrong(text, "the fractions sum up to " + sum.toPlainString() + ", not to 1");
    }
    if (result.names.size() > MOST) {
      throw wrong(text, "more than " + MOST + " subsets");
    }
    return result;
  }

  private static BigDecimal fraction(String text, String number) {
    try {
      var fraction = new BigDecimal(number);
      if (fraction.signum() > 0 && fraction.scale() <= 100) {
        return fraction;
      }
    } catch (NumberFormatException e) {
      // reported below, as for a number out of range
    }
    throw wrong(text, "'" + number + "' is no fraction above 0");
  }

  private static InvalidSettingException wrong(String text, String why) {
    return new InvalidSettingException(ArrangeConf.SPLIT_FRACTIONS + " is '" + text + "': " + why);
  }

  public List<String> names() {
    return names;
  }

  int count() {
    return names.size();
  }

  /** Returns the quota of a subset for {@code n} records: rarely a whole number. */
  BigDecimal quota(int subset, long n) {
    return fractions.get(subset).multiply(BigDecimal.valueOf(n));
  }

  /** Returns the deficits for the first call of {@link #share}: zeros. */
  static BigDecimal[] zeros(int count) {
    var zeros = new BigDecimal[count];
    Arrays.fill(zeros, BigDecimal.ZERO);
    return zeros;
  }

  /**
   * Distributes {@code n} records: each subset gets its quota rounded down. The remaining records
   * go, one each, to the subsets whose quota was rounded and whose deficit is largest.
   *
   * @param deficits the deficit of each subset from earlier calls (below 0: a surplus); updated.
   *     With zeros this is the largest remainder method
   * @return whole numbers that add up to {@code n}, each less than one away from its quota
   */
  long[] share(long n, BigDecimal[] deficits) {
    var shares = new long[count()];
    var hasRest = new boolean[count()];
    long left = n;
    for (int i = 0; i < count(); i++) {
      BigDecimal quota = quota(i, n);
      shares[i] = quota.setScale(0, RoundingMode.FLOOR).longValueExact();
      BigDecimal rest = quota.subtract(BigDecimal.valueOf(shares[i]));
      hasRest[i] = rest.signum() > 0;
      deficits[i] = deficits[i].add(rest);
      left -= shares[i];
    }
    for (; left > 0; left--) {
      int most = -1;
      for (int i = 0; i < count(); i++) {
        if (hasRest[i] && (most < 0 || deficits[i].compareTo(deficits[most]) > 0)) {
          most = i;
        }
      }
      shares[most]++;
      hasRest[most] = false;
      deficits[most] = deficits[most].subtract(BigDecimal.ONE);
    }
    return shares;
  }
}
