/**
 * Benchmarks of the library against its alternatives. Each comparison is a pair, run in turn in one
 * JVM over the same data; {@link dev.recordio.bench.Bench} is the driver.
 */
package dev.recordio.bench;
