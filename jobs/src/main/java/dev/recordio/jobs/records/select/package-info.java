// SPDX-License-Identifier: Apache-2.0
/**
 * Which records go to which output: all, a sample, subsets by fraction, those with a key or label.
 *
 * <p>Entry points: {@link OutputChooser} decides record by record, {@link CopyRequest} is what a
 * command asks for.
 */
package dev.recordio.jobs.records.select;
