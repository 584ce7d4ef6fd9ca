// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import static dev.recordio.testing.Faults.Call.CLOSE;
import static dev.recordio.testing.Faults.Call.OPEN;
import static dev.recordio.testing.Faults.Call.READ;
import static dev.recordio.testing.Faults.Call.SEEK;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.mapreduce.IndexedRecordIOInputFormat;
import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.testing.Faults;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.LocalFilesUnderTest;
import dev.recordio.testing.Records;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;

/**
 * File systems that fail, at any call: the reader fails with that error, which it does not take for
 * damage, or returns everything. bzip2 is left out, as Hadoop's codec hides errors.
 */
class IoFaultsFuzzTest implements LocalFilesUnderTest {
  private static final String[] SUFFIXES = {"", "", ".gz", ".deflate"};

  private final Fuzz fuzz = Fuzz.of(IoFaultsFuzzTest.class);
  private final Faults faults = new Faults();
  private final Faults.Rule shortReads = faults.on(READ);
  private final Faults.Rule calls = faults.on(OPEN, READ, SEEK, CLOSE);
  private Configuration conf;

  /** The error of a call that failed as requested. */
  private static final class Fault extends IOException {
    private static final long serialVersionUID = 1L;

    Fault(Path file) {
      super("this call fails, as the test wants it: " + file);
    }
  }

  /** A way to read some input, and what it gives. */
  private interface Reading {
    List<Object> read() throws Exception;
  }

  @Override
  public Configuration conf() {
    return conf;
  }

  @Test
  void faultsAreErrorsOrAllIsRead() throws IOException {
    fuzz.until("runs with faults", 4_070, this::input);
    assertTrue(!fuzz.isWhole() || fuzz.counted("runs that ended in an error") > 0);
  }

  private void input(SplittableRandom random) throws Exception {
    conf = LocalFiles.checked();
    boolean checksums = random.nextInt(4) == 0;
    faults.replaceLocal(conf, checksums);
    RecordIOConf.CORRUPT_POLICY.set(conf, random.nextBoolean() ? "fail" : "skip");
    RecordIOConf.CORRUPT_MAX_FRACTION.set(conf, 1);
    RecordIOConf.INPUT_BUFFER_SIZE.set(conf, 16 << random.nextInt(7));
    RecordIOConf.SPLIT_VERIFY_RECORDS.set(conf, random.nextInt(3));
    RecordIOConf.GATHER_THREADS.set(conf, random.nextInt(1, 3));
    String what = List.of("records", "rows", "records by number").get(random.nextInt(3));
    Reading reading =
        switch (what) {
          case "records" -> records(random);
          case "rows" -> rows(random);
          default -> numbered(random);
        };
    nothing();
    List<Object> all = reading.read();
    long made = calls.count();
    for (int i = 0; i < 8 && made > 0; i++) { // of empty files nothing may be opened
      shortReads.never();
      if (!checksums && random.nextBoolean()) {
        shortReads.from(0).gives(Faults.upTo(random.split()));
      }
      long failing = random.nextLong(made);
      (random.nextBoolean() ? calls.from(failing) : calls.at(failing)).fails(Fault::new);
      faulty(what, reading, all);
    }
    nothing();
  }

  private void nothing() {
    shortReads.never();
    calls.never();
  }

  private void faulty(String what, Reading reading, List<Object> all) throws Exception {
    String ending = "read all";
    try {
      assertEquals(all, reading.read(), "what was read in spite of the fault");
    } catch (MalformedRecordException e) {
      throw new AssertionError("the fault was taken for damage", e);
    } catch (IOException e) {
      assertTrue(tells(e), () -> "an error that does not tell of the fault: " + e);
      ending = "ended in an error";
    }
    if (calls.injected() == 0) {
      return; // short reads, or threads, made for other calls
    }
    fuzz.count("runs with faults", 1);
    fuzz.count("faults", calls.injected());
    fuzz.count("runs that " + ending, 1);
    fuzz.count("runs of " + what, 1);
  }

