// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.IdxReader;
import dev.recordio.fs.index.IndexMisfit;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Takes the records of a split whose keys in the file's {@code .idx} are wanted. */
final class IdxCensusNote extends CensusNote {
  private final Path file;
  private final Path index;
  private final long[] offsets; // ascending, in record order
  private final long[] keys;
  private int next;
  private long missed = -1;

  IdxCensusNote(Configuration conf, WantedValues wanted, Path index, NumberedSplit split)
      throws IOException {
    file = split.getPath();
    this.index = index;
    long start = RecordIOFormat.align(split.getStart());
    long end = RecordIOFormat.align(split.getStart() + split.getLength());
    var found = new TreeMap<Long, Long>();
    long length = file.getFileSystem(conf).getFileStatus(file).getLen();
    try (var lines = IdxReader.open(conf, index)) {
      while (lines.next()) {
        if (wanted.contains(lines.key())) {
          if (Long.compareUnsigned(lines.offset(), length) >= 0) {
            throw IndexMisfit.of(
                file,
                index.toString(),
                length,
                "a record with key " + Long.toUnsignedString(lines.key()) + " after it",
                "the end of the file");
          } else if (lines.offset() >= start && lines.offset() < end) {
            found.put(lines.offset(), lines.key());
          }
        }
      }
    } catch (MalformedRecordException e) {
      throw e.path().equals(index.toString()) ? IndexMisfit.ofLostKeys(e, file) : e;
    }
    offsets = found.keySet().stream().mapToLong(Long::longValue).toArray();
    keys = found.values().stream().mapToLong(Long::longValue).toArray();
  }

  @Override
  boolean takes(RecordRangeReader record) {
    long offset = record.offset();
    while (next < offsets.length && offsets[next] < offset) {
      missed = offsets[next++];
    }
    boolean takes = next < offsets.length && offsets[next] == offset;
    next += takes ? 1 : 0;
    return takes;
  }

  @Override
  long value() {
    return keys[next - 1];
  }

  @Override
  boolean isKey() {
    return true;
  }

  @Override
  void end() throws MalformedRecordException {
    if (missed >= 0 || next < offsets.length) {
      throw IndexMisfit.of(
          file, index.toString(), missed >= 0 ? missed : offsets[next], "a record", "none");
    }
  }
}
