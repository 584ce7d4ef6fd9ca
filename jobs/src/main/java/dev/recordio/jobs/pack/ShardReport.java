// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.segment.JsonFiles;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.task.RecordIOCounter;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * What the task of a shard leaves about it.
 *
 * @param shard its number, from 0
 * @param bytes of its {@code .rec}
 * @param sha256 of its {@code .rec}, in hexadecimal
 * @param firstKey the key of its first record, unsigned; null when it has none
 * @param multiPart records of more than one part
 * @param bytesIn bytes of the sources, without headers
 * @param repeatedKeys records whose key an earlier one has
 * @param skipped sources that were left out
 * @param idx bytes of its {@code .idx}; -1 when there is none
 * @param ridx bytes of its {@code .ridx}; -1 when there is none
 */
record ShardReport(
    int shard,
    long records,
    long bytes,
    String sha256,
    BigInteger firstKey,
    long multiPart,
    long bytesIn,
    long repeatedKeys,
    long skipped,
    long idx,
    long ridx) {

  /** The name of the file with the report. */
  static final String NAME = "shard.json";

  private static final List<String> SUFFIXES = List.of(".rec", ".idx", ".ridx");

  /** A file of the shard. */
  record Part(String name, long bytes) {}

  /** Returns what the names of a shard's files begin with. */
  static String stem(int shard) {
    return String.format(Locale.ROOT, "part-%05d", shard);
  }

  /** Returns the name of the {@code .rec}. */
  String file() {
    return stem(shard) + SUFFIXES.get(0);
  }

  /** Returns the files of the shard. */
  List<Part> files() {
    var files = new ArrayList<Part>();
    long[] lengths = {bytes, idx, ridx};
    for (int i = 0; i < lengths.length; i++) {
      if (lengths[i] >= 0) {
        files.add(new Part(stem(shard) + SUFFIXES.get(i), lengths[i]));
      }
    }
    return files;
  }

  /** Counts what is in the shard. */
  void count(TaskInputOutputContext<?, ?, ?, ?> context) {
    ShardOutputFormat.count(context, records, bytes);
    context.getCounter(RecordIOCounter.MULTI_PART_RECORDS_WRITTEN).increment(multiPart);
    context.getCounter(PackCounter.BYTES_IN).increment(bytesIn);
    context.getCounter(PackCounter.SKIPPED_SOURCES).increment(skipped);
    context.getCounter(PackCounter.REPEATED_KEYS).increment(repeatedKeys);
  }

  /** Writes the report. */
  void write(FileSystem fs, Path file) throws IOException {
    JsonFiles.write(fs, file, this);
  }

  /** Reads a report. */
  static ShardReport read(FileSystem fs, Path file) throws IOException {
    return JsonFiles.read(fs, file, ShardReport.class);
  }
}
