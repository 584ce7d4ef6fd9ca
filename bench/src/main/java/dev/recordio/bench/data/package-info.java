// SPDX-License-Identifier: Apache-2.0
/**
 * The data that is read and written: records, rows, images, files.
 *
 * <p>Entry points: {@link Payloads} makes records, {@link Rows} rows, {@link ImageSet} images,
 * {@link SmallFiles} small files.
 */
package dev.recordio.bench.data;
