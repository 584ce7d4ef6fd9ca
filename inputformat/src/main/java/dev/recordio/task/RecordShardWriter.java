// SPDX-License-Identifier: Apache-2.0
package dev.recordio.task;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** A {@code .rec} file and its indexes that a task writes, whichever API runs it. */
public final class RecordShardWriter {
  private final RecordFileWriter file;
  private final IndexKeys keys;
  private final int partition;

  /**
   * Creates the files.
   *
   * @param records the {@code .rec} file; the indexes that the job wants are written beside it
   * @param partition the number of the file in the job
   * @throws IOException when output is to be compressed as a whole
   */
  public RecordShardWriter(Configuration conf, Path records, int partition) throws IOException {
    refuseCompression(conf);
    this.partition = partition;
    keys = RecordIOConf.OUTPUT_INDEX_KEYS.getEnum(conf, IndexKeys.class);
    Path index = RecordIOConf.OUTPUT_INDEX.getBoolean(conf) ? RecordFiles.index(records) : null;
    file = RecordFileWriter.create(conf, records, index, keys == IndexKeys.ORDINAL);
  }

  /** A .rec file that is compressed as a whole could no longer be split or sought in. */
  public static void refuseCompression(Configuration conf) throws IOException {
    if (conf.getBoolean(FileOutputFormat.COMPRESS, false)) {
      throw new IOException(
          "RecordIO files are not compressed as a whole, they could not be split any more: unset "
              + FileOutputFormat.COMPRESS);
    }
  }

  /**
   * Writes a record.
   *
   * @param key the record's own key, of any kind unless it goes into the index
   */
  public void write(Object key, byte[] payload, int offset, int length) throws IOException {
    file.write(keys.key(key, partition, file.count()), payload, offset, length);
  }

  /** Closes the files and counts what they hold. */
  public void close(TaskCounters counters) throws IOException {
    file.close();
    counters.add(RecordIOCounter.RECORDS_WRITTEN, file.count());
    counters.add(RecordIOCounter.BYTES_WRITTEN, file.bytes());
    counters.add(RecordIOCounter.MULTI_PART_RECORDS_WRITTEN, file.multiPartRecords());
  }
}
