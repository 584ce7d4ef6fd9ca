// SPDX-License-Identifier: Apache-2.0
/**
 * Commands that decode the images of records.
 *
 * <p>Face: {@link MeanImageCommand}; {@link MeanImageJob} for programs.
 */
package dev.recordio.jobs.images;
