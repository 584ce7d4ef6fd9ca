// SPDX-License-Identifier: Apache-2.0
/**
 * Commands that decode the images of records.
 *
 * <p>Entry points: {@link BatchesCommand}; {@link MeanImageCommand}, and {@link MeanImageJob} for
 * programs.
 */
package dev.recordio.jobs.images;
