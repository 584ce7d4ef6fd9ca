// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import static dev.recordio.testing.Faults.Call.READ;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.mapreduce.IndexedRecordIOInputFormat;
import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.mapreduce.indexed.IndexedSplit;
import dev.recordio.testing.Faults;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.LocalFilesUnderTest;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.Test;

/** Records by number in splits of all kinds: those requested, each once, under its number. */
class IndexedSplitsFuzzTest implements LocalFilesUnderTest {
  private final Fuzz fuzz = Fuzz.of(IndexedSplitsFuzzTest.class);
  private final IndexedRecordIOInputFormat format = new IndexedRecordIOInputFormat();
  private Configuration conf;

  @Override
  public Configuration conf() {
    return conf;
  }

  @Test
  void splitsHoldTheRecordsAskedForOnceEach() throws IOException {
    fuzz.until("splits", 54_000, this::input);
    assertTrue(!fuzz.isWhole() || fuzz.counted("short reads") > 0);
  }

  private void input(SplittableRandom random) throws Exception {
    int files = random.nextInt(3);
    Faults.Rule shortReads = null;
    conf = files == 0 ? LocalFiles.raw() : LocalFiles.checked();
    if (files == 2) {
      var faults = new Faults();
      shortReads = faults.on(READ).gives(Faults.upTo(random.split()));
      faults.replaceLocal(conf, false);
    }
    fuzz.count(List.of("raw", "checksummed", "short-read").get(files) + " inputs", 1);
    IndexedInput input = IndexedInput.write(this, random);
    for (int jobs = 0; jobs < 4; jobs++) {
      job(input, random);
    }
    fuzz.count("short reads", shortReads == null ? 0 : shortReads.injected());
  }

  private void job(IndexedInput input, SplittableRandom random) throws Exception {
    Job job = Job.getInstance(conf);
    RecordIOInputFormat.setInput(job, input.paths());
    Configuration asked = job.getConfiguration();
    gather(asked, random);
    List<IndexedInput.Numbered> wanted = wanted(job, input, random);
    boolean shuffled = random.nextInt(3) == 0;
    if (shuffled) {
      IndexedRecordIOInputFormat.setShuffle(job, random.nextLong(), random.nextInt(5));
      RecordIOConf.INPUT_SHUFFLE_BLOCK.set(asked, random.nextInt(1, 9));
      RecordIOConf.INPUT_SHUFFLE_WINDOW.set(asked, random.nextInt(1, 40));
    }
    int parts = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(random.nextBoolean() ? 8 : 60);
    boolean equal = random.nextBoolean();
    if (parts == 0) {
      FileInputFormat.setMaxInputSplitSize(job, 1 + input.bytes() / random.nextInt(1, 30));
    } else if (equal) {
      IndexedRecordIOInputFormat.setEqualParts(job, parts);
    } else {
      IndexedRecordIOInputFormat.setParts(job, parts);
    }
    List<List<ReadRecord>> splits = read(job, shuffled);
    String where = describe(job);
    assertEquals(
        wanted.stream().map(IndexedInput.Numbered::numbered).toList(),
        splits.stream().flatMap(List::stream).toList(),
        where);
    List<Integer> sizes = splits.stream().map(List::size).toList();
    if (parts == 0) {
      assertFalse(sizes.contains(0), where);
    } else {
      assertEquals(sizes(wanted.size(), parts, equal), sizes, where);
    }
    fuzz.count("records", wanted.size());
    fuzz.count("jobs", 1);
  }

  /** Sets how records are fetched, from a few bytes at a time to all at once. */
  private static void gather(Configuration conf, SplittableRandom random) {
    RecordIOConf.CORRUPT_POLICY.set(conf, random.nextBoolean() ? "fail" : "skip");
    RecordIOConf.GATHER_THREADS.set(conf, random.nextInt(1, 5));
    RecordIOConf.INPUT_BUFFER_SIZE.set(conf, 16 << random.nextInt(9));
    if (random.nextBoolean()) {
      RecordIOConf.GATHER_MAX_GAP.set(conf, random.nextInt(300));
      RecordIOConf.GATHER_MAX_READ.set(conf, 64 << random.nextInt(8));
      RecordIOConf.GATHER_BATCH_SIZE.set(conf, 64 << random.nextInt(10));
    }
  }

  /** Requests some of the records of the job, or all, and returns them. */
  private static List<IndexedInput.Numbered> wanted(
      Job job, IndexedInput input, SplittableRandom random) {
    List<IndexedInput.Numbered> wanted = input.records();
    int size = wanted.size();
    if (random.nextInt(3) == 0) {
      int first = random.nextInt(size + 2);
      int last = first + random.nextInt(size + 2);
      IndexedRecordIOInputFormat.setRows(job, first, last);
      wanted = wanted.subList(Math.min(size, first), Math.min(size, last + 1));
    }
    if (!wanted.isEmpty() && random.nextInt(3) == 0) {
      long[] keys = IndexedInput.someKeys(random, wanted);
      IndexedRecordIOInputFormat.setKeys(job, keys);
      wanted =
          wanted.stream()
              .filter(record -> LongStream.of(keys).anyMatch(key -> key == record.key()))
              .toList();
    }
    return wanted;
  }

  /** Reads the splits as tasks do; shuffled ones twice, and in the order of the files then. */
  private List<List<ReadRecord>> read(Job job, boolean shuffled) throws Exception {
    var splits = new ArrayList<List<ReadRecord>>();
    for (InputSplit split : format.getSplits(job)) {
      List<ReadRecord> records = Records.of(format, sent((IndexedSplit) split), conf(job));
      if (shuffled) {
        assertEquals(records, Records.of(format, split, conf(job)), () -> describe(job));
        records = records.stream().sorted(Comparator.comparing(ReadRecord::offset)).toList();
      }
      splits.add(records);
      fuzz.count("splits", 1);
    }
    return splits;
  }

  private static Configuration conf(Job job) {
    return job.getConfiguration();
  }

  /** Returns a split as a task gets it. */
  private static IndexedSplit sent(IndexedSplit split) throws IOException {
    var out = new DataOutputBuffer();
    split.write(out);
    var in = new DataInputBuffer();
    in.reset(out.getData(), out.getLength());
    var sent = new IndexedSplit();
    sent.readFields(in);
    assertEquals(split.pieces(), sent.pieces());
    return sent;
  }

  private static List<Integer> sizes(int count, int parts, boolean equal) {
    var sizes = new Integer[parts];
    int step = (count + parts - 1) / parts;
    Arrays.setAll(
        sizes,
        part ->
            equal
                ? count / parts + (part < count % parts ? 1 : 0)
                : Math.max(0, Math.min(step, count - step * part)));
    return List.of(sizes);
  }

  private static String describe(Job job) {
    return Arrays.stream(RecordIOConf.values())
        .filter(key -> job.getConfiguration().get(key.key()) != null)
        .map(key -> key + "=" + key.get(job.getConfiguration()))
        .collect(Collectors.joining(", "));
  }
}
