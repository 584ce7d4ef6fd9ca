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

  private static final String READS_KEYS = "recordio.arrange.reads-keys";

  private TaskContext task;
  private Configuration conf;
  private RecordOpener opener;
  private FileSystems systems;
  private Predicate<Path> uncompressed;
  private CensusNote note;
  private WantedValues wanted; // null: all records are
  private CensusNote.Reader notes; // of the split
  private SplitKeys keys; // of the split's index; null: none are read
  private boolean keyIsNote; // the keys are those that are wanted
  private FaceRecords faces; // null: all records are counted
  private CensusFile.Writer out;
  private CensusFile.Total total;

  /** Sets whether the keys of indexes are read. */
  static void setReadsKeys(Configuration conf, boolean reads) {
    conf.setBoolean(READS_KEYS, reads);
  }

  @Override
  void begin(TaskContext of) throws IOException {
    task = of;
    conf = of.conf();
    opener = new RecordOpener(conf);
    systems = new FileSystems(conf);
    uncompressed = SplitPlanner.uncompressed(conf);
    note = CensusNote.of(conf);
    wanted = WantedValues.ofTask(conf);
  }

  private long damaged() {
    return task.counter(RecordIOCounter.DAMAGED_RECORDS).getValue();
  }

  @Override
  CensusFile.Total count(NumberedSplit split, CensusFile.Writer to) throws IOException {
    out = to;
    boolean readsKeys = conf.getBoolean(READS_KEYS, false);
    notes = note.reader(conf, split);
    keys = note == CensusNote.KEY ? SplitKeys.openWanted(conf, split, wanted) : null;
    keyIsNote = keys != null;
    if (readsKeys && !keyIsNote) {
      keys = SplitKeys.open(conf, systems, uncompressed, split);
    }
    faces = split.faces() == null ? null : new FaceRecords(split);
    long damagedBefore = damaged();
    total = out.begin(note != CensusNote.COUNT, readsKeys && keys != null);
    try (var records = TaskRecords.open(task.attempt(), opener, split, true);
        SplitKeys closing = keys) {
      for (int i = 1; records.stepped(records.reader().next()); i++) {
        count(records.reader().record(), split);
        if (i % RECORDS_A_SIGN == 0) {
          task.progress(records.reader().progress());
        }
      }
      end(damaged() == damagedBefore);
    }
    return total;
  }

  private void count(RecordRangeReader record, NumberedSplit split) throws IOException {
    if (keyIsNote) {
      boolean isWanted = keys.has(record.offset());
      long key = isWanted ? keys.key(record.offset()) : 0;
      if (isCounted(record) && isWanted) {
        see(key);
        add(record, key, key);
      }
      return;
    }
    boolean isKeyed = keys != null && total.misfit.isEmpty();
    long key = isKeyed ? key(record.offset()) : 0;
    if (isCounted(record)) {
      long value = note(record, split);
      if (isKeyed) {
        see(key);
      }
      if (wanted == null || wanted.contains(value)) {
        add(record, value, key);
      }
    }
  }

  private void see(long key) {
    if (total.keys != null) {
      total.keys.add(key);
    }
  }

  private void add(RecordRangeReader record, long value, long key) throws IOException {
    out.add(record.offset(), Math.toIntExact(record.position() - record.offset()), value, key);
  }

  private boolean isCounted(RecordRangeReader record) throws IOException {
    return faces == null || faces.isImage(record);
  }

  private long note(RecordRangeReader record, NumberedSplit split) throws IOException {
    try {
      return notes.note(record);
    } catch (MalformedRecordException e) {
      throw e.at(split.getPath().toString());
    }
  }

  private long key(long offset) throws IOException {
    try {
      return keys.key(offset);
    } catch (MalformedRecordException e) {
      noteMisfit(e);
      return 0;
    }
  }

  private void end(boolean isSound) throws IOException {
    if (isSound && keys != null && total.misfit.isEmpty()) {
      endKeys();
    }
    if (faces != null) {
      task.counter(RecordIOCounter.BOOKKEEPING_RECORDS).increment(faces.tally().bookkeeping());
      total.faces = isSound ? faces.tally() : null;
    }
  }

  private void endKeys() throws IOException {
    try {
      keys.end();
    } catch (MalformedRecordException e) {
      if (keyIsNote) {
        throw e;
      }
      noteMisfit(e);
    }
  }

  /** Notes an index of another version of the file; one that is none at all is an error. */
  private void noteMisfit(MalformedRecordException why) throws IOException {
    MalformedRecordException fault = keys.fault();
    if (fault != null) {
      throw fault;
    }
    total.misfit = why.getMessage();
  }
}
