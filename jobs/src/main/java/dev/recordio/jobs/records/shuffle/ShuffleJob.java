// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.shuffle;

import dev.recordio.fs.numbered.RecordIndex;
import dev.recordio.fs.record.DamagePolicy;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.jobs.job.Plan;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.census.Census;
import dev.recordio.jobs.records.census.CensusJob;
import dev.recordio.jobs.records.census.CensusNote;
import dev.recordio.jobs.records.census.NumberedSplit;
import dev.recordio.jobs.records.census.RecordFormat;
import dev.recordio.jobs.records.copy.ArrangeJob;
import dev.recordio.jobs.records.copy.SourceKeys;
import dev.recordio.jobs.run.local.LocalSettings;
import dev.recordio.jobs.run.split.SplitGroup;
import dev.recordio.jobs.shard.CountShardCutter;
import dev.recordio.order.SeededPermutation;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Writes all records of the input, or all rows of text, in one seeded random order, into shards
 * whose numbers of records differ by at most one: record {@code i} of the input becomes record
 * {@code p(i)} of the output, where p is {@link SeededPermutation}. The same input, seed and number
 * of shards give the same bytes, whatever the splits and tasks. Where rows have query ids, a query
 * is moved as one record.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class ShuffleJob extends ArrangeJob {
  private static final String RECORDS = "recordio.shuffle.records";

  private static final String ROWS = "recordio.shuffle.rows";

  private static final String QUERIES = "recordio.shuffle.queries";

  private static final String BUCKET_SHIFT = "recordio.shuffle.bucket-shift";

  /** What a position takes in the memory of a reducer, in addition to its record. */
  private static final int BYTES_A_PLACE = Long.BYTES;

  /** More buckets than these would leave a map task few bytes for the block of each. */
  private static final int MAX_BUCKETS = 1 << 16;

  /**
   * What a reduce task may keep of its input in memory while it writes, as a part of its heap: by
   * default Hadoop writes all of it to disk first, for reducers that need the whole heap.
   */
  private static final float KEPT_INPUT = 0.5f;

  /** The offset, key and checksum of a record in a {@link RecordIndex}. */
  private static final int INDEX_BYTES_A_RECORD = 20;

  /** A random read of a disk takes as long as reading some hundreds of KiB; on an SSD, some ten. */
  private static final long PIECE_BYTES = 64 << 10;

  /** More would take a task too long, and too much of its machine's disk. */
  private static final long MAX_TASK_BYTES = 4L << 30;

  /** What a large cluster needs to be busy is worth more than long fetches. */
  private static final int MIN_MAP_TASKS = 1000;

  /** Bytes of a map task's sort buffer for a block, in addition to its records. */
  private static final int SORT_BYTES_A_BLOCK = Long.BYTES + Integer.BYTES + 16;

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
    this(new Configuration(conf), inputs, output, CensusNote.COUNT);
  }

  private ShuffleJob(Configuration own, List<Path> inputs, Path output, CensusNote note)
      throws IOException, InterruptedException {
    super(own, RecordFormat.of(own, inputs).census(note, null, ShuffleJob::index), inputs, output);
    if (DamageSettings.of(own).quarantines()) {
      // Both jobs skip the same records; only the job that writes quarantines them.
      DamageSettings.setPolicy(census().getConfiguration(), DamagePolicy.SKIP);
    }
  }

  /**
   * Loads the index that says how many records each split of a file has, unless it would take more
   * than a quarter of the heap. Small files are counted sooner than their indexes are opened one
   * after the other.
   */
  private static RecordIndex index(Configuration conf, FileStatus file) throws IOException {
    if (file.getLen() < SplitGroup.MAX_BYTES) {
      throw new FileNotFoundException("no index of a large file: " + file.getPath());
    }
    return RecordIndex.readBinary(
        conf, file, Runtime.getRuntime().maxMemory() / 4 / INDEX_BYTES_A_RECORD);
  }

  @Override
  @InterfaceAudience.Private
  protected long prepare(Job job, Census census, SourceKeys keys) throws IOException {
    Configuration conf = job.getConfiguration();
    long records = census.queriesOrRecords();
    int shards = shardsWanted(conf).count(census.bytes(), records);
    long taskBytes = mapTaskBytes(job, census.bytes(), shards);
    boolean ofRows = format() == RecordFormat.ROWS;
    Plan<NumberedSplit> plan =
        UnitJob.setUp(job, ofRows ? RowShuffleTask.class : ShuffleTask.class);
    census.numberQueries();
    CensusJob.addTasks(plan, job, census.splits(), taskBytes);
    plan.set(conf, new Path(scratch(), "splits"));
    job.setMapOutputKeyClass(LongWritable.class);
    job.setMapOutputValueClass(BytesWritable.class);
    job.setPartitionerClass(ShardPartitioner.class);
    job.setReducerClass(ShuffleReducer.class);
    job.setNumReduceTasks(shards);
    conf.setLong(RECORDS, records);
    conf.setBoolean(ROWS, ofRows);
    conf.setBoolean(QUERIES, census.hasQueries());
    conf.setInt(BUCKET_SHIFT, bucketShift(conf, census, keys.areKept()));
    conf.setInt(
        MRJobConfig.IO_SORT_MB,
        (int)
            Math.min(
                LocalSettings.sortMebibytes(conf),
                sortMebibytes(conf, census, taskBytes, keys.areKept())));
    if (LocalSettings.isDefault(conf, MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT)) {
      conf.setFloat(MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT, KEPT_INPUT);
    }
    return keys.countRepeated();
  }

  private static int bucketShift(Configuration conf, Census census, boolean keyed) {
    long wanted =
        Math.max(ArrangeConf.SHUFFLE_BUCKET_SIZE.getBytes(conf), census.bytes() / MAX_BUCKETS);
    int extra = ShuffleEntry.headerBytes(keyed) + BYTES_A_PLACE;
    return Buckets.shift(census.queriesOrRecords(), census.bytes(), extra, wanted);
  }

  /**
   * Returns the size that sorts all blocks of a map task at once: a quarter of the buffer is for
   * incoming blocks.
   */
  private static long sortMebibytes(
      Configuration conf, Census census, long taskBytes, boolean keyed) {
    long task = Math.min(census.bytes(), census.mostInTask(taskBytes));
    long records = task / Math.max(1, census.bytes() / Math.max(1, census.queriesOrRecords()));
    long blocks = Math.min(records, buckets(conf).count() + task / BlockWriter.MAX_BLOCK);
    long bytes =
        task + records * ShuffleEntry.headerBytes(keyed) + blocks * (long) SORT_BYTES_A_BLOCK;
    return 1 + (bytes + bytes / 3 >> 20);
  }

  /**
   * Returns how much a map task reads: 0 as the splits are. Each reduce task fetches a piece of the
   * output of each map task, and the mean piece is what a map task reads, divided by the number of
   * shards: at 10 TB in shards and splits of the default sizes 7 KB, each a random read on a disk.
   * Larger map tasks make larger pieces, and fewer.
   */
  static long mapTaskBytes(Job job, long inputBytes, int shards) {
    Configuration conf = job.getConfiguration();
    long set = ArrangeConf.SHUFFLE_TASK_SIZE.getBytes(conf);
    if (set > 0) {
      return set;
    }
    boolean isFree = FileInputFormat.getMaxSplitSize(job) == Long.MAX_VALUE;
    return isFree ? mapTaskBytes(inputBytes, shards) : 0;
  }

  static long mapTaskBytes(long inputBytes, int shards) {
    long most = Math.min(MAX_TASK_BYTES, inputBytes / MIN_MAP_TASKS);
    long bytes = Math.min(most, shards * PIECE_BYTES);
    return bytes > SplitGroup.MAX_BYTES ? bytes : 0;
  }

  /** Whether a task moves rows of text. */
  static boolean isOfRows(Configuration conf) {
    return conf.getBoolean(ROWS, false);
  }

  /** Whether a task moves all rows of a query together. */
  static boolean movesQueries(Configuration conf) {
    return conf.getBoolean(QUERIES, false);
  }

  /** Returns the order of the output, in a task. */
  static SeededPermutation order(Configuration conf) {
    return new SeededPermutation(conf.getLong(RECORDS, 0), ArrangeConf.SEED.getLong(conf));
  }

  /** Returns which shard gets which positions, in a task. */
  static CountShardCutter shards(Configuration conf) {
    return new CountShardCutter(conf.getLong(RECORDS, 0), conf.getInt(Job.NUM_REDUCES, 1));
  }

  /** Returns the cut of the shards into buckets, in a task. */
  static Buckets buckets(Configuration conf) {
    return new Buckets(shards(conf), conf.getInt(BUCKET_SHIFT, 0));
  }

  /** Gives each shard its range of positions. */
  static final class ShardPartitioner extends Partitioner<LongWritable, BytesWritable>
      implements Configurable {
    private Configuration conf;
    private CountShardCutter shards;

    @Override
    public void setConf(Configuration conf) {
      this.conf = conf;
      shards = ShuffleJob.shards(conf);
    }

    @Override
    public Configuration getConf() {
      return conf;
    }

    @Override
    public int getPartition(LongWritable position, BytesWritable record, int partitions) {
      return shards.shardOf(position.get());
    }
  }
}
