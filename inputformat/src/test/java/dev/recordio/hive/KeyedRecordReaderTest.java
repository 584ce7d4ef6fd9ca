// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.input.InputRange;
import dev.recordio.mapred.RecordIOInputFormat;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.LocalFilesUnderTest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.junit.jupiter.api.Test;

/** Where Hive's values are. */
class KeyedRecordReaderTest implements LocalFilesUnderTest {
  /** Tez reads all splits of a task into the value that the reader of the first has made. */
  @Test
  void aValueOfAnotherSplitKnowsTheFileItWasReadFromLast() throws IOException {
    for (String file : List.of("a.rec", "b.rec")) {
      write("two/" + file, ExpectedRecords.bytes("tiny.rec"));
    }
    var job = new JobConf(conf());
    FileInputFormat.setInputPaths(job, path("two"));
    var format = new RecordIOInputFormat();
    BytesWritable value = null;
    var files = new ArrayList<String>();
    for (InputSplit split : format.getSplits(job, 1)) {
      Path path = ((FileSplit) split).getPath();
      var ranges = List.of(new InputRange(path, 0, split.getLength()));
      var records = format.getRecordReader(split, job, Reporter.NULL);
      try (var reader = new KeyedRecordReader(records, ranges, true)) {
        var key = reader.createKey();
        value = value == null ? reader.createValue() : value;
        assertTrue(reader.next(key, value));
        files.add(((KeyedRecord) value).file());
        assertEquals(path.toString(), ((KeyedRecord) value).file());
      }
    }
    assertEquals(2, files.size());
  }
}
