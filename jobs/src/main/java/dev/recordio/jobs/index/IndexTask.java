// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.RecordOpener;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.run.split.ListedSplit;
import dev.recordio.task.ReadReport;
import dev.recordio.wire.RecordIndexLayout;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * Reads the records of a range, as far as the index needs them, into blocks of entries. Where the
 * job has no reducers, ranges are whole files: their blocks come in order, and the task indexes the
 * file. Else the blocks are passed to the reducer of the file.
 */
class IndexTask extends UnitTask<ListedSplit, Void> {
  private final IndexBlock block = new IndexBlock();
  private final IndexBlock.Place place = new IndexBlock.Place();
  private final byte[] imageHeader = new byte[ImageRecordHeader.FIXED_BYTES];
  private final CRC32C payload = new CRC32C();
  private final CRC32C stretch = new CRC32C();
  private IndexSettings settings; // null before the first range
  private RecordOpener opener;
  private FileIndexer indexer;
  private RecordSplitReader reader; // of the current range
  private ReadReport report;

  IndexTask() {
    super(Serde.of(ListedSplit::new));
  }

  @Override
  protected Void run(ListedSplit split, TaskContext task) throws IOException, InterruptedException {
    Configuration conf = task.conf();
    if (settings == null) {
      settings = IndexSettings.of(conf);
      opener = new RecordOpener(conf);
      indexer = new FileIndexer(conf);
    }
    block.modified = split.modified();
    var ranges = List.of(new InputRange(split.getPath(), split.getStart(), split.getLength()));
    try (var counts = new ReadReport(task.attempt());
        var open =
            settings.readsPayloads()
                ? RecordSplitReader.of(conf, opener, ranges, counts.damage())
                : RecordSplitReader.ofHeaders(conf, opener, ranges, counts.damage())) {
      reader = open;
      report = counts;
      if (task.attempt().getNumReduceTasks() == 0) {
        index(split, task);
      } else {
        while (next(task)) {
          pass(split, task);
        }
      }
    }
    return null;
  }

  private void index(ListedSplit split, TaskContext task) throws IOException, InterruptedException {
    if (next(task)) {
      boolean[] isFirst = {true};
      indexer.index(
          split.getPath(),
          () -> {
            boolean has = isFirst[0] || next(task);
            isFirst[0] = false;
            return has ? block : null;
          },
          context(task));
      while (block.used > 0) {
        next(task); // a comparison may end early, and all records are counted
      }
    }
  }

  /** Passes the current block to the reducer of its file. */
  private void pass(ListedSplit split, TaskContext task) throws IOException, InterruptedException {
    place.set(split.getPath().toString(), block.begin);
    context(task).write(place, block);
  }

  @SuppressWarnings("unchecked") // the output of the job is what this class writes
  private static <K, V> TaskInputOutputContext<?, ?, K, V> context(TaskContext task) {
    return (TaskInputOutputContext<?, ?, K, V>) task.attempt();
  }

  /** Reads the next block; false after the last one. */
  private boolean next(TaskContext task) throws IOException {
    block.used = 0;
    stretch.reset();
    while (block.hasRoom(settings.layout()) && reader.next()) {
      RecordRangeReader record = reader.record();
      block.begin = block.used == 0 ? record.offset() : block.begin;
      add(record);
    }
    block.stretchChecksum = (int) stretch.getValue();
    if (block.used == 0) {
      report.update(reader.bytesRead(), reader.multiPartRecords());
      return false;
    }
    task.progress(reader.progress());
    return true;
  }

  private void add(RecordRangeReader record) throws IOException {
    RecordIndexLayout layout = settings.layout();
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

  /** Writes or compares the indexes of files whose ranges several tasks have read. */
  static class Joiner extends Reducer<IndexBlock.Place, IndexBlock, Text, Text> {
    private FileIndexer indexer;

    @Override
    protected void setup(Context context) {
      indexer = new FileIndexer(context.getConfiguration());
    }

    @Override
    protected void reduce(IndexBlock.Place place, Iterable<IndexBlock> blocks, Context context)
        throws IOException, InterruptedException {
      Iterator<IndexBlock> sorted = blocks.iterator();
      var file = new Path(place.file.toString());
      indexer.index(file, () -> sorted.hasNext() ? sorted.next() : null, context);
    }
  }
}
