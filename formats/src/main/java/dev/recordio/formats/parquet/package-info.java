// SPDX-License-Identifier: Apache-2.0
/**
 * Parquet: files over the project's own streams, codecs in pure Java, schemas.
 *
 * <p>Entry points: {@link ParquetOutput}, {@link ParquetInput}, {@link PageCodec}. Row groups end
 * where the caller says, so that a file's bytes depend on its rows alone. Parquet's own classes do
 * the rest.
 */
package dev.recordio.formats.parquet;
