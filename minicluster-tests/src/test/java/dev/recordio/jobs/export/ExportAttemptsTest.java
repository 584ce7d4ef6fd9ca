// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.cluster.AttemptsTestBase;
import dev.recordio.cluster.ImageFiles;
import dev.recordio.cluster.MiniYarn;
import dev.recordio.jobs.pack.PackJob;
import dev.recordio.jobs.pack.sample.SampleConf;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.Supports;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.util.ReflectionUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whatever happens to attempts in containers, export leaves the files that a job in this JVM
 * leaves, and pack makes the records of them again.
 */
@Supports(
    row = "records out: WebDataset, folders, TFRecord, ArrayRecord, Parquet, MDS, SequenceFile",
    engine = "MapReduce")
@Supports(row = "WebDataset, TFRecord, ArrayRecord, Parquet, MDS packed", engine = "MapReduce")
@Tag("deep")
class ExportAttemptsTest extends AttemptsTestBase {
  private static final int SHARDS = 2;

  ExportAttemptsTest(MiniYarn yarn) {
    super(yarn);
  }

  @ParameterizedTest
  @CsvSource({"webdataset, wids.json"})
  void deadAndSpeculativeAttemptsDoNotChangeAByte(String format, String aboutAll) throws Exception {
    Path rec = write("in/multi.rec", ImageFiles.bytes("multi.rec"));
    write("in/multi.idx", ImageFiles.bytes("multi.idx"));
    Path here = exportHere(format, rec);
    Path there = exportThere(format, rec);

    List<String> names = Jobs.names(fs(), here);
    assertTrue(names.containsAll(List.of("_SUCCESS", "_export.json", aboutAll)), names::toString);
    assertEquals(names, Jobs.names(fs(), there));
    for (String name : names) {
      assertArrayEquals(read(new Path(here, name)), read(new Path(there, name)), name);
    }
    assertArrayEquals(ImageFiles.bytes("multi.rec"), packed(format, there));
  }

  /** Exports in this JVM, with seven tasks for the census; returns the output. */
  private Path exportHere(String format, Path rec) throws Exception {
    Configuration conf = conf();
    long length = fs().getFileStatus(rec).getLen();
    conf.setLong(FileInputFormat.SPLIT_MAXSIZE, (length + 6) / 7);
    Path output = path(format + "-here");
    try (ExportJob export = job(conf, format, rec, output)) {
      Job census = export.census();
      var splits = ReflectionUtils.newInstance(census.getInputFormatClass(), conf);
      assertEquals(7, splits.getSplits(census).size());
      Jobs.run(census);
      Jobs.run(export.job());
    }
    return output;
  }

  /** Exports in containers, after a census in one task; returns the output. */
  private Path exportThere(String format, Path rec) throws Exception {
    Configuration conf = confOfTwice();
    Path output = path(format + "-there");
    try (ExportJob export = job(conf, format, rec, output)) {
      export.census().getConfiguration().set("mapreduce.framework.name", "local");
      Jobs.run(export.census());
      Job job = runTwice(export.job(), HalfWay.class);
      assertEquals(1, counter(job, JobCounter.NUM_FAILED_MAPS));
    }
    return output;
  }

  private static ExportJob job(Configuration conf, String format, Path rec, Path output)
      throws Exception {
    ExportConf.TO.set(conf, format);
    ExportConf.SHARDS.set(conf, SHARDS);
    return new ExportJob(conf, List.of(rec), output);
  }

  /** Returns the records that pack makes of what was exported, in one shard. */
  private byte[] packed(String format, Path exported) throws Exception {
    Configuration conf = conf();
    SampleConf.FROM.set(conf, format);
    PackConf.SHARDS.set(conf, 1);
    Path output = path(format + "-packed");
    try (var pack = new PackJob(conf, List.of(exported), output)) {
      Jobs.run(pack.job());
    }
    return read(new Path(output, "part-00000.rec"));
  }
}
