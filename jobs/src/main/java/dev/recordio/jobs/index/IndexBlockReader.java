// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordOpener;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.run.split.ListedSplit;
import dev.recordio.task.RecordIOCounter;
import dev.recordio.task.SplitRanges;
import dev.recordio.wire.RecordIndexLayout;
import java.io.IOException;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads the records of a split, as far as the index needs them, into blocks of entries. */
final class IndexBlockReader extends RecordReader<BlockKey, IndexBlock> {
  private final BlockKey key = new BlockKey();
  private final IndexBlock block;
  private final RecordOpener opener;
  private final byte[] imageHeader = new byte[ImageRecordHeader.FIXED_BYTES];
  private final CRC32C payload = new CRC32C();
  private final CRC32C stretch = new CRC32C();

  private final IndexSettings settings;
  private final RecordIndexLayout layout;

  private TaskAttemptContext context;
  private RecordSplitReader reader;

  /**
   * Makes a reader.
   *
   * @param block for the entries; another reader, which is closed, may have used it
   * @param opener opens the files of the task
   * @param settings the settings of the job
   */
  IndexBlockReader(IndexBlock block, RecordOpener opener, IndexSettings settings) {
    this.block = block;
    this.opener = opener;
    this.settings = settings;
    this.layout = settings.layout();
  }

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) {
    this.context = context;
    Configuration conf = context.getConfiguration();
    List<InputRange> ranges = SplitRanges.of(split); // exactly one: see IndexJob
    key.file.set(ranges.get(0).path().toString());
    block.modified = ((ListedSplit) split).modified();
    DamageTracker damage = DamageTracker.of(conf, null);
    reader =
        settings.readsPayloads()
            ? RecordSplitReader.of(conf, opener, ranges, damage)
            : RecordSplitReader.ofHeaders(conf, opener, ranges, damage);
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    block.used = 0;
    stretch.reset();
    while (block.hasRoom(layout) && reader.next()) {
      RecordRangeReader record = reader.record();
      if (block.used == 0) {
        key.begin = record.offset();
      }
      add(record);
    }
    block.stretchChecksum = (int) stretch.getValue();
    if (block.used == 0) {
      report();
      return false;
    }
    context.progress();
    return true;
  }

  private void add(RecordRangeReader record) throws IOException {
    block.end = record.position();
    int length = record.payloadLength();
    int checksum = 0;
    if (layout.has(RecordIndexLayout.PAYLOAD_CHECKSUMS)) {
      int bytes = (int) (record.position() - record.offset());
      stretch.update(record.buffer(), record.recordOffset(), bytes);
      payload.reset();
      payload.update(record.buffer(), record.payloadOffset(), length);
      checksum = (int) payload.getValue();
    }
    long id = settings.keys() == IndexSettings.Keys.ID ? imageId(record, length) : 0;
    layout.putEntry(block.entries, block.used, record.offset(), length, checksum, id);
    block.used += layout.entryBytes();
  }

  private long imageId(RecordRangeReader record, int length) throws IOException {
    record.prefix(imageHeader);
    try {
      return ImageRecordHeader.id(imageHeader, length, record.offset());
    } catch (MalformedRecordException e) {
      throw e.at(reader.path().toString());
    }
  }

  private void report() {
    count(RecordIOCounter.RECORDS_READ, reader.damage().soundRecords());
    count(RecordIOCounter.BYTES_READ, reader.bytesRead());
    count(RecordIOCounter.MULTI_PART_RECORDS_READ, reader.multiPartRecords());
    count(RecordIOCounter.DAMAGED_RECORDS, reader.damage().damagedRecords());
    count(RecordIOCounter.DAMAGED_BYTES, reader.damage().damagedBytes());
    count(RecordIOCounter.SOUND_BYTES, reader.damage().soundBytes());
    count(RecordIOCounter.RESYNCS, reader.damage().resyncs());
  }

  private void count(RecordIOCounter counter, long number) {
    context.getCounter(counter).increment(number);
  }

  @Override
  public BlockKey getCurrentKey() {
    return key;
  }

  @Override
  public IndexBlock getCurrentValue() {
    return block;
  }

  @Override
  public float getProgress() {
    return reader.progress();
  }

  @Override
  public void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
  }
}
