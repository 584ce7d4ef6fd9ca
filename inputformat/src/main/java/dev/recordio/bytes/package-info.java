// SPDX-License-Identifier: Apache-2.0
/**
 * Bytes in memory, of no particular format: searches, checksums, numbers, and the error that
 * carries a file's name and an offset.
 *
 * <p>Entry points: {@link MalformedRecordException}, which every reader of bad input throws. The
 * rest serves the packages above. No Hadoop type except its annotations, no I/O, no other package
 * of this project.
 */
package dev.recordio.bytes;
