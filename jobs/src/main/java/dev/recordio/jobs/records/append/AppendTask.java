// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.append;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.image.ImageContent;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.records.census.SourceKeys;
import dev.recordio.jobs.records.copy.CopyEntry;
import dev.recordio.jobs.records.copy.CopyTask;
import dev.recordio.jobs.records.copy.RecordShard;
import dev.recordio.jobs.records.copy.RecordSource;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.task.IndexKeys;
import dev.recordio.wire.FramedRecord;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Writes the new part, under the keys that were checked, or under new ones. */
class AppendTask extends CopyTask {
  /** What is counted in addition to records. */
  enum Count {
    /** Images whose headers have other ids than their new keys. */
    OTHER_IDS
  }

  private static final String FIRST = "recordio.append.first-key";

  /** Passes the key of the first record, if keys are not kept. */
  static void setFirstKey(Configuration conf, long key) {
    conf.setLong(FIRST, key);
  }

  @Override
  protected Shard create(TaskContext task, PlannedShard shard) throws IOException {
    Configuration conf = task.conf();
    boolean kept = SourceKeys.areKept(conf);
    long first = conf.getLong(FIRST, 0);
    RecordFileWriter writer =
        ShardOutputFormat.createShard(task.attempt(), "", shard.shard(), IndexKeys.KEY);
    return new RecordShard(task.attempt(), writer) {
      @Override
      public void copy(CopyEntry entry, RecordSource source) throws IOException {
        FramedRecord record = source.read(entry);
        long key = kept ? entry.key : first + writer.count();
        if (!kept && hasOtherId(record, key)) {
          task.attempt().getCounter(Count.OTHER_IDS).increment(1);
        }
        writer.append(key, record);
      }
    };
  }

  /** Whether a record is an image, as its first bytes show, whose header has another id. */
  private static boolean hasOtherId(FramedRecord record, long key) throws IOException {
    int at = record.payloadOffset();
    int length = record.payloadLength();
    if (!ImageRecordHeader.fits(record.payload(), at, length, length)) {
      return false;
    }
    var header = new ImageRecordHeader();
    header.read(record.payload(), at, length, 0);
    return header.id() != key
        && ImageContent.of(record.payload(), header.imageOffset(), header.imageLength())
            != ImageContent.OTHER;
  }
}
