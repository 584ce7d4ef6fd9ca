// SPDX-License-Identifier: Apache-2.0
/**
 * Which records go to which output: all, a sample, subsets by fraction, those with a key or label.
 *
 * <p><<<<<<< HEAD
 *
 * <p>Face: {@link OutputChooser} decides record by record, {@link Selection} is what a command asks
 * for. =======
 *
 * <p>Face: {@link OutputChooser} decides for one record at a time, {@link Selection} is what a
 * command requests. >>>>>>> w/eng2
 */
package dev.recordio.jobs.arrange.choose;
