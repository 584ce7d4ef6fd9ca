// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.fs.RecordFileWriter;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.mapreduce.IndexKeys;
import dev.recordio.wire.FramedRecord;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;

/**
 * Appends records to a shard under the keys that {@code recordio.output.index.keys} asks for; a
 * record's own key is the id of its image header.
 */
final class ShardKeys {
  private final IndexKeys keys;
  private final int shard;
  private final ImageRecordHeader header = new ImageRecordHeader();
  private final LongWritable id = new LongWritable();

  ShardKeys(IndexKeys keys, int shard) {
    this.keys = keys;
    this.shard = shard;
  }

  /** Writes a record as it stands in its file. */
  void append(RecordFileWriter writer, FramedRecord record) throws IOException {
    if (keys == IndexKeys.KEY) {
      int from = record.payloadOffset();
      header.read(record.payload(), from, record.payloadLength(), writer.bytes());
      id.set(header.id());
    }
    writer.append(keys.key(id, shard, writer.count()), record);
  }
}
