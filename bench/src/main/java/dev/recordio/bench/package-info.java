/**
 * <<<<<<< HEAD Benchmarks of the library against what users would pick instead. Each comparison is
 * a pair, run in turn over the same data.
 *
 * <p>Face: {@link Bench}, the driver; a {@link Suite} is one set of comparisons. ======= Benchmarks
 * of the library against its alternatives. Each comparison is a pair, run in turn in one JVM over
 * the same data; {@link dev.recordio.bench.Bench} is the driver. >>>>>>> w/eng2
 */
package dev.recordio.bench;
