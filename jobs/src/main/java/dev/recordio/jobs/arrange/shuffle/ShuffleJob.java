// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange.shuffle;

import dev.recordio.fs.record.DamagePolicy;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.jobs.arrange.census.ArrangeConf;
import dev.recordio.jobs.arrange.census.ArrangeJob;
import dev.recordio.jobs.arrange.census.Census;
import dev.recordio.jobs.arrange.census.CensusNote;
import dev.recordio.jobs.arrange.census.RecordFormat;
import dev.recordio.jobs.arrange.census.SourceKeys;
import dev.recordio.jobs.shard.CountShardCutter;
import dev.recordio.order.SeededPermutation;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * Writes all records of the input in one seeded random order, into shards whose numbers of records
 * differ by at most one: record {@code i} of the input becomes record {@code p(i)} of the output,
 * where p is {@link SeededPermutation}. The same input, seed and number of shards give the same
 * bytes, whatever the splits and tasks.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class ShuffleJob extends ArrangeJob {
  private static final String RECORDS = "recordio.shuffle.records";

  /**
   * Bytes of a map task's sort buffer for a record, in addition to its own: key, length, and 16
   * more.
   */
  private static final int SORT_BYTES_A_RECORD = Long.BYTES + Integer.BYTES + 16;

  /**
   * Lists the input and prepares the census.
   *
   * @param conf a configuration, which is copied
   * @param inputs files, folders and globs
   * @param output the folder to make
   * @throws org.apache.hadoop.mapred.FileAlreadyExistsException when the output exists
   * @throws java.io.FileNotFoundException when an input is missing
   * @throws dev.recordio.conf.InvalidSettingException when a setting is invalid
   */
  public ShuffleJob(Configuration conf, List<Path> inputs, Path output)
      throws IOException, InterruptedException {
    super(conf, RecordFormat.RECORDS, inputs, output, CensusNote.Kind.COUNT);
    if (DamageSettings.of(conf).quarantines()) {
      // Both jobs skip the same records; only the job that writes quarantines them.
      DamageSettings.setPolicy(census().getConfiguration(), DamagePolicy.SKIP);
    }
  }

  @Override
  @InterfaceAudience.Private
  public long prepare(Job job, Census census, SourceKeys keys) throws IOException {
    Configuration conf = job.getConfiguration();
    readNumbered(job);
    job.setMapperClass(ShuffleMapper.class);
    job.setMapOutputValueClass(BytesWritable.class);
    job.setPartitionerClass(ShufflePartitioner.class);
    job.setReducerClass(ShuffleReducer.class);
    job.setNumReduceTasks(ArrangeJob.shardsWanted(conf).count(census.bytes(), census.records()));
    conf.setLong(RECORDS, census.records());
    conf.setInt(
        MRJobConfig.IO_SORT_MB,
        (int)
            Math.min(
                conf.getInt(MRJobConfig.IO_SORT_MB, MRJobConfig.DEFAULT_IO_SORT_MB),
                sortMebibytes(census, keys.areKept())));
    return keys.countRepeated();
  }

  /**
   * Returns the size that sorts all records at once: a quarter of the buffer is for incoming
   * records.
   */
  private static long sortMebibytes(Census census, boolean keyed) {
    long bytes =
        census.bytes() + census.records() * (SORT_BYTES_A_RECORD + (keyed ? Long.BYTES : 0));
    return 1 + (bytes + bytes / 3 >> 20);
  }

  /** Returns the order of the output, in a task. */
  static SeededPermutation order(Configuration conf) {
    return new SeededPermutation(conf.getLong(RECORDS, 0), ArrangeConf.SEED.getLong(conf));
  }

  /** Returns which shard gets which positions, in a task. */
  static CountShardCutter shards(Configuration conf) {
    return new CountShardCutter(conf.getLong(RECORDS, 0), conf.getInt(Job.NUM_REDUCES, 1));
  }
}
