// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.BlockLayoutFileSystem;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Splits by size are those of Hadoop's own FileInputFormat, over the same blocks. */
class SplitsTest {
  private Configuration conf;

  @BeforeEach
  void noFiles() {
    conf = new Configuration();
    BlockLayoutFileSystem.clear(conf);
  }

  private Job job(Path... inputs) throws IOException {
    Job job = Job.getInstance(conf);
    FileInputFormat.setInputPaths(job, inputs);
    return job;
  }

  private static List<String> text(List<InputSplit> splits) throws IOException {
    var lines = new ArrayList<String>();
    for (InputSplit split : splits) {
      var file = (FileSplit) split;
      var places = new ArrayList<String>();
      for (var place : file.getLocationInfo()) {
        places.add(place.getLocation() + (place.isInMemory() ? " in memory" : ""));
      }
      lines.add(
          file.getPath()
              + " "
              + file.getStart()
              + " "
              + file.getLength()
              + " "
              + Arrays.toString(file.getLocations())
              + " "
              + places);
    }
    return lines;
  }

  @ParameterizedTest
  @CsvSource({
    "1,",
    "1,300",
    "1,1000",
    "1,4096",
    "2500,",
    "500,",
    "1500,700",
    "100000,",
    "1,1",
    "3333,5000"
  })
  void areTheSameAsFileInputFormats(long min, Long max) throws IOException {
    for (long length : new long[] {4, 8, 500, 996, 1000, 1004, 1096, 1100, 1104, 2200, 2204}) {
      BlockLayoutFileSystem.add("f" + length + ".rec", length, 1000);
      BlockLayoutFileSystem.add("g" + length + ".rec", length * 5, 1024);
    }
    BlockLayoutFileSystem.add("packed.rec.gz", 5001, 1000);
    BlockLayoutFileSystem.add("packed.rec.zst", 4000, 1000);
    Job job = job(BlockLayoutFileSystem.FOLDER);
    FileInputFormat.setMinInputSplitSize(job, min);
    if (max != null) {
      FileInputFormat.setMaxInputSplitSize(job, max);
    }
    List<String> expected =
        // Text can be read from the middle of a bzip2 file; there is none here.
        text(new TextInputFormat().getSplits(job));
    assertEquals(expected, text(new RecordIOInputFormat().getSplits(job)));
    assertEquals(24, job.getConfiguration().getLong(FileInputFormat.NUM_INPUT_FILES, 0));
  }

  @Test
  void namedFilesHaveTheSamePlaces() throws IOException {
    Path file = BlockLayoutFileSystem.add("f.rec", 10_000, 1000);
    Job job = job(file);
    List<String> splits = text(new RecordIOInputFormat().getSplits(job));
    assertEquals(text(new TextInputFormat().getSplits(job)), splits);
    assertTrue(splits.get(3).contains("near-f.rec-3 in memory"), splits.get(3));
  }

  @Test
  void compressedFilesAreOneSplit() throws IOException, InterruptedException {
    for (String suffix : List.of("gz", "bz2", "zst", "deflate", "lz4", "snappy")) {
      Path file = BlockLayoutFileSystem.add("f.rec." + suffix, 10_001, 1000);
      List<InputSplit> splits = new RecordIOInputFormat().getSplits(job(file));
      assertEquals(1, splits.size(), suffix);
      assertEquals(10_001, splits.get(0).getLength());
    }
  }

  @Test
  void hundredThousandBlocksArePlannedAtOnce() throws IOException {
    BlockLayoutFileSystem.add("big.rec", 100_000L << 27, 1 << 27);
    for (int i = 0; i < 1000; i++) {
      BlockLayoutFileSystem.add("small" + i + ".rec", 4, 1 << 27);
    }
    Job job = job(BlockLayoutFileSystem.FOLDER);
    List<InputSplit> splits =
        Assertions.assertTimeout(
            Duration.ofSeconds(20), () -> new RecordIOInputFormat().getSplits(job));
    assertEquals(101_000, splits.size());
    var last = (FileSplit) splits.get(99_999);
    assertEquals(99_999L << 27, last.getStart());
    assertEquals("near-big.rec-99999", last.getLocations()[0]);
  }
}
