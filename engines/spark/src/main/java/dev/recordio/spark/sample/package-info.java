// SPDX-License-Identifier: Apache-2.0
/**
 * Rows of a table as samples of other loaders' formats.
 *
 * <p>Entry points: {@link SampleColumns} and {@link SampleRowWriter}.
 */
package dev.recordio.spark.sample;
