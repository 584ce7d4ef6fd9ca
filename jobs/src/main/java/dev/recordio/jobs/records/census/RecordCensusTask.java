// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.record.RecordOpener;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.stream.FileSystems;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.task.RecordIOCounter;
import dev.recordio.task.TaskRecords;
import java.io.IOException;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Counts the records of RecordIO files: offsets, noted values, keys. */
final class RecordCensusTask extends CensusTask {
  /** How many records there are between two signs of life. */
  private static final int RECORDS_A_SIGN = 1 << 12;

  private TaskContext task;
  private Configuration conf;
  private RecordOpener opener;
  private FileSystems systems;
  private Predicate<Path> uncompressed;
  private boolean readsKeys;
  private boolean places;
  private CensusNote notes;
  private SplitKeys keys; // of the .idx; null: no index, or its keys are the noted values
  private FaceRecords faces; // null: all records are counted

  @Override
  void begin(TaskContext of) {
    task = of;
    conf = of.conf();
    opener = new RecordOpener(conf);
    systems = new FileSystems(conf);
    uncompressed = SplitPlanner.uncompressed(conf);
    readsKeys = SourceKeys.areRead(conf);
    places = CensusNote.Kind.of(conf) != CensusNote.Kind.COUNT;
  }

  private long damaged() {
    return task.counter(RecordIOCounter.DAMAGED_RECORDS).getValue();
  }

  @Override
  void count(NumberedSplit split, CensusFile.Writer out, float done, float part)
      throws IOException {
    notes = CensusNote.of(conf, split);
    keys = readsKeys && !notes.isKey() ? SplitKeys.open(conf, systems, uncompressed, split) : null;
    long damagedBefore = damaged();
    faces = split.faces() == null ? null : new FaceRecords(split);
    out.begin(places, keys != null || readsKeys && notes.isKey());
    try (var records = TaskRecords.open(task.attempt(), opener, split, true);
        SplitKeys closing = keys) {
      for (int i = 1; records.stepped(records.reader().next()); i++) {
        count(records.reader().record(), split, out);
        if (i % RECORDS_A_SIGN == 0) {
          task.progress(done + part * records.reader().progress());
        }
      }
      end(out, damaged() == damagedBefore);
    }
  }

  private void count(RecordRangeReader record, NumberedSplit split, CensusFile.Writer out)
      throws IOException {
    boolean isKeyed = keys != null && out.fits();
    long key = isKeyed ? key(record.offset(), out) : 0;
    boolean takes = takes(record, split);
    if (faces != null && !faces.isImage(record)) {
      return;
    }
    if (isKeyed) {
      out.see(key);
    }
    if (takes) {
      if (notes.isKey()) {
        key = notes.value();
        out.see(key);
      }
      int length = Math.toIntExact(record.position() - record.offset());
      out.add(record.offset(), length, notes.value(), key);
    }
  }

  private boolean takes(RecordRangeReader record, NumberedSplit split) throws IOException {
    try {
      return notes.takes(record);
    } catch (MalformedRecordException e) {
      throw e.at(split.getPath().toString());
    }
  }

  private long key(long offset, CensusFile.Writer out) throws IOException {
    try {
      return keys.key(offset);
    } catch (MalformedRecordException e) {
      noteMisfit(e, out);
      return 0;
    }
  }

  private void end(CensusFile.Writer out, boolean isSound) throws IOException {
    if (isSound) {
      notes.end();
      endKeys(out);
    }
    if (faces != null) {
      task.counter(RecordIOCounter.BOOKKEEPING_RECORDS).increment(faces.tally().bookkeeping());
      out.setFaces(isSound ? faces.tally() : null);
    }
  }

  private void endKeys(CensusFile.Writer out) throws IOException {
    try {
      if (keys != null && out.fits()) {
        keys.end();
      }
    } catch (MalformedRecordException e) {
      noteMisfit(e, out);
    }
  }

  /** Notes an index of another version of the file; one that is none at all is an error. */
  private void noteMisfit(MalformedRecordException why, CensusFile.Writer out) throws IOException {
    MalformedRecordException fault = keys.fault();
    if (fault != null) {
      throw fault;
    }
    out.noteMisfit(why.getMessage());
  }
}
