// SPDX-License-Identifier: Apache-2.0
/**
 * Records and rows as Writables: what jobs pass from mappers to reducers.
 *
 * <p>Entry points: {@link SparseRow} and {@link RowBlockWritable}.
 */
package dev.recordio.io;
