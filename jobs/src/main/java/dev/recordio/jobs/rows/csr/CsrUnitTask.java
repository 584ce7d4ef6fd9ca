// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import dev.recordio.jobs.commit.ManifestCommitter;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.rows.Segment;
import dev.recordio.jobs.rows.shard.CsrTask;
import dev.recordio.jobs.rows.shard.SegmentResult;
import dev.recordio.jobs.rows.shard.SegmentWriter;
import dev.recordio.jobs.rows.shard.ShardResult;
import dev.recordio.sparse.ParseRule;
import java.io.IOException;

/** Writes the shards of each segment; their results are its report. */
class CsrUnitTask extends UnitTask<Segment, SegmentResult> {
  private SegmentWriter writer; // null before the first segment

  CsrUnitTask() {
    super(Segment.SERDE, JsonFiles.serde(SegmentResult.class));
  }

  @Override
  protected SegmentResult run(Segment segment, TaskContext task) throws IOException {
    if (writer == null) {
      var committer = (ManifestCommitter) task.attempt().getOutputCommitter();
      writer =
          new SegmentWriter(
              task.conf(), CsrTask.read(task.conf()), committer.getWorkPath(), task::progress);
    }
    SegmentResult result = writer.write(segment);
    count(task, result);
    return result;
  }

  private static void count(TaskContext task, SegmentResult result) {
    for (ShardResult shard : result.shards()) {
      task.counter(CsrCounter.ROWS).increment(shard.rows());
      task.counter(CsrCounter.ENTRIES).increment(shard.nnz());
      task.counter(CsrCounter.BYTES_OUT).increment(shard.bytes());
    }
    task.counter(CsrCounter.SHARDS).increment(result.shards().size());
    for (ParseRule rule : ParseRule.values()) {
      if (!rule.isNote()) {
        long repairs = result.findings().broken().getOrDefault(rule.title(), 0L);
        task.counter(CsrCounter.REPAIRS).increment(repairs);
      }
    }
  }

  @Override
  protected void end(TaskContext task) {
    task.counter(CsrCounter.OVERSIZED_SHARDS).increment(writer.oversized());
    task.counter(CsrCounter.SPILLED_BYTES).increment(writer.spilled());
  }

  @Override
  protected void close() throws IOException {
    if (writer != null) {
      writer.close();
    }
  }
}
