// SPDX-License-Identifier: Apache-2.0
/**
 * CSR blocks to the bytes of files that trainers load, and row blocks back: {@code .npz}, XGBoost's
 * binary files, dmlc-core's row blocks, LibSVM text, TensorFlow's records.
 *
 * <p>Entry points: {@link ShardEncoder}; a further layout implements it. {@link RowBlockDecoder}
 * reads row blocks. No Hadoop type, no I/O.
 */
package dev.recordio.sparse.layout;
