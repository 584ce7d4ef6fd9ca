// SPDX-License-Identifier: Apache-2.0
/**
 * Splits by record number, for the formats of {@code dev.recordio.mapreduce} that read by index.
 *
 * <p>Entry points: {@link IndexedPlanner} cuts the records of the input into splits, {@link
 * IndexedSplitReader} reads one, in the order of the files or of an epoch.
 */
package dev.recordio.mapreduce.indexed;