  private static boolean tells(Throwable error) {
    for (Throwable e = error; e != null; e = e.getCause()) {
      if (e instanceof Fault) {
        return true;
      }
    }
    return false;
  }

  /** Writes a file, through the codec of its suffix. */
  private Path write(String name, String suffix, byte[] bytes) throws IOException {
    Path file = path(name + suffix);
    CompressionCodec codec = new CompressionCodecFactory(conf).getCodec(file);
    if (codec == null) {
      return write(name, bytes);
    }
    try (OutputStream out = codec.createOutputStream(fs().create(file, true))) {
      out.write(bytes);
    }
    return file;
  }

  private Reading records(SplittableRandom random) throws IOException {
    HostileFile made = HostileFile.of(random, 60);
    String suffix = SUFFIXES[random.nextInt(SUFFIXES.length)];
    Path file = write("f.rec", suffix, made.bytes());
    RecordLook look = RecordLook.values()[random.nextInt(RecordLook.values().length)];
    List<InputRange> ranges = ranges(random, file, suffix);
    return () -> {
      var records = new ArrayList<Object>();
      DamageTracker damage = DamageTracker.of(conf, null);
      try (RecordSplitReader reader = look.open(conf, ranges, damage)) {
        while (look.next(reader)) {
          int payload = Arrays.hashCode(look.payload(reader));
          records.add(List.of(reader.range(), reader.record().offset(), payload));
        }
      }
      assertEquals(0, damage.damagedRecords(), "sound records were passed over");
      return records;
    };
  }

  private Reading rows(SplittableRandom random) throws IOException {
    RandomText text = RandomText.of(random, 100);
    LibSvmConf.FORMAT.set(conf, text.format());
    LibSvmConf.ARGUMENTS.set(conf, text.arguments());
    String suffix = SUFFIXES[random.nextInt(SUFFIXES.length)];
    Path file = write("f.txt", suffix, text.bytes());
    List<InputRange> ranges = ranges(random, file, suffix);
    return () -> {
      var rows = new ArrayList<Object>();
      var block = new CsrBlock();
      try (RowReader reader = RowInputs.open(conf, ranges)) {
        while (reader.next(block)) {
          for (int row = 0; row < block.rows(); row++) {
            int entries = block.offset(row + 1) - block.offset(row);
            rows.add(List.of(block.positions()[row], block.labels()[row], entries));
          }
        }
      }
      return rows;
    };
  }

  /** Cuts a file; a compressed one is one range. */
  private List<InputRange> ranges(SplittableRandom random, Path file, String suffix)
      throws IOException {
    long length = fs().getFileStatus(file).getLen();
    int count = suffix.isEmpty() ? 1 + random.nextInt(4) : 1;
    long[] cuts = RecordSplitsFuzzTest.cuts(random, length, count);
    var ranges = new ArrayList<InputRange>();
    for (int i = 0; i < count; i++) {
      ranges.add(new InputRange(file, cuts[i], cuts[i + 1] - cuts[i]));
    }
    return ranges;
  }

  /** Plans a job and reads its splits. */
  private Reading numbered(SplittableRandom random) throws IOException {
    IndexedInput input = IndexedInput.write(this, random);
    int parts = random.nextInt(5);
    boolean shuffled = random.nextBoolean();
    long[] keys =
        input.records().isEmpty() || random.nextBoolean()
            ? null
            : IndexedInput.someKeys(random, input.records());
    var format = new IndexedRecordIOInputFormat();
    return () -> {
      Job job = Job.getInstance(conf);
      RecordIOInputFormat.setInput(job, input.paths());
      if (parts > 0) {
        IndexedRecordIOInputFormat.setEqualParts(job, parts);
      }
      if (shuffled) {
        IndexedRecordIOInputFormat.setShuffle(job, 1, 2);
      }
      if (keys != null) {
        IndexedRecordIOInputFormat.setKeys(job, keys);
      }
      return new ArrayList<>(Records.ofAll(format, job));
    };
  }
}
