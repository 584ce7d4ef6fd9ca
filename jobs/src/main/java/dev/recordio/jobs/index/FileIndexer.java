// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import dev.recordio.bytes.CrcJoin;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.bytes.NameText;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.IndexFiles;
import dev.recordio.fs.index.IndexSink;
import dev.recordio.fs.index.RidxReader;
import dev.recordio.fs.numbered.RecordIndex;
import dev.recordio.fs.stream.FileSystems;
import dev.recordio.jobs.run.split.ListedSplit;
import dev.recordio.wire.RecordIndexLayout;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.util.Progressable;

/**
 * Writes or compares the indexes of a file, from its blocks. The output of a comparison is a line
 * for each file whose indexes differ: the file, and the difference; else one for each file whose
 * keys were replaced.
 */
final class FileIndexer {
  private final Configuration conf;
  private final IndexSettings settings;
  private final RecordIndexLayout layout;
  private final FileSystems systems;

  /** The blocks of one file, in the order of its records. */
  @FunctionalInterface
  interface Blocks {
    /** Returns the next block, which is valid until the next call; null after the last one. */
    IndexBlock next() throws IOException, InterruptedException;
  }

  /** What the job counts in addition to records. */
  enum Count {
    /** Files whose indexes were written. */
    FILES_WRITTEN,
    /** Files whose indexes were correct already, and were not changed. */
    FILES_LEFT,
    /** Files without an index, when comparing; they count as different, too. */
    FILES_MISSING,
    /** Files whose index had its own keys and did not fit, so that its keys were not kept. */
    KEYS_REPLACED,
    /** Files whose indexes differ from the records, or are missing. */
    FILES_DIFFERENT
  }

  FileIndexer(Configuration conf) {
    this.conf = conf;
    systems = new FileSystems(conf);
    settings = IndexSettings.of(conf);
    layout = settings.layout();
  }

  /** Indexes one file. */
  void index(Path path, Blocks blocks, TaskInputOutputContext<?, ?, Text, Text> context)
      throws IOException, InterruptedException {
    FileSystem fs = systems.of(path);
    FileStatus records = fs.getFileStatus(path);
    String tag = context.getTaskAttemptID().toString();
    try (var found = new IndexComparison(conf, fs, path, settings.binary(), layout);
        KeptKeys kept = settings.keepsKeys() && !found.hasNone() ? kept(records) : null) {
      if (settings.check()) {
        assemble(records, blocks, context, kept, null, found);
        if (found.difference() != null) {
          context.getCounter(Count.FILES_DIFFERENT).increment(1);
          context.getCounter(Count.FILES_MISSING).increment(found.isMissing() ? 1 : 0);
          context.write(
              new Text(NameText.escape(path.toString())),
              new Text(NameText.escape(found.describe(path))));
        }
        return;
      }
      RecordIndexLayout keyed = kept == null ? layout : layout.with(RecordIndexLayout.KEYS);
      try (var files = new IndexFiles(conf, fs, path, settings.binary(), keyed, tag);
          var byNumber =
              kept == null
                  ? null
                  : new IndexFiles(conf, fs, path, settings.binary(), layout, tag + "-by-number")) {
        long modified = assemble(records, blocks, context, kept, byNumber, found, files);
        ListedSplit.requireUnchanged(fs.getFileStatus(path), records.getLen(), modified);
        if (found.difference() == null && !settings.force() && isAsGood(found.binary(), records)) {
          context.getCounter(Count.FILES_LEFT).increment(1);
          return;
        }
        boolean keeps = kept == null || kept.fits();
        (keeps ? files : byNumber).commit();
        context.getCounter(Count.FILES_WRITTEN).increment(1);
        if (!keeps) {
          context.getCounter(Count.KEYS_REPLACED).increment(1);
          context.write(new Text(NameText.escape(path.toString())), new Text("keys replaced"));
        }
      }
    }
  }

  /** In a comparison, an index that can't be read is a difference. */
  private KeptKeys kept(FileStatus records) throws IOException {
    try {
      return KeptKeys.of(conf, records);
    } catch (MalformedRecordException | ChecksumException e) {
      if (settings.check()) {
        return null;
      }
      throw e;
    }
  }

  /** Whether an index without a difference is kept: it may have more than is read now. */
  private boolean isAsGood(RidxReader binary, FileStatus records) throws IOException {
    return binary == null
        || (layout.flags() & ~binary.layout().flags()) == 0
            && binary.status().getModificationTime() >= records.getModificationTime()
            && hasItsPayloads(binary, records);
  }

  /** A file may have been replaced by one of records of the same lengths that is older. */
  private boolean hasItsPayloads(RidxReader binary, FileStatus records) throws IOException {
    boolean unread =
        binary.layout().has(RecordIndexLayout.PAYLOAD_CHECKSUMS)
            && !layout.has(RecordIndexLayout.PAYLOAD_CHECKSUMS);
    return !unread || RecordIndex.otherPayloads(conf, records.getPath()) == null;
  }

  /**
   * Merges the blocks.
   *
   * @param kept has the keys; null to use the keys of the blocks
   * @param byNumber takes all entries with the keys of the blocks; or null
   * @param sinks take all entries with the keys
   * @return when the file had been changed last before it was read, in milliseconds since 1970
   */
  private long assemble(
      FileStatus records,
      Blocks blocks,
      Progressable context,
      KeptKeys kept,
      IndexSink byNumber,
      IndexSink... sinks)
      throws IOException, InterruptedException {
    long ordinal = 0;
    long end = 0;
    int checksum = 0;
    long modified = records.getModificationTime();
    for (IndexBlock block = blocks.next(); block != null; block = blocks.next()) {
      if (block.begin < end || block.begin > end && !settings.skips()) {
        throw overlap(records.getPath(), block.begin, end);
      }
      for (int at = 0; at < block.used; at += layout.entryBytes()) {
        long indexKey = layout.key(block.entries, at, ordinal++);
        long offset = layout.offset(block.entries, at);
        int length = layout.length(block.entries, at);
        boolean summed = layout.has(RecordIndexLayout.PAYLOAD_CHECKSUMS);
        int payloadChecksum = summed ? layout.checksum(block.entries, at) : 0;
        long keptKey = kept == null ? indexKey : kept.key(offset, indexKey);
        for (IndexSink sink : sinks) {
          sink.entry(keptKey, offset, length, payloadChecksum);
        }
        if (byNumber != null) {
          byNumber.entry(indexKey, offset, length, payloadChecksum);
        }
      }
      checksum = CrcJoin.CRC32C.join(checksum, block.stretchChecksum, block.end - block.begin);
      end = block.end;
      modified = block.modified;
      context.progress();
    }
    if (end != records.getLen() && !settings.skips()) {
      throw new IOException(
          records.getPath()
              + " has changed while it was indexed: it had "
              + end
              + " bytes, and has "
              + records.getLen());
    }
    for (IndexSink sink : sinks) {
      sink.finish(records.getLen(), checksum);
    }
    if (byNumber != null) {
      byNumber.finish(records.getLen(), checksum);
    }
    return modified;
  }

  private static MalformedRecordException overlap(Path records, long begin, long end) {
    return new MalformedRecordException(
        "splits that don't meet",
        records.toString(),
        Math.min(begin, end),
        -1,
        "a split's first record at offset " + end + ", where the records before it end",
        "it at offset "
            + begin
            + " (for files of writers that don't escape the magic word: -D "
            + RecordIOConf.SPLIT_VERIFY_RECORDS
            + "=10)");
  }
}
