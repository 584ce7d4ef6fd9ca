// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.task.RecordIOCounter;
import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * What the task of a shard leaves about it.
 *
 * @param shard its number, from 0
 * @param firstKey the key of its first record, unsigned; null when it has none
 * @param multiPart records of more than one part
 * @param bytesIn bytes of the sources, without headers
 * @param repeatedKeys records whose key an earlier one has
 * @param skipped sources that were left out
 * @param warned images that were taken although something is wrong with them
 * @param warnings the first of these
 * @param files its {@code .rec}, and the indexes that there are
 */
record ShardReport(
    int shard,
    long records,
    BigInteger firstKey,
    long multiPart,
    long bytesIn,
    long repeatedKeys,
    long skipped,
    long warned,
    List<String> warnings,
    List<Part> files) {

  /** The name of the file with the report. */
  static final String NAME = "shard.json";

  /**
   * A file of the shard.
   *
   * @param sha256 of all its bytes, in hexadecimal
   */
  record Part(String name, long bytes, String sha256) {}

  /** Returns what the names of a shard's files begin with. */
  static String stem(int shard) {
    return String.format(Locale.ROOT, "part-%05d", shard);
  }

  /** Returns the {@code .rec}. */
  Part rec() {
    return files.get(0);
  }

  /** Counts what is in the shard. */
  void count(TaskInputOutputContext<?, ?, ?, ?> context) {
    ShardOutputFormat.count(context, records, rec().bytes());
    context.getCounter(RecordIOCounter.MULTI_PART_RECORDS_WRITTEN).increment(multiPart);
    context.getCounter(PackCounter.BYTES_IN).increment(bytesIn);
    context.getCounter(PackCounter.SKIPPED_SOURCES).increment(skipped);
    context.getCounter(PackCounter.REPEATED_KEYS).increment(repeatedKeys);
    context.getCounter(PackCounter.IMAGES_WITH_WARNINGS).increment(warned);
  }

  /** Writes the report. */
  void write(FileSystem fs, Path file) throws IOException {
    JsonFiles.write(fs, file, this);
  }

  /**
   * Reads a report.
   *
   * @throws BadInputException when the file holds none
   */
  static ShardReport read(FileSystem fs, Path file) throws IOException {
    ShardReport report = JsonFiles.read(fs, file, ShardReport.class);
    if (report.files == null || report.files.isEmpty()) {
      throw new BadInputException("not the report of a shard: " + file, null);
    }
    return report;
  }
}
