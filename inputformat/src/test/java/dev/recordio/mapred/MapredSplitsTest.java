// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.testing.BlockLayoutFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TextInputFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Splits by size are those of Hadoop's own old FileInputFormat, over the same blocks. */
class MapredSplitsTest {
  private static final int BLOCK = 1000;

  private static List<String> text(InputSplit[] splits) throws IOException {
    var lines = new ArrayList<String>();
    for (InputSplit split : splits) {
      var file = (FileSplit) split;
      // For a split over several blocks, Hadoop weighs their hosts.
      boolean within = file.getStart() / BLOCK == (file.getStart() + file.getLength() - 1) / BLOCK;
      String hosts = within ? Arrays.toString(file.getLocations()) : "";
      lines.add(file.getPath() + " " + file.getStart() + " " + file.getLength() + " " + hosts);
    }
    return lines;
  }

  @ParameterizedTest
  @CsvSource({"0,1", "1,1", "2,1", "7,1", "100,1", "1000,1", "100000,1", "3,2500", "50,700"})
  void areTheSameAsFileInputFormats(int maps, long minSize) throws IOException {
    var conf = new Configuration();
    BlockLayoutFileSystem.clear(conf);
    for (long length : new long[] {4, 8, 500, 996, 1000, 2200, 2204}) {
      BlockLayoutFileSystem.add("f" + length + ".rec", length, BLOCK);
      BlockLayoutFileSystem.add("g" + length + ".rec", length * 5, BLOCK);
    }
    BlockLayoutFileSystem.add("packed.rec.gz", 5001, BLOCK);
    JobConf job = OldApi.job(conf, BlockLayoutFileSystem.FOLDER);
    job.setLong("mapreduce.input.fileinputformat.split.minsize", minSize);
    var hadoops = new TextInputFormat();
    hadoops.configure(job);
    List<String> splits = text(new RecordIOInputFormat().getSplits(job, maps));
    assertEquals(text(hadoops.getSplits(job, maps)), splits);
    assertEquals(splits, text(new LibSVMInputFormat().getSplits(job, maps)));
  }
}
