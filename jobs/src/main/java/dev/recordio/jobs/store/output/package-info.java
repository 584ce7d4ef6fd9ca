// SPDX-License-Identifier: Apache-2.0
/**
 * Values of a store's fields written to files that NumPy and readers of {@code .rec} files read.
 *
 * <p>Entry points: {@link OutputFiles} makes a {@link FieldFile} for each field.
 */
package dev.recordio.jobs.store.output;
