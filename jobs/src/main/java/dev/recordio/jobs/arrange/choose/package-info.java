// SPDX-License-Identifier: Apache-2.0
/**
 * Which records go to which output: all, a sample, subsets by fraction, those with a key or label.
 *
 * <p>Face: {@link OutputChooser} decides for one record at a time, {@link Selection} is what a
 * command requests.
 */
package dev.recordio.jobs.arrange.choose;
