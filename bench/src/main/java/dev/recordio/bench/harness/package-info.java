// SPDX-License-Identifier: Apache-2.0
/**
 * What a comparison consists of, and how it is measured: in pairs, in turn, over the same data.
 *
 * <p>Entry points: a {@link Suite} is one set of comparisons; {@link Paired} runs a pair; {@link
 * Outcome} has its ratio.
 */
package dev.recordio.bench.harness;
