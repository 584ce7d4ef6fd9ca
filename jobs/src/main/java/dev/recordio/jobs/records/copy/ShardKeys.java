// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.task.IndexKeys;
import dev.recordio.wire.FramedRecord;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * Appends records to a shard under the keys that they had, if these are kept; else under the keys
 * that {@code recordio.output.index.keys} specifies, where a record's own key is the id in its
 * image header.
 */
public final class ShardKeys {
  private final IndexKeys keys;
  private final boolean kept;
  private final int shard;
  private final ImageRecordHeader header = new ImageRecordHeader();
  private final LongWritable own = new LongWritable();

  public ShardKeys(TaskInputOutputContext<?, ?, ?, ?> context, int shard) {
    kept = SourceKeys.areKept(context.getConfiguration());
    keys = kept ? IndexKeys.KEY : ShardOutputFormat.getIndexKeys(context);
    this.shard = shard;
  }

  /** Creates the files of the shard in the folder {@code folder} below the output. */
  public RecordFileWriter createShard(TaskInputOutputContext<?, ?, ?, ?> context, String folder)
      throws IOException {
    return ShardOutputFormat.createShard(context, folder, shard, keys);
  }

  /**
   * Writes a record with another payload.
   *
   * @param payload begins at index 0
   * @param key its old key, if keys are kept
   * @param id the id of its image header
   */
  public void write(RecordFileWriter writer, byte[] payload, int length, long key, long id)
      throws IOException {
    own.set(kept ? key : id);
    writer.write(keys.key(own, shard, writer.count()), payload, 0, length);
  }

  /**
   * Writes a framed record as is.
   *
   * @param key its old key, if keys are kept
   */
  public void append(RecordFileWriter writer, FramedRecord record, long key) throws IOException {
    own.set(key);
    if (keys == IndexKeys.KEY && !kept) {
      int from = record.payloadOffset();
      header.read(record.payload(), from, record.payloadLength(), writer.bytes());
      own.set(header.id());
    }
    writer.append(keys.key(own, shard, writer.count()), record);
  }
}
