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

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    var split = (SalvageSplit) context.getInputSplit();
    SalvagePlan.Kept kept = SalvageInputFormat.plan(conf).kept().get(split.file());
    var path = new Path(kept.file());
    FileStatus file = path.getFileSystem(conf).getFileStatus(path);
    IndexKeys kind = kept.keyed() ? IndexKeys.KEY : IndexKeys.ORDINAL;
    long count;
    try (ChunkReader in = new InputOpener(conf).chunks(file);
        OldKeys keys = kept.keyed() ? OldKeys.open(conf, file, kept.displaced()) : null;
        RecordFileWriter writer = ShardOutputFormat.createShard(context, "", split.shard(), kind)) {
      copy(new RunRecords(in, kept.runs()), keys, writer, context);
      count = writer.count();
      ShardOutputFormat.count(context, writer);
    }
    var committer = (ManifestCommitter) context.getOutputCommitter();
    Path results = committer.resultFolder(context);
    FileSystem fs = results.getFileSystem(conf);
    try (var out = Files.create(fs, new Path(results, Integer.toString(split.shard())))) {
      out.writeLong(count);
    }
  }

  private static void copy(
      RunRecords records, OldKeys keys, RecordFileWriter writer, Context context)
      throws IOException {
    while (records.next()) {
      long key = keys == null ? writer.count() : keys.of(records.offset());
      writer.append(key, records.record());
      if (writer.count() % RECORDS_A_SIGN == 0) {
        context.progress();
      }
    }
  }
}
