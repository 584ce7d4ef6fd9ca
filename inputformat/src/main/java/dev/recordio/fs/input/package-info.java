// SPDX-License-Identifier: Apache-2.0
/**
 * From input as a user names it to ranges of files: listing, order, splits, dmlc-core's partition
 * rule.
 *
 * <p>Entry points: {@link InputListing} lists, {@link SplitPlanner} and {@link DmlcPartition} cut,
 * {@link InputRange} is what a reader gets. Opens no file, and knows nothing of RecordIO.
 */
package dev.recordio.fs.input;
