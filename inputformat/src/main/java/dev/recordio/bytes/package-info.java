// SPDX-License-Identifier: Apache-2.0
/**
 * Bytes in memory, of no format: searches, checksums, numbers, and the error that carries a file's
 * name and an offset.
 *
 * <p>Face: {@link MalformedRecordException}, which every reader of bad input throws. The rest
 * serves the rooms above. No Hadoop type but its annotations, no I/O, nothing of ours below.
 */
package dev.recordio.bytes;
