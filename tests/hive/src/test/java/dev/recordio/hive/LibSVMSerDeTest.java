// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.io.SparseRow;
import dev.recordio.testing.LocalFiles;
import java.nio.file.Files;
import java.util.List;
import java.util.Properties;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.serde2.io.DoubleWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Labels of Hive's rows are the doubles nearest to the text. */
class LibSVMSerDeTest {
  @TempDir java.nio.file.Path folder;

  @Test
  void labelsAreExact() throws Exception {
    Files.writeString(folder.resolve("a.libsvm"), "16777217 1:1\n0.1 1:1\n");
    var job = new JobConf(LocalFiles.raw());
    FileInputFormat.setInputPaths(job, new Path(LocalFiles.path(folder), "a.libsvm"));
    var table = new Properties();
    table.setProperty("columns", "label");
    table.setProperty("columns.types", "double");
    var serde = new LibSVMSerDe();
    serde.initialize(job, table);
    var format = new LibSVMHiveInputFormat();
    RecordReader<LongWritable, SparseRow> rows =
        format.getRecordReader(format.getSplits(job, 1)[0], job, Reporter.NULL);
    LongWritable key = rows.createKey();
    SparseRow value = rows.createValue();
    for (double expected : new double[] {16777217, 0.1}) {
      rows.next(key, value);
      var row = (List<?>) serde.deserialize(value);
      assertEquals(expected, ((DoubleWritable) row.get(0)).get());
    }
    rows.close();
  }
}
