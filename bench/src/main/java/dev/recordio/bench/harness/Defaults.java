// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

import java.util.List;

/**
 * The name of a suite, and what it runs on unless users say otherwise.
 *
 * @param name as users write it
 * @param size bytes of a file
 * @param counts numbers of records or files
 * @param rounds how often each pair runs: 15 times, unless a run takes very long
 * @param warmUps how many rounds come before and are ignored
 */
public record Defaults(String name, long size, List<Long> counts, int rounds, int warmUps) {
  /** Returns the defaults of most suites: 15 rounds, after 3, over files of 512 MiB. */
  public static Defaults of(String name) {
    return new Defaults(name, 512L << 20, List.of(), 15, 3);
  }

  /** Returns these defaults with other bytes of a file. */
  public Defaults withSize(long bytes) {
    return new Defaults(name, bytes, counts, rounds, warmUps);
  }

  /** Returns these defaults with other numbers of records or files. */
  public Defaults withCounts(List<Long> numbers) {
    return new Defaults(name, size, numbers, rounds, warmUps);
  }

  /** Returns these defaults with so many rounds. */
  public Defaults withRounds(int times) {
    return new Defaults(name, size, counts, times, warmUps);
  }

  /** Returns these defaults with so many rounds before. */
  public Defaults withWarmUps(int times) {
    return new Defaults(name, size, counts, rounds, times);
  }
}
