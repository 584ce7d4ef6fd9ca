// SPDX-License-Identifier: Apache-2.0
/**
 * Sparse rows as Spark's vectors: how wide they are, and how they are read and written.
 *
 * <p>Entry points: {@link SparseRows} and {@link SparseRowWriter}; {@link VectorOptions}, the type
 * of the vectors.
 */
package dev.recordio.spark.sparse;
