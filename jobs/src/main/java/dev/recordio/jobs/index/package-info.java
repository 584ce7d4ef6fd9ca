// SPDX-License-Identifier: Apache-2.0
/**
 * The index job: {@code .idx} and {@code .ridx} for files of records, in parallel within a file.
 *
 * <p>Entry points: {@link IndexJob} and the command. A unit of the job is a range of a file: {@code
 * IndexTask} reads the headers of its records into blocks of 256 KiB of index entries, each with
 * the range of the file that it covers. For each file {@code FileIndexer} gets the blocks in order,
 * checks that the ranges meet, numbers the records, and writes both indexes under hidden names
 * beside the file ({@code fs.stream.FileReplacement}), or compares them with those that exist.
 * Where no file is cut, it runs in the task, and there are no reducers; else in one reducer per
 * file, after a shuffle that sorts blocks, not records: by file and offset. The CRC32C of a file is
 * joined from the CRCs of its ranges ({@code bytes.CrcJoin}). Where another program has written
 * files, as Hive's {@code INSERT} does, {@code fs.numbered.HeaderIndexer} writes their indexes
 * without a job; {@code hive.IndexInserted} is the hook that calls it.
 */
package dev.recordio.jobs.index;
