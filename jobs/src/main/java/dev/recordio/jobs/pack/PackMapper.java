// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.pack.source.PayloadBuilder;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.pack.source.SourceErrors;
import dev.recordio.jobs.pack.source.SourceReader;
import dev.recordio.jobs.shard.ShardInputFormat;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.jobs.shard.ShardSplit;
import dev.recordio.task.IndexKeys;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Writes one shard: reads the sources of its plan, in order, and writes each as a record. */
class PackMapper extends Mapper<NullWritable, Source, NullWritable, BytesWritable> {
  private final PayloadBuilder payload = new PayloadBuilder();
  private boolean imageHeader;
  private SourceErrors errors;
  private long bytesIn;
  private long skipped;
  private long repeatedKeys;

  @Override
  protected void setup(Context context) {
    imageHeader = PackPlan.imageHeader(context.getConfiguration());
    errors = new SourceErrors(context.getConfiguration());
  }

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    setup(context);
    int shard = ((ShardSplit) context.getInputSplit()).shard();
    RecordFileWriter writer = ShardOutputFormat.createShard(context, "", shard, IndexKeys.KEY);
    try (writer;
        var sources = new SourceReader(context.getConfiguration(), context);
        var rejects =
            new Rejects(
                context.getConfiguration(),
                ShardOutputFormat.workFile(context, Rejects.FOLDER, shard, ".tsv"))) {
      while (context.nextKeyValue()) {
        Source source = context.getCurrentValue();
        if (read(source, sources, rejects)) {
          repeatedKeys += source.repeated ? 1 : 0;
          writer.write(source.key, payload.bytes(), 0, payload.length());
        }
        context.progress();
      }
      sources.finish();
    }
    ShardOutputFormat.count(context, writer);
    context.getCounter(PackCounter.BYTES_IN).increment(bytesIn);
    context.getCounter(PackCounter.SKIPPED_SOURCES).increment(skipped);
    context.getCounter(PackCounter.REPEATED_KEYS).increment(repeatedKeys);
    cleanup(context);
  }

  /** Builds the record of {@code source} in the payload; false when it is skipped. */
  private boolean read(Source source, SourceReader sources, Rejects rejects) throws IOException {
    int headerBytes = imageHeader ? ImageRecordHeader.bytes(source.labelCount) : 0;
    try {
      payload.begin(headerBytes);
      sources.read(source, payload);
    } catch (IOException e) {
      errors.failUnlessSkipped(source.displayName(), e);
      rejects.add(source.displayName(), SourceErrors.reason(e));
      skipped++;
      return false;
    }
    if (imageHeader) {
      ImageRecordHeader.write(payload.bytes(), 0, source.key, 0, source.labels, source.labelCount);
    }
    bytesIn += payload.length() - headerBytes;
    return true;
  }

  /** Passes each shard of the plan to one map task, source by source. */
  static final class Input extends ShardInputFormat<Source> {
    @Override
    protected Source newEntry() {
      return new Source();
    }
  }
}
