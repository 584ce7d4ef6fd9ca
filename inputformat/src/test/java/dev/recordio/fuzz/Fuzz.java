// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Runs the random cases of one test class and counts what they did. All cases are determined by one
 * seed.
 *
 * <p>System properties: {@code fuzz.seed}, the master seed, or {@code fresh} for one of its own;
 * {@code fuzz.scale}, the factor of the counts that the tests name (1 under {@code -Pfuzz}); {@code
 * fuzz.case}, the seed of the only case to run, as a failure names it.
 */
public final class Fuzz {
  /** One random case; it draws all that it needs from {@code random}. */
  @FunctionalInterface
  public interface Case {
    /** Runs the case, and counts what it did by {@link #count}. */
    void run(SplittableRandom random) throws Exception;
  }

  static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** The master seed. */
  static final long SEED = seed(System.getProperty("fuzz.seed", "20261122"));

  /** The factor of all counts. */
  static final double SCALE = Double.parseDouble(System.getProperty("fuzz.scale", "0.01"));

  /** The seed of the only case to run, or empty. */
  static final String ONLY = System.getProperty("fuzz.case", "");

  private final String name;
  private final Map<String, Long> counts = new TreeMap<>();
  private final long begun = System.nanoTime();

  private static long seed(String text) {
    return text.equals("fresh") ? new SplittableRandom().nextLong() : Long.decode(text);
  }

  /** Returns the seed that {@link #ONLY} is: 64 bits, in hex as failures print it, or decimal. */
  static long onlySeed() {
    return ONLY.startsWith("0x")
        ? Long.parseUnsignedLong(ONLY, 2, ONLY.length(), 16)
        : Long.parseLong(ONLY);
  }

  private Fuzz(Class<?> test) {
    name = test.getSimpleName();
  }

  /** Begins the fuzz of a test class. */
  public static Fuzz of(Class<?> test) {
    return new Fuzz(test);
  }

  /** Counts {@code more} of what a case does. */
  public void count(String what, long more) {
    counts.merge(what, more, Long::sum);
  }

  /** Returns how many have been counted. */
  public long counted(String what) {
    return counts.getOrDefault(what, 0L);
  }

  /** Whether all cases are run: only then what they did together can be checked. */
  public boolean isWhole() {
    return ONLY.isEmpty();
  }

  /**
   * Runs cases until as many of {@code what} are counted as wanted, and reports all counts.
   *
   * @param what one of the names that the cases count by
   * @param wanted how many under a scale of 1
   */
  public void until(String what, long wanted, Case random) throws IOException {
    long target = Math.max(1, (long) Math.ceil(wanted * SCALE));
    if (!ONLY.isEmpty()) {
      run(onlySeed(), random);
    }
    long idle = 0; // cases in a row that counted nothing
    for (long i = 1; ONLY.isEmpty() && counted(what) < target; i++) {
      long before = counted(what);
      run(
          new SplittableRandom(SEED ^ name.hashCode() + what.hashCode() * GOLDEN + i).nextLong(),
          random);
      idle = counted(what) == before ? idle + 1 : 0;
      if (idle > 1000) {
        throw new AssertionError("1000 cases in a row counted no " + what);
      }
    }
    report(what);
  }

  private void run(long caseSeed, Case random) {
    try {
      random.run(new SplittableRandom(caseSeed));
      count("cases", 1);
    } catch (Exception | AssertionError e) {
      throw new AssertionError(
          String.format(
              "case 0x%016X failed; alone: -Dtest=%s -Dfuzz.case=0x%016X: %s",
              caseSeed, name, caseSeed, e),
          e);
    }
  }

  private void report(String what) throws IOException {
    String figures =
        counts.entrySet().stream()
            .map(entry -> String.format(Locale.ROOT, "%,d %s", entry.getValue(), entry.getKey()))
            .collect(Collectors.joining(", "));
    String line =
        String.format(
            Locale.ROOT,
            "%s, seed %d, scale %s: %s; %.1f s",
            name,
            SEED,
            SCALE,
            figures,
            (System.nanoTime() - begun) / 1e9);
    System.out.println(line);
    Path file =
        Files.createDirectories(Path.of("target", "fuzz"))
            .resolve(name + "-" + what.replace(' ', '-') + ".txt");
    Files.writeString(file, line + "\n");
  }
}
