// SPDX-License-Identifier: Apache-2.0
/**
 * Records and rows as Writables: what jobs pass from mappers to reducers.
 *
 * <p>Face: {@link SparseRow}, {@link RecordBatch} and {@link RowBlockWritable}.
 */
package dev.recordio.io;
