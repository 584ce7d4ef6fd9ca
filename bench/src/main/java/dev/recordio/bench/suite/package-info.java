// SPDX-License-Identifier: Apache-2.0
/**
 * Sets of comparisons, a class each.
 *
 * <p>Entry points: each {@link dev.recordio.bench.harness.Suite}, by its name in {@code Suites}.
 */
package dev.recordio.bench.suite;
