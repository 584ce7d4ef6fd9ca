// SPDX-License-Identifier: Apache-2.0
/**
 * CSR blocks to the bytes of files that trainers load, and back: {@code .npz}, XGBoost's binary
 * files, dmlc-core's row blocks, LibSVM text.
 *
 * <p>Face: {@link ShardEncoder}; a further layout is one more of them. {@link RowBlockDecoder}
 * reads row blocks. No Hadoop type, no I/O.
 */
package dev.recordio.sparse.layout;
