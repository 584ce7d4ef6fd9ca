// SPDX-License-Identifier: Apache-2.0
/**
 * The bzip2 format: blocks, the walk over their marks, the search for a mark. Bytes in memory only;
 * the caller provides them.
 *
 * <p>Face: {@link Bzip2Reader}, which reads the blocks that begin in a range of a {@link
 * Bzip2Input}, and checks each block's CRC, the stream's, and that no block is missing.
 */
package dev.recordio.bzip2;
