// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr;

import dev.recordio.jobs.commit.ManifestCommitter;
import dev.recordio.jobs.csr.shard.CsrTask;
import dev.recordio.jobs.csr.shard.SegmentResult;
import dev.recordio.jobs.csr.shard.SegmentWriter;
import dev.recordio.jobs.csr.shard.ShardResult;
import dev.recordio.jobs.segment.Segment;
import dev.recordio.jobs.segment.SegmentInputFormat;
import dev.recordio.sparse.ParseRule;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Writes the shards of each segment, and their results for the committer. */
class CsrMapper extends Mapper<NullWritable, Segment, NullWritable, NullWritable> {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    var committer = (ManifestCommitter) context.getOutputCommitter();
    Path results = committer.resultFolder(context);
    FileSystem fs = results.getFileSystem(conf);
    try (var writer =
        new SegmentWriter(
            conf,
            CsrTask.read(conf),
            committer.getWorkPath(),
            fraction -> {
              SegmentInputFormat.reportProgress(context.getInputSplit(), fraction);
              context.progress();
            })) {
      while (context.nextKeyValue()) {
        SegmentResult result = writer.write(context.getCurrentValue());
        result.write(fs, results);
        count(context, result);
      }
      context.getCounter(CsrCounter.OVERSIZED_SHARDS).increment(writer.oversized());
      context.getCounter(CsrCounter.SPILLED_BYTES).increment(writer.spilled());
    }
  }

  private static void count(Context context, SegmentResult result) {
    for (ShardResult shard : result.shards()) {
      context.getCounter(CsrCounter.ROWS).increment(shard.rows());
      context.getCounter(CsrCounter.ENTRIES).increment(shard.nnz());
      context.getCounter(CsrCounter.BYTES_OUT).increment(shard.bytes());
    }
    context.getCounter(CsrCounter.SHARDS).increment(result.shards().size());
    for (ParseRule rule : ParseRule.values()) {
      if (!rule.isNote()) {
        long repairs = result.malformed().getOrDefault(rule.title(), 0L);
        context.getCounter(CsrCounter.REPAIRS).increment(repairs);
      }
    }
  }
}
