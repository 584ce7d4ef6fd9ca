// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

/**
 * How many of a long row of similar cases a test runs: some in every build, all with {@code -Pfuzz}
 * (docs/testing.md).
 */
public final class Sampled {
  private static final boolean ALL = Double.parseDouble(System.getProperty("fuzz.scale", "1")) >= 1;

  private Sampled() {}

  /**
   * Returns the distance between two cases.
   *
   * @param some the distance in every build
   * @param all the distance with {@code -Pfuzz}
   */
  public static int step(int some, int all) {
    return ALL ? all : some;
  }
}
