/**
 * Benchmarks of the library against what users would pick instead. Each comparison is a pair, run
 * in turn over the same data.
 *
 * <p>Entry points: {@link Bench}, the driver; a {@link Suite} is one set of comparisons.
 */
package dev.recordio.bench;

import dev.recordio.bench.harness.Suite;
