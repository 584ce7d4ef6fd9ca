// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.record.DamagePolicy;
import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.task.RecordIOCounter;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.ReadRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a task quarantines is committed like its output: once, whatever attempts there were. */
@ExtendWith(ClusterExtension.class)
class QuarantineRetryTest implements HdfsUnderTest {
  private static final int DAMAGED = 20;
  private static final int BEFORE_DEATH = 100;

  private final MiniYarn yarn;

  QuarantineRetryTest(MiniYarn yarn) {
    this.yarn = yarn;
  }

  /** Describes records; the first attempt dies with its JVM, some way after the damage. */
  static final class DyingMapper extends Mapper<LongWritable, BytesWritable, NullWritable, Text> {
    private int records;

    @Override
    protected void map(LongWritable key, BytesWritable value, Context context)
        throws IOException, InterruptedException {
      if (++records == BEFORE_DEATH && context.getTaskAttemptID().getId() == 0) {
        Runtime.getRuntime().halt(137);
      }
      context.write(NullWritable.get(), new Text(key + "\t" + value.getLength()));
    }
  }

  @Test
  void theListOfDamageIsCommittedOnceThoughTheFirstAttemptDied() throws Exception {
    byte[] bytes = ExpectedRecords.bytes("mixed.rec");
    List<ReadRecord> all = ExpectedRecords.of("mixed");
    long begin = all.get(DAMAGED).offset();
    long end = all.get(DAMAGED + 1).offset();
    bytes[(int) begin] ^= 1;
    Path input = write("mixed.rec", bytes);
    Path output = path("out");
    Job job = Jobs.describing(yarn.conf(), output);
    job.setMapperClass(DyingMapper.class);
    job.setInputFormatClass(RecordIOInputFormat.class);
    FileInputFormat.setInputPaths(job, input);
    RecordIOInputFormat.setCorruptRecordPolicy(job, DamagePolicy.QUARANTINE);
    Jobs.run(job);

    assertEquals(List.of("_SUCCESS", "_quarantine", "part-m-00000"), Jobs.names(fs(), output));
    Path quarantine = new Path(output, "_quarantine");
    List<String> lists = Jobs.names(fs(), quarantine);
    assertEquals(1, lists.size(), lists::toString);
    assertTrue(lists.get(0).endsWith("_m_000000_1.tsv"), lists.get(0));
    String line = readText(new Path(quarantine, lists.get(0)));
    assertEquals(1, line.lines().count(), line);
    assertTrue(line.startsWith(input + "\t" + begin + "\t" + end + "\t"), line);

    var expected = new ArrayList<>(all);
    expected.remove(DAMAGED);
    assertEquals(
        expected.stream().map(record -> record.offset() + "\t" + record.length()).toList(),
        readText(new Path(output, "part-m-00000")).lines().toList());
    Counters counters = job.getCounters();
    assertEquals(1, counters.findCounter(JobCounter.NUM_FAILED_MAPS).getValue());
    assertEquals(1, counters.findCounter(RecordIOCounter.DAMAGED_RECORDS).getValue());
    assertEquals(end - begin, counters.findCounter(RecordIOCounter.DAMAGED_BYTES).getValue());
  }
}
