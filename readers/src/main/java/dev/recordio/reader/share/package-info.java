// SPDX-License-Identifier: Apache-2.0
/**
 * Who reads which positions of an epoch: shares of workers in what earlier runs left.
 *
 * <p>A run has n workers; worker i takes of the positions left those numbered i, i + n, i + 2n, ...
 * How far all workers of a run were when it stopped is a generation; a chain of generations
 * specifies what is left, and the next run shares that by the same rule, whatever its number of
 * workers.
 *
 * <p>Entry points: {@link Share} and {@link EpochShare} for a worker that reads, {@link Progress}
 * and {@link Remainder} for the next run. Pure arithmetic: no position is stored, and nothing needs
 * to know how many positions an epoch has.
 */
package dev.recordio.reader.share;
