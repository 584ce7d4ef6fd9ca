// SPDX-License-Identifier: Apache-2.0
package dev.recordio.npy;

import java.util.Map;

/**
 * The unit of NumPy's times since 1970 where it is a part, or a multiple, of a second, of one fixed
 * length: weeks to nanoseconds. Months and years differ in length; units below a nanosecond have no
 * place in the types of engines.
 *
 * @param unitsPerSecond how many units a second has; 1 where a unit is not shorter
 * @param secondsPerUnit how many seconds a unit has; 1 where it is not longer
 */
public record TimeUnits(long unitsPerSecond, long secondsPerUnit) {
  /** NumPy's NaT: no time. */
  public static final long NOT_A_TIME = Long.MIN_VALUE;

  private static final int NANOS = 1_000_000_000;

  private static final Map<String, TimeUnits> UNITS =
      Map.of(
          "W", new TimeUnits(1, 604_800),
          "D", new TimeUnits(1, 86_400),
          "h", new TimeUnits(1, 3_600),
          "m", new TimeUnits(1, 60),
          "s", new TimeUnits(1, 1),
          "ms", new TimeUnits(1_000, 1),
          "us", new TimeUnits(1_000_000, 1),
          "ns", new TimeUnits(NANOS, 1));

  /** Returns a unit, such as {@code ms}; null for others, and for multiples such as 25us. */
  public static TimeUnits of(String unit) {
    return UNITS.get(unit);
  }

  /** Returns the whole seconds, rounded down. */
  public long seconds(long time) {
    return Math.multiplyExact(Math.floorDiv(time, unitsPerSecond), secondsPerUnit);
  }

  /** Returns the nanoseconds after {@link #seconds}. */
  public int nanos(long time) {
    return (int) (Math.floorMod(time, unitsPerSecond) * (NANOS / unitsPerSecond));
  }

  /** Returns the microseconds, rounded down. */
  public long micros(long time) {
    return Math.addExact(Math.multiplyExact(seconds(time), 1_000_000), nanos(time) / 1_000);
  }
}
