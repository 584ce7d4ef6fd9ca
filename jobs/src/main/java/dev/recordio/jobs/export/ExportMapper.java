// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import dev.recordio.jobs.arrange.census.SourceKeys;
import dev.recordio.jobs.arrange.copy.CopyEntry;
import dev.recordio.jobs.arrange.copy.CopyMapper;
import dev.recordio.jobs.arrange.copy.RecordSource;
import dev.recordio.jobs.commit.ManifestCommitter;
import dev.recordio.jobs.export.target.ExportPlan;
import dev.recordio.jobs.export.target.ExportRecord;
import dev.recordio.jobs.export.target.ShardFiles;
import dev.recordio.jobs.export.target.Target;
import dev.recordio.jobs.export.target.TargetShard;
import dev.recordio.jobs.shard.ShardInputFormat;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.jobs.shard.ShardSplit;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Writes one shard in the format of the target. */
class ExportMapper extends CopyMapper {
  @Override
  protected Shard create(Context context, ShardSplit split) throws IOException {
    return new Exported(context, split);
  }

  private static final class Exported implements Shard {
    private final Context context;
    private final ShardFiles files;
    private final TargetShard shard;
    private final ExportRecord record;
    private final boolean keysKept;
    private final long first;
    private long written;

    Exported(Context context, ShardSplit split) throws IOException {
      this.context = context;
      Configuration conf = context.getConfiguration();
      ExportPlan plan = ExportPlan.of(conf);
      var committer = (ManifestCommitter) context.getOutputCommitter();
      first = ShardInputFormat.recordsBefore(conf, split.shard());
      files =
          new ShardFiles(
              conf,
              committer.getWorkPath(),
              committer.resultFolder(context),
              split.shard(),
              first,
              split.records());
      files.setProgress(context);
      record = new ExportRecord(plan.header());
      keysKept = SourceKeys.areKept(conf);
      shard = Target.of(conf).open(conf, plan, files);
    }

    @Override
    public void copy(CopyEntry entry, RecordSource source) throws IOException {
      long ordinal = first + written;
      record.set(
          source.read(entry),
          ordinal,
          keysKept ? entry.key : ordinal,
          source.path(entry),
          entry.offset);
      shard.write(record);
      written++;
    }

    @Override
    public void finish() throws IOException {
      shard.finish();
    }

    @Override
    public void count() throws IOException {
      files.report(written);
      ShardOutputFormat.count(context, written, files.bytes());
    }

    @Override
    public void close() throws IOException {
      shard.close();
    }
  }
}
