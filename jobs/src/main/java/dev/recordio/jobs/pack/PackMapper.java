// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.bytes.MalformedRecordException;
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
  private ImageMaker images; // null where sources are packed byte for byte
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
        ImageMaker made = ImageMaker.create(context.getConfiguration());
        var sources = new SourceReader(context.getConfiguration(), context);
        var rejects =
            new Rejects(
                context.getConfiguration(),
                ShardOutputFormat.workFile(context, Rejects.FOLDER, shard, ".tsv"))) {
      images = made;
      while (context.nextKeyValue()) {
        Source source = context.getCurrentValue();
        if (read(source, sources, rejects)) {
          repeatedKeys += source.repeated ? 1 : 0;
          writer.write(source.key, payload.bytes(), 0, payload.length());
        }
        context.progress();
      }
      sources.finish();
      if (images != null) {
        images.count(context);
      }
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
    long bytes;
    try {
      payload.begin(headerBytes);
      PayloadBuilder content = images == null ? payload : images.file();
      sources.read(source, content);
      bytes = content.length() - (images == null ? headerBytes : 0);
    } catch (IOException e) {
      errors.failUnlessSkipped(source.displayName(), e);
      return reject(source, e, rejects);
    }
    if (images != null) {
      try {
        images.make(source, payload);
      } catch (MalformedRecordException e) {
        errors.failUnlessSkipped(e);
        return reject(source, e, rejects);
      }
    }
    if (imageHeader) {
      ImageRecordHeader.write(payload.bytes(), 0, source.key, 0, source.labels, source.labelCount);
    }
    bytesIn += bytes;
    return true;
  }

  /** Writes down a source that is left out. */
  private boolean reject(Source source, IOException why, Rejects rejects) throws IOException {
    rejects.add(source.displayName(), SourceErrors.reason(why));
    skipped++;
    return false;
  }

  /** Passes each shard of the plan to one map task, source by source. */
  static final class Input extends ShardInputFormat<Source> {
    @Override
    protected Source newEntry() {
      return new Source();
    }
  }
}
