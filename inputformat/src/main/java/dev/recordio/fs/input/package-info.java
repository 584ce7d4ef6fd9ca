// SPDX-License-Identifier: Apache-2.0
/**
 * Input as a user names it to ranges of files: listing, order, splits, dmlc-core's partition rule.
 *
 * <p>Face: {@link InputListing} lists, {@link SplitPlanner} and {@link DmlcPartition} cut, {@link
 * InputRange} is what a reader gets. No file is opened here, and nothing of RecordIO is known.
 */
package dev.recordio.fs.input;
