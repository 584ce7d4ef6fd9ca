// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.output;

import java.util.List;

/**
 * A shard that a task has written.
 *
 * @param shard its number, from 0
 * @param file its main file; null when its records are in files of their own
 * @param records their number
 * @param bytes of the main file, or of all files where there is none
 * @param names of its files, or of the folders that hold them
 */
public record WrittenShard(int shard, String file, long records, long bytes, List<String> names) {}
