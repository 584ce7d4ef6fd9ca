// SPDX-License-Identifier: Apache-2.0
/**
 * Sparse rows: LibSVM, LibFM and CSV bytes to blocks of primitive arrays (CSR), and such blocks to
 * the layouts that trainers load. Bytes in memory: no Hadoop type, no I/O.
 */
package dev.recordio.sparse;
