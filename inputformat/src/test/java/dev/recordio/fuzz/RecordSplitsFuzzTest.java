// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.DmlcPartition;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.LocalFilesUnderTest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Sound files in splits of any kind: each record comes once, in its place, with its bytes. */
class RecordSplitsFuzzTest implements LocalFilesUnderTest {
  private static final int[] BUFFERS = {
    16, 17, 20, 23, 24, 31, 32, 40, 64, 100, 999, 4096, 1 << 16
  };
  private static final int[] VERIFY = {0, 0, 1, 2, 5, 10, 1000};
  private static final int[] SKIP_ABOVE = {0, 1, 16, 300, 1 << 16};

  private final Fuzz fuzz = Fuzz.of(RecordSplitsFuzzTest.class);
  private final Configuration conf = LocalFiles.raw();

  @Override
  public Configuration conf() {
    return conf;
  }

  @Test
  void everyRecordComesOnceWithItsBytes() throws IOException {
    fuzz.until("splits", 58_700, this::files);
    assertTrue(
        !fuzz.isWhole() || fuzz.counted("files") * 40 >= fuzz.counted("splits"),
        "files of few splits each");
  }

  private void files(SplittableRandom random) throws IOException {
    var files = new ArrayList<HostileFile>();
    var statuses = new ArrayList<FileStatus>();
    int count = random.nextInt(8) == 0 ? 1 + random.nextInt(4) : 1;
    for (int i = 0; i < count; i++) {
      files.add(HostileFile.of(random, 30));
      Path path = write("f" + i + ".rec", files.get(i).bytes());
      statuses.add(fs().getFileStatus(path));
    }
    fuzz.count("files", count);
    RecordIOConf.INPUT_BUFFER_SIZE.set(conf, any(random, BUFFERS));
    RecordIOConf.SPLIT_VERIFY_RECORDS.set(conf, any(random, VERIFY));
    RecordIOConf.INPUT_SKIP_ABOVE.set(conf, any(random, SKIP_ABOVE));
    for (List<InputRange> split : splits(random, statuses)) {
      for (RecordLook look : RecordLook.values()) {
        check(split, files, statuses, look);
      }
      fuzz.count("splits", 1);
    }
  }

  private static int any(SplittableRandom random, int[] of) {
    return of[random.nextInt(of.length)];
  }

  /** Cuts the files in one of several ways. */
  private List<List<InputRange>> splits(SplittableRandom random, List<FileStatus> files)
      throws IOException {
    long total = files.stream().mapToLong(FileStatus::getLen).sum();
    int about = 1 + random.nextInt(random.nextInt(3) == 0 ? 90 : 40);
    switch (random.nextInt(4)) {
      case 0 -> {
        DmlcPartition parts = RecordInputs.partition(conf, files, about);
        var splits = new ArrayList<List<InputRange>>();
        for (int part = 0; part < about; part++) {
          splits.add(parts.part(part));
        }
        return splits;
      }
      case 1 -> {
        long size = 1 + total / about;
        return new SplitPlanner(conf, 1, size, path -> true)
            .plan(files).stream().map(List::of).toList();
      }
      default -> {
        var splits = new ArrayList<List<InputRange>>();
        for (FileStatus file : files) {
          long[] cuts = cuts(random, file.getLen(), about);
          for (int i = 1; i < cuts.length; i++) {
            splits.add(List.of(new InputRange(file.getPath(), cuts[i - 1], cuts[i] - cuts[i - 1])));
          }
        }
        return splits;
      }
    }
  }

  /** Returns offsets that go up from 0 to the length, some of them twice. */
  static long[] cuts(SplittableRandom random, long length, int ranges) {
    var cuts = new long[ranges + 1];
    boolean near = random.nextInt(3) == 0; // all within a stretch of some bytes
    long from = near ? random.nextLong(length + 1) : 0;
    long to = near ? Math.min(length, from + 2L * ranges) : length;
    for (int i = 1; i < ranges; i++) {
      cuts[i] = random.nextLong(from, to + 1);
    }
    cuts[ranges] = length;
    Arrays.sort(cuts);
    return cuts;
  }

  private void check(
      List<InputRange> split, List<HostileFile> files, List<FileStatus> statuses, RecordLook look)
      throws IOException {
    String where = look + " of " + split + ", " + settings();
    try (RecordSplitReader reader = look.open(conf, split, DamageTracker.failing())) {
      for (int range = 0; range < split.size(); range++) {
        InputRange owner = split.get(range);
        int file = statuses.stream().map(FileStatus::getPath).toList().indexOf(owner.path());
        for (HostileFile.Written record : files.get(file).owned(owner.start(), owner.end())) {
          assertTrue(look.next(reader), () -> "no record, but one is at " + record.begin() + where);
          look.check(reader, record, files.get(file).bytes(), where);
          assertEquals(range, reader.range(), where);
          fuzz.count("records", 1);
        }
      }
      assertTrue(!look.next(reader), () -> "a record too many: " + where);
    }
  }

  private String settings() {
    return "buffer "
        + RecordIOConf.INPUT_BUFFER_SIZE.get(conf)
        + ", verify "
        + RecordIOConf.SPLIT_VERIFY_RECORDS.get(conf)
        + ", skip above "
        + RecordIOConf.INPUT_SKIP_ABOVE.get(conf);
  }
}
