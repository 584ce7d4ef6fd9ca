// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.record.DamagePolicy;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.LocalFilesUnderTest;
import dev.recordio.testing.Sampled;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every fault of a file or its index, under every policy, in every way of reading by number: the
 * error of what is wrong, or the records that are in the file; never another record, never a sound
 * one lost.
 */
@Tag("deep")
class IndexFaultsTest implements LocalFilesUnderTest {
  /** The ways to read; the last two read some of the records only. */
  enum Way {
    BY_SIZE,
    PARTS,
    SHUFFLED,
    ROWS,
    KEYS;

    boolean readsAll() {
      return ordinal() < ROWS.ordinal();
    }
  }

  private static final int FIRST_ROW = 120;
  private static final int LAST_ROW = 130;
  private static final long[] KEYS = {IndexedFile.key(10), IndexedFile.key(221)};

  @Override
  public Configuration conf() {
    return LocalFiles.raw();
  }

  private Job job(IndexedFile file, DamagePolicy policy, Way way) throws IOException {
    Job job = Jobs.of(conf());
    Configuration conf = job.getConfiguration();
    RecordIOInputFormat.setInput(job, file.rec.toString());
    RecordIOConf.CORRUPT_POLICY.set(conf, policy.name().toLowerCase());
    RecordIOConf.CORRUPT_MAX_FRACTION.set(conf, "1.0");
    RecordIOConf.CORRUPT_QUARANTINE_DIR.set(conf, path("q"));
    FileInputFormat.setMaxInputSplitSize(job, 15_000);
    switch (way) {
      case PARTS -> IndexedRecordIOInputFormat.setEqualParts(job, 3);
      case SHUFFLED -> IndexedRecordIOInputFormat.setShuffle(job, 1, 1);
      case ROWS -> IndexedRecordIOInputFormat.setRows(job, FIRST_ROW, LAST_ROW);
      case KEYS -> IndexedRecordIOInputFormat.setKeys(job, KEYS);
      default -> {}
    }
    return job;
  }

  /** Returns the records by their numbers. */
  private static SortedMap<Long, byte[]> read(Job job, Way way) throws Exception {
    return read(job, new IndexedRecordIOInputFormat().getSplits(job));
  }

  private static SortedMap<Long, byte[]> read(Job job, List<InputSplit> splits) throws Exception {
    var records = new TreeMap<Long, byte[]>();
    var format = new IndexedRecordIOInputFormat();
    for (InputSplit split : splits) {
      var context = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
      try (var reader = format.createRecordReader(split, context)) {
        reader.initialize(split, context);
        while (reader.nextKeyValue()) {
          records.put(reader.getCurrentKey().get(), reader.getCurrentValue().copyBytes());
        }
      }
    }
    return records;
  }

  @ParameterizedTest
  @EnumSource
  void neitherAWrongRecordNorALostOne(IndexFault fault) throws Exception {
    var file = new IndexedFile(this);
    fault.make(file);
    for (DamagePolicy policy : DamagePolicy.values()) {
      for (Way way : Way.values()) {
        String what = fault + ", " + policy + ", " + way + ": ";
        SortedMap<Long, byte[]> records = null;
        Exception error = null;
        try {
          records = read(job(file, policy, way), way);
        } catch (IOException | RuntimeException e) {
          error = e;
        }
        if (records != null && (way.readsAll() || fault.isSeenByAll)) {
          records.forEach(
              (number, payload) ->
                  assertArrayEquals(file.truth.get(number.intValue()), payload, what + number));
        } else if (records != null && way == Way.KEYS) {
          assertArrayEquals(file.payloads(1).get(10), records.get(records.firstKey()), what);
          assertArrayEquals(file.payloads(1).get(221), records.get(records.lastKey()), what);
          assertEquals(KEYS.length, records.size(), what);
        } else if (records != null) {
          assertEquals(LAST_ROW - FIRST_ROW + 1, records.size(), what);
        } else {
          assertInstanceOf(MalformedRecordException.class, error, what + error);
        }
        if (way.readsAll()) {
          check(file, fault.outcome, policy, records, (MalformedRecordException) error, what);
        } else if (records != null
            && fault.isSeenByAll
            && fault.outcome != IndexFault.Outcome.DAMAGES) {
          List<Long> numbers =
              way == Way.KEYS
                  ? List.of(10L, 221L)
                  : LongStream.rangeClosed(FIRST_ROW, LAST_ROW).boxed().toList();
          assertEquals(numbers, List.copyOf(records.keySet()), what);
        }
      }
    }
  }

  /** Tasks load entries of a binary index whose checksum has not been checked since. */
  @Test
  void whateverChangesInABinaryIndexAfterPlanningLosesNoRecord() throws Exception {
    var file = new IndexedFile(this);
    byte[] sound = file.binary();
    int step = Sampled.step(67, 13);
    int errors = 0;
    for (Way way : new Way[] {Way.SHUFFLED, Way.KEYS}) {
      Job job = job(file, DamagePolicy.SKIP, way);
      List<InputSplit> splits = new IndexedRecordIOInputFormat().getSplits(job);
      SortedMap<Long, byte[]> expected = read(job, splits);
      for (int i = 0; i < sound.length; i += step) {
        byte[] damaged = sound.clone();
        damaged[i] ^= (byte) (1 << i % 8);
        file.writeBinary(damaged);
        try {
          SortedMap<Long, byte[]> found = read(job, splits);
          assertEquals(expected.keySet(), found.keySet(), "byte " + i);
          found.forEach((number, payload) -> assertArrayEquals(expected.get(number), payload));
        } catch (MalformedRecordException e) {
          assertTrue(e.getMessage().contains("a.ridx"), e.getMessage());
          errors++;
        }
      }
      file.writeBinary(sound);
    }
    assertTrue(step * errors > 13 * 300, errors + " errors");
  }

  private static void check(
      IndexedFile file,
      IndexFault.Outcome outcome,
      DamagePolicy policy,
      SortedMap<Long, byte[]> records,
      MalformedRecordException error,
      String what)
      throws IOException {
    boolean passes = policy != DamagePolicy.FAIL;
    switch (outcome) {
      case RIGHT -> assertEquals(file.truth.size(), records == null ? error : records.size(), what);
      case MISFIT -> {
        assertTrue(records == null, what + "no error");
        assertEquals("the index does not fit the file", error.what(), what + error.getMessage());
        assertTrue(error.getMessage().contains("a.rec at offset "), what + error.getMessage());
        assertTrue(error.getMessage().matches(".*a\\.r?idx, found.*"), what + error.getMessage());
        assertTrue(error.getMessage().contains("recordio index "), what + error.getMessage());
      }
      case DAMAGE, DAMAGES -> {
        if (!passes || records == null) {
          assertTrue(records == null, what + "no error");
          assertTrue(
              error.offset() >= file.offset(file.damaged)
                  && (outcome == IndexFault.Outcome.DAMAGES
                      || error.offset() < file.offset(file.damaged + 1)),
              what + error.getMessage());
          assertTrue(error.path().endsWith("a.rec"), what + error.getMessage());
          assertTrue(!error.what().contains("index"), what + error.getMessage());
        }
        if (passes && !what.startsWith(IndexFault.TRUNCATED_WITHIN.name())) {
          int lost = outcome == IndexFault.Outcome.DAMAGE ? 1 : file.truth.size() - file.damaged;
          assertEquals(file.truth.size() - lost, records == null ? error : records.size(), what);
        }
      }
    }
  }
}
