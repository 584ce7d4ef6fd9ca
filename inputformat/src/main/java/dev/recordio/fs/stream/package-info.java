// SPDX-License-Identifier: Apache-2.0
/**
 * Files as streams of chunks: opening, unpacking, lines, replacing.
 *
 * <p>Entry points: {@link Files} is the one place that opens, creates, replaces and renames files
 * of a Hadoop file system; {@link PublishWay} creates files if absent; {@link ChunkReader} reads
 * large aligned chunks into a reused buffer; {@link LineRangeReader} reads the lines of a range;
 * {@link InputOpener} unpacks. A file that turns out shorter than listed is an error. Knows nothing
 * of RecordIO.
 */
package dev.recordio.fs.stream;
