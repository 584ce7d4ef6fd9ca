// SPDX-License-Identifier: Apache-2.0
/**
 * Files as streams of chunks: opening, unpacking, lines, replacing.
 *
 * <p>Face: {@link Files} is the one place that opens, creates, replaces and renames files of a
 * Hadoop file system; {@link ChunkReader} reads large aligned chunks into a reused buffer; {@link
 * LineRangeReader} gives the lines of a range; {@link InputOpener} unpacks. A file that turns out
 * shorter than it was listed is an error. Nothing of RecordIO is known.
 */
package dev.recordio.fs.stream;
