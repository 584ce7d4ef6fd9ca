// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.Files;
import dev.recordio.fs.stream.InputOpener;
import dev.recordio.jobs.commit.ManifestCommitter;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.task.IndexKeys;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Copies what is kept of a file into a shard. */
final class SalvageMapper extends Mapper<NullWritable, NullWritable, NullWritable, NullWritable> {
  /** How many records there are between two signs of life. */
  private static final int RECORDS_A_SIGN = 1 << 12;

  /** What is counted in addition to records. */
  enum Count {
    /** Records on less evidence, which are among those that are written. */
    DOUBTFUL_RECORDS
  }

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    var split = (SalvageSplit) context.getInputSplit();
    SalvagePlan.Kept kept = SalvageInputFormat.plan(conf).kept().get(split.file());
    var path = new Path(kept.file());
    FileStatus file = path.getFileSystem(conf).getFileStatus(path);
    IndexKeys kind = kept.keyed() ? IndexKeys.KEY : IndexKeys.ORDINAL;
    long[] counts = new long[2];
    try (OldKeys keys = kept.keyed() ? OldKeys.open(conf, file, kept.displaced()) : null) {
      if (kept.runs().count() > 0) {
        try (var writer = ShardOutputFormat.createShard(context, "", split.shard(), kind)) {
          counts[0] = copy(file, kept.runs(), writer, context, keys == null ? null : keys::of);
        }
      }
      if (kept.doubtful().count() > 0) {
        String name = SalvageManifest.doubtful(split.shard());
        long[] next = {counts[0]};
        OldKeys.Giver fresh = keys == null ? offset -> next[0]++ : offset -> keys.next();
        try (var writer = ShardOutputFormat.createNamed(context, name, IndexKeys.KEY)) {
          counts[1] = copy(file, kept.doubtful(), writer, context, fresh);
        }
        context.getCounter(Count.DOUBTFUL_RECORDS).increment(counts[1]);
      }
    }
    var committer = (ManifestCommitter) context.getOutputCommitter();
    Path results = committer.resultFolder(context);
    FileSystem fs = results.getFileSystem(conf);
    try (var out = Files.create(fs, new Path(results, Integer.toString(split.shard())))) {
      out.writeLong(counts[0]);
      out.writeLong(counts[1]);
    }
  }

  /** Copies records; returns how many. */
  private static long copy(
      FileStatus file, Runs runs, RecordFileWriter writer, Context context, OldKeys.Giver keys)
      throws IOException {
    try (ChunkReader in = new InputOpener(context.getConfiguration()).chunks(file)) {
      var records = new RunRecords(in, runs);
      while (records.next()) {
        writer.append(keys == null ? writer.count() : keys.of(records.offset()), records.record());
        if (writer.count() % RECORDS_A_SIGN == 0) {
          context.progress();
        }
      }
    }
    ShardOutputFormat.count(context, writer);
    return writer.count();
  }
}
