// SPDX-License-Identifier: Apache-2.0
/**
 * Sources of pipelines: records in file order or by number, rows of text, items of a list.
 *
 * <p>Entry points: {@link dev.recordio.reader.source.RecordSource}, {@link
 * dev.recordio.reader.source.RowSource} and {@link dev.recordio.reader.source.ListSource}.
 */
package dev.recordio.reader.source;
