// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange.census;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.stream.FileSystems;
import dev.recordio.jobs.arrange.census.RecordRunReader.RecordRun;
import dev.recordio.task.RecordIOCounter;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Mapper;

/** Writes the records of a task's splits to a census file: offsets, noted values, keys. */
final class RecordCensus extends CensusWalk implements Closeable {
  private final Mapper<?, RecordRun, ?, ?>.Context context;
  private final Configuration conf;
  private final FileSystems systems;
  private final Predicate<Path> uncompressed;
  private final boolean readsKeys;
  private final boolean places;
  private CensusNote notes;
  private SplitKeys keys; // of the .idx; null: no index, or its keys are the noted values
  private FaceRecords faces; // null: all records are counted
  private long damagedBefore;

  RecordCensus(Mapper<?, RecordRun, ?, ?>.Context context) {
    super(context);
    this.context = context;
    conf = context.getConfiguration();
    systems = new FileSystems(conf);
    uncompressed = SplitPlanner.uncompressed(conf);
    readsKeys = SourceKeys.areRead(conf);
    places = CensusNote.Kind.of(conf) != CensusNote.Kind.COUNT;
  }

  @Override
  void begin(NumberedSplit split, CensusFile.Writer out) throws IOException {
    notes = CensusNote.of(conf, split);
    keys = readsKeys && !notes.isKey() ? SplitKeys.open(conf, systems, uncompressed, split) : null;
    damagedBefore = damaged();
    faces = split.faces() == null ? null : new FaceRecords(split);
    out.begin(places, keys != null || readsKeys && notes.isKey());
  }

  private long damaged() {
    return context.getCounter(RecordIOCounter.DAMAGED_RECORDS).getValue();
  }

  @Override
  void count(NumberedSplit split, CensusFile.Writer out) throws IOException, InterruptedException {
    for (RecordRun run = context.getCurrentValue(); run.next(); ) {
      RecordRangeReader record = run.record();
      boolean isKeyed = keys != null && out.fits();
      long key = isKeyed ? key(record.offset(), out) : 0;
      boolean takes = takes(record, split);
      if (faces != null && !faces.isImage(record)) {
        continue;
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

  @Override
  void end(CensusFile.Writer out) throws IOException {
    boolean isSound = damaged() == damagedBefore;
    if (isSound) {
      notes.end();
      endKeys(out);
    }
    if (faces != null) {
      context
          .getCounter(RecordIOCounter.BOOKKEEPING_RECORDS)
          .increment(faces.tally().bookkeeping());
      out.setFaces(isSound ? faces.tally() : null);
    }
    close();
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

  @Override
  public void close() throws IOException {
    if (keys != null) {
      SplitKeys closing = keys;
      keys = null;
      closing.close();
    }
  }
}
