// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.testing.Faults;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.LocalFilesUnderTest;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;

class LocalIndexedInputFormatTest extends AbstractIndexedInputFormatTest
    implements LocalFilesUnderTest {
  private final Faults faults = new Faults();

  @Test
  void recordsAskedForByKeyOrNumberAreSoughtAndOthersNotRead() throws Exception {
    Path rec = path("a.rec");
    int count = 300;
    var payload = new byte[4000];
    try (var writer = RecordFileWriter.create(conf(), rec, RecordFiles.index(rec), false)) {
      for (int i = 0; i < count; i++) {
        writer.write(5000 + i, payload, 0, payload.length);
      }
    }
    Job job = Jobs.of(conf());
    Path watched = faults.over(job.getConfiguration(), rec);
    RecordIOInputFormat.setInput(job, watched.toString());
    IndexedRecordIOInputFormat.setKeys(job, 5003, 5150, 5290);
    assertEquals(List.of(3L, 150L, 290L), numbers(job));
    assertTrue(faults.bytesRead() < count * 4000 / 20, "by key");

    RecordIOConf.INPUT_KEYS.set(job.getConfiguration(), "");
    IndexedRecordIOInputFormat.setRows(job, 200, 202);
    faults.recount();
    assertEquals(List.of(200L, 201L, 202L), numbers(job));
    assertTrue(faults.bytesRead() < count * 4000 / 20, "by number");
  }

  private static List<Long> numbers(Job job) throws Exception {
    var format = new IndexedRecordIOInputFormat();
    var numbers = new ArrayList<Long>();
    for (InputSplit split : format.getSplits(job)) {
      for (ReadRecord record : Records.of(format, split, job.getConfiguration())) {
        numbers.add(record.offset()); // its key
      }
    }
    return numbers;
  }
}
